import { extname } from 'node:path'
import type { Carrier } from './scan-report.ts'

const CONTEXT_NAMES =
  /^(?:\.(?:cursorrules|windsurfrules|clinerules|goosehints|roomodes|aider.*)|llms(?:-full)?\.txt)$/i
const CONTEXT_ENDINGS: ReadonlySet<string> = new Set(['.md', '.mdc', '.mdx', '.markdown'])
const CODE_ENDINGS: ReadonlySet<string> = new Set(
  '.sh .bash .zsh .fish .ps1 .psm1 .bat .cmd .py .rb .pl .php .js .mjs .cjs .jsx .ts .mts .cts .tsx .go .rs .java .kt .swift .c .h .cc .cpp .hpp .cs .lua .r .sql .json .jsonc .json5 .yaml .yml .toml .ini .cfg .conf .env .xml .html .css .scss .svg .vue .svelte .tf .gradle .lock .ipynb'.split(
    ' ',
  ),
)
const CODE_NAMES =
  /^(?:makefile|dockerfile|justfile|rakefile|gemfile|procfile|\.(?:bashrc|zshrc|profile|npmrc|env))$/i

/** What a file is by its name: a skill, a context file for agents, code, or any other text. */
export function carrierOf(path: string): Carrier {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/^skill\.md$/i.test(name)) return 'skill'
  const ending = extname(name).toLowerCase()
  if (CONTEXT_ENDINGS.has(ending) || CONTEXT_NAMES.test(name)) return 'context'
  return CODE_ENDINGS.has(ending) || CODE_NAMES.test(name) ? 'code' : 'text'
}
