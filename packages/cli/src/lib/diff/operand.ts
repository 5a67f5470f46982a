import { suggest } from '@onesoul/core'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

const KINDS = ['bot', 'platform', 'agent', 'git', 'session'] as const

/** One side of a `diff`, as it was typed. */
export type DiffOperand =
  | { readonly kind: 'now'; readonly typed: string }
  | {
      readonly kind: (typeof KINDS)[number]
      readonly typed: string
      /** What stands behind the colon. */
      readonly name: string
    }

/** Parses `now` or `KIND:NAME`; anything else is a usage error with what was probably meant. */
export function parseOperand(typed: string): DiffOperand {
  if (typed === 'now') return { kind: 'now', typed }
  const colon = typed.indexOf(':')
  const kind = KINDS.find((one) => one === typed.slice(0, colon))
  const name = typed.slice(colon + 1)
  if (kind && name !== '') return { kind, typed, name }
  const what = kind
    ? `${JSON.stringify(typed)} names no ${kind}`
    : `there is nothing called ${JSON.stringify(typed)} to compare`
  throw new CliError(EXIT.usage, what, { hints: [hintFor(typed, colon, kind)] })
}

function hintFor(typed: string, colon: number, kind: string | undefined): string {
  const forms = 'use now, bot:NAME, platform:NAME, agent:ID, git:REF or session:ID'
  if (kind) return forms
  const meant = colon < 0 ? suggest(typed, ['now']) : suggest(typed.slice(0, colon), KINDS)
  if (!meant) return forms
  return `did you mean ${colon < 0 ? meant : meant + typed.slice(colon)}?`
}
