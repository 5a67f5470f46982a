import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './onesoul.ts'

/** The same in two languages. */
export const READMES: readonly string[] = ['README.md', 'README.zh-CN.md']

/** A fenced block. */
export interface Snippet {
  /** Empty where the fence names none. */
  readonly language: string
  readonly text: string
}

/** The fenced blocks of a Markdown file of the repository, in order. */
export async function snippetsOf(file: string): Promise<readonly Snippet[]> {
  const text = await readFile(join(root, file), 'utf8')
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
  }))
}

/** Splits a command line as a shell would, for words and double quotes. */
export function words(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')
}
