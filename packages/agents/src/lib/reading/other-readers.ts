import type { InstructionReader } from '../port/reading.ts'

/** Agents that we do not drive and whose instruction files are known, as their documentation has it unless a version is named. */
export const OTHER_READERS: readonly InstructionReader[] = [
  {
    id: 'gemini',
    name: 'Gemini CLI',
    reading: {
      file: 'GEMINI.md',
      groups: [['GEMINI.md']],
      // By `context.fileName`.
      sometimes: ['AGENTS.md', 'CLAUDE.md'],
      expandsImports: true,
      source: '0.61.0',
    },
  },
  {
    id: 'cursor',
    name: 'Cursor',
    reading: {
      file: '.cursor/rules/onesoul.mdc',
      preamble: '---\ndescription: Rules of this repository\nalwaysApply: true\n---\n',
      groups: [['.cursor/rules/onesoul.mdc'], ['AGENTS.md']],
      // Its command line does.
      sometimes: ['CLAUDE.md'],
      expandsImports: true,
      source: 'cursor.com/docs/rules',
    },
  },
  {
    id: 'copilot',
    name: 'GitHub Copilot',
    reading: {
      file: '.github/copilot-instructions.md',
      groups: [['.github/copilot-instructions.md'], ['AGENTS.md']],
      sometimes: ['CLAUDE.md', 'GEMINI.md'],
      source: 'docs.github.com/copilot/reference/custom-instructions-support',
    },
  },
  {
    id: 'agents-md',
    name: 'any reader of AGENTS.md',
    reading: { file: 'AGENTS.md', groups: [['AGENTS.md']], source: 'agents.md' },
  },
]
