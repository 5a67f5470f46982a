import type { InstructionFile } from '../port/ownership.ts'

/** Words that may stand in no argument vector and in no environment variable. */
export const USER_WORDS = 'Ingrid-prefers-short-answers'
export const MEMORY_WORDS = 'the-release-moved-to-March'

export const CONTRACT_DIRECTIVES: string = [
  '<agent-configuration schema-version="3">',
  '<directives>',
  '<persona>You are Pilot, who explains each step.</persona>',
  '</directives>',
  '</agent-configuration>',
].join('\n')

export const CONTRACT_TEXT: string = CONTRACT_DIRECTIVES.replace(
  '</directives>',
  `</directives>\n<context>\n<user>${USER_WORDS} 中文</user>\n<memory>${MEMORY_WORDS}</memory>\n</context>`,
)

/** Instruction files of a work tree with one of every common kind. */
export const CONTRACT_FILES: readonly InstructionFile[] = [
  'AGENTS.md',
  'AGENTS.override.md',
  'CLAUDE.md',
  'CLAUDE.local.md',
  '.claude/CLAUDE.md',
  'pkg/AGENTS.md',
  'pkg/CLAUDE.md',
  'pkg/deep/AGENTS.md',
].map((path) => {
  const text = `Rules of ${path}.\n`
  const at = path.lastIndexOf('/')
  return {
    path,
    name: path.slice(at + 1),
    directory: at < 0 ? '' : path.slice(0, at),
    text,
    sizeBytes: text.length,
  }
})
