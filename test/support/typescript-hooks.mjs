import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

/** Lets `node --import` this file run our TypeScript sources, also on Node 20. */
if (isMainThread) register(import.meta.url)

const CACHE = new URL('../../node_modules/.cache/typescript-hooks/', import.meta.url)

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
  const source = await readFile(fileURLToPath(url), 'utf8')
  return { format: 'module', source: await transpile(source), shortCircuit: true }
}

/** The compiler takes a second to load, so its results are kept by content. */
async function transpile(source) {
  const cached = new URL(`${createHash('sha256').update(source).digest('hex')}.mjs`, CACHE)
  try {
    return await readFile(cached, 'utf8')
  } catch {
    const { default: typescript } = await import('typescript')
    const { outputText } = typescript.transpileModule(source, {
      compilerOptions: {
        target: typescript.ScriptTarget.ES2023,
        module: typescript.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
      },
    })
    const temporary = new URL(`${randomUUID()}.tmp`, CACHE)
    await mkdir(CACHE, { recursive: true })
    await writeFile(temporary, outputText)
    await rename(temporary, cached)
    return outputText
  }
}
