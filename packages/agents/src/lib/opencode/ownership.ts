import type { InstructionFile, OwnershipInput, OwnershipVerdict } from '../port/ownership.ts'
import { factsOf } from './facts.ts'
import { ignoresProject, instructionNames } from './switches.ts'

/**
 * Says which instruction files OpenCode reads by itself. Measured on 1.18.33:
 * of the names `instructionNames` the first that exists anywhere from the
 * working directory up to the git root wins, also when that file is empty; then
 * every file of that name on the way is read, whole, in the system message.
 * Beside these it reads what its `instructions` name. Nothing else is.
 */
export function judgeOwnership(input: OwnershipInput): readonly OwnershipVerdict[] {
  const off = !input.trusted || ignoresProject(input.env)
  const chosen = off ? null : chooseName(input)
  return input.files.map((file) => {
    const byConfig = !off && isConfigured(file, input)
    const native = byConfig || (chosen !== null && isNamed(file, chosen))
    return {
      path: file.path,
      delivery: native ? 'native' : 'inject',
      hedged: false,
      reason: native ? because(byConfig) : explain(file, { input, off, chosen }),
    }
  })
}

function because(byConfig: boolean): string {
  return byConfig ? 'opencode reads it for its `instructions`' : 'opencode reads it itself'
}

/** The person's `instructions` may name files of the work tree; they are sent in front of ours. */
function isConfigured(file: InstructionFile, { inspection }: OwnershipInput): boolean {
  const sources = inspection?.userSources ?? []
  return sources.some(({ where, text }) => where.endsWith(`/${file.path}`) && text === file.text)
}

function chooseName(input: OwnershipInput): string | null {
  const facts = factsOf(input.inspection)
  if (facts) return facts.instructionName
  const names = instructionNames(input.env)
  return names.find((name) => input.files.some((file) => isNamed(file, name))) ?? null
}

/** `.claude/CLAUDE.md` has the name, but not the place; what is brought in counts by no name. */
function isNamed(file: InstructionFile, name: string): boolean {
  if (file.importedBy) return false
  return file.path === (file.directory === '' ? name : `${file.directory}/${name}`)
}

interface Judgement {
  readonly input: OwnershipInput
  readonly off: boolean
  readonly chosen: string | null
}

function explain(file: InstructionFile, { input, off, chosen }: Judgement): string {
  if (off) return 'opencode is told to leave project files alone'
  const known = instructionNames(input.env).some((name) => isNamed(file, name))
  return known && chosen !== null ? `opencode reads ${chosen} instead` : 'opencode does not read it'
}
