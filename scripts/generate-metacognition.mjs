import { readFile, writeFile } from 'node:fs/promises'

const folder = new URL('../packages/core/src/lib/metacognition/', import.meta.url)

/** The source text of the generated module, made from the two Markdown files. */
export async function metacognitionModule() {
  const [en, zh] = await Promise.all(
    ['en.md', 'zh.md'].map((name) => readFile(new URL(name, folder), 'utf8')),
  )
  return `/* Generated from en.md and zh.md by scripts/generate-metacognition.mjs. */
export const METACOGNITION_EN: string = ${JSON.stringify(en)}
export const METACOGNITION_ZH: string = ${JSON.stringify(zh)}
`
}

export async function generateMetacognition() {
  await writeFile(new URL('metacognition.generated.ts', folder), await metacognitionModule())
}
