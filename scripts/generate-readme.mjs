import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './lib/run.mjs'

const exec = promisify(execFile)

/** Puts what each command prints below it, in every `console` block of the READMEs. Build first. */
export async function generateReadme() {
  const place = await mkdtemp(join(tmpdir(), 'onesoul-readme-'))
  await cp(join(root, 'examples/home'), join(place, 'home'), { recursive: true })
  for (const file of ['README.md', 'README.zh-CN.md']) {
    const path = join(root, file)
    const text = await readFile(path, 'utf8')
    const blocks = [...text.matchAll(/^```console\n\$ onesoul (.*)\n[\s\S]*?^```$/gm)]
    let out = text
    for (const [block, command] of blocks) {
      const shown = await capture(place, command)
      out = out.replace(block, () => `\`\`\`console\n$ onesoul ${command}\n${shown}\n\`\`\``)
    }
    await writeFile(path, out)
  }
  await rm(place, { recursive: true })
}

async function capture(place, command) {
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2])
  const args = [join(root, 'packages/cli/dist/main.cjs'), '--home', join(place, 'home'), ...words]
  const env = { PATH: process.env.PATH, HOME: place }
  const { stdout } = await exec(process.execPath, args, { cwd: place, env })
  return stdout.trimEnd()
}
