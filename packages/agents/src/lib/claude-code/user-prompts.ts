import { resolve } from 'node:path'
import type { UserSource } from '../port/inspection.ts'
import { type ArgumentItem, lastOption, type ParsedArguments } from './arguments.ts'
import { readText } from './read-text.ts'

export type PromptFlag = '--append-system-prompt' | '--append-subagent-system-prompt'

export interface UserPrompts {
  /** The person's own texts, in the order in which the agent joins them. */
  readonly sources: readonly UserSource[]
  /** One sentence when a text that was asked for cannot be read. */
  readonly problem: string | null
}

/**
 * Reads what the person appends to the system prompt. Of several flags of one
 * kind the last counts, an empty text counts as none, a file stands before a
 * text (2.1.332; 2.1.197 refuses the two together).
 */
export async function readUserPrompts(
  parsed: ParsedArguments,
  flag: PromptFlag,
  cwd: string,
): Promise<UserPrompts> {
  const sources: UserSource[] = []
  const path = lastOption(parsed, `${flag}-file`)
  if (path) {
    const file = resolve(cwd, path)
    const read = await readText(file)
    if (read === null) return { sources, problem: `${flag}-file: ${file} cannot be read` }
    if (read.text !== '') sources.push({ what: `${flag}-file`, where: file, text: read.text })
  }
  const text = lastOption(parsed, flag)
  if (text) sources.push({ what: flag, where: 'flag', text })
  return { sources, problem: null }
}

/** Whether an item is one of the flags that `readUserPrompts` reads. */
export function isPromptFlag(item: ArgumentItem, flag: PromptFlag): boolean {
  return item.name === flag || item.name === `${flag}-file`
}

/** Joins texts with one blank line between them and changes none of them. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .filter((text) => text !== '')
    .reduce((before, text) => (before === '' ? text : before + separatorAfter(before) + text), '')
}

function separatorAfter(text: string): string {
  const newlines = /(?:\r?\n)*$/.exec(text)?.[0].match(/\n/g)?.length ?? 0
  return '\n'.repeat(Math.max(0, 2 - newlines))
}
