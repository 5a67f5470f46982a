import { readFile, writeFile } from 'node:fs/promises'

const folder = new URL('../packages/sources/src/lib/starter/', import.meta.url)
const slots = ['SOUL', 'AGENTS', 'TOOLS', 'USER', 'MEMORY']
const templates = ['orchestrator']

/** The source text of the generated module, made from the Markdown files of both languages. */
export async function starterModule() {
  const texts = {}
  const additions = {}
  for (const language of ['en', 'zh']) {
    texts[language] = {}
    for (const slot of slots) {
      const file = new URL(`texts/${language}/${slot}.md`, folder)
      texts[language][slot] = await readFile(file, 'utf8')
    }
    for (const template of templates) {
      const file = new URL(`texts/${language}/${template}/AGENTS.md`, folder)
      additions[template] = { ...additions[template], [language]: await readFile(file, 'utf8') }
    }
  }
  return `/* Generated from texts/ by scripts/generate-starter.mjs. */
export const STARTER_TEXTS: Readonly<
  Record<'en' | 'zh', Readonly<Record<'SOUL' | 'AGENTS' | 'TOOLS' | 'USER' | 'MEMORY', string>>>
> = ${JSON.stringify(texts, null, 2)}

/** What a template adds to AGENTS. */
export const TEMPLATE_RULES: Readonly<
  Record<${templates.map((name) => `'${name}'`).join(' | ')}, Readonly<Record<'en' | 'zh', string>>>
> = ${JSON.stringify(additions, null, 2)}
`
}

export async function generateStarter() {
  await writeFile(new URL('starter-texts.generated.ts', folder), await starterModule())
}
