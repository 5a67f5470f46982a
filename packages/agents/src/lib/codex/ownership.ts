import type { InstructionFile, OwnershipInput, OwnershipVerdict } from '../port/ownership.ts'
import { type CodexFacts, factsOf, NO_FACTS } from './facts.ts'

const OVERRIDE = 'AGENTS.override.md'
const AGENTS = 'AGENTS.md'

/**
 * Says which instruction files of a work tree Codex reads by itself: one per
 * directory from the git root to the working directory, the override before
 * AGENTS.md before the names of the person's configuration, until 32 KiB, or as
 * many bytes as it says, are used up. A file of which nothing arrives is
 * injected, unless an override stands for it; what is cut off a native one is
 * counted. Pure.
 */
export function ownCodexFiles(input: OwnershipInput): readonly OwnershipVerdict[] {
  const spent = spendBudget(input)
  return input.files.map((file) => {
    if (!input.trusted)
      return inject(file, 'codex is told not to read files of an untrusted work tree')
    const bytes = spent.get(file.path)
    if (bytes !== undefined) return judgeNative(file, bytes, readFacts(input).projectBytes)
    return judgeUnread(file, input)
  })
}

function readFacts({ inspection }: OwnershipInput): CodexFacts {
  return inspection ? factsOf(inspection) : NO_FACTS
}

function judgeNative(file: InstructionFile, bytes: number, budget: number): OwnershipVerdict {
  if (bytes === 0 && file.sizeBytes > 0) {
    return inject(file, `past the ${budget / 1024} KiB that codex reads`)
  }
  const lostBytes = file.sizeBytes - bytes
  const verdict = native(file, 'codex reads it itself')
  return lostBytes > 0 ? { ...verdict, lostBytes } : verdict
}

function judgeUnread(file: InstructionFile, input: OwnershipInput): OwnershipVerdict {
  if (file.name !== AGENTS || file.importedBy) return inject(file, 'codex does not read this file')
  const override = siblingOverride(file, input.files)
  if (override && override.text.trim() !== '') return shadowed(file, override)
  if (override) return inject(file, 'an empty AGENTS.override.md hides it from codex')
  return inject(file, 'outside the directories that codex reads')
}

/** The bytes of each natively read file that reach the model, by path. */
function spendBudget(input: OwnershipInput): ReadonlyMap<string, number> {
  const spent = new Map<string, number>()
  const { projectBytes, fallbackNames } = readFacts(input)
  const names = [OVERRIDE, AGENTS, ...fallbackNames]
  let left = projectBytes
  for (const directory of directoriesTo(input)) {
    const file = chooseFile(input.files, directory, names)
    if (!file) continue
    const bytes = Math.min(file.sizeBytes, left)
    spent.set(file.path, bytes)
    left -= bytes
  }
  return spent
}

function chooseFile(
  files: readonly InstructionFile[],
  directory: string,
  names: readonly string[],
): InstructionFile | undefined {
  const here = files.filter((file) => file.directory === directory && !file.importedBy)
  const paths = names.map((name) => (directory === '' ? name : `${directory}/${name}`))
  const chosen = paths.find((path) => here.some((file) => file.path === path))
  return here.find((file) => file.path === chosen)
}

function siblingOverride(
  file: InstructionFile,
  files: readonly InstructionFile[],
): InstructionFile | undefined {
  return files.find((other) => other.name === OVERRIDE && other.directory === file.directory)
}

/** The root and every directory down to the working directory; without a git root that one alone. */
function directoriesTo(input: OwnershipInput): readonly string[] {
  if (!input.hasGitRoot) return [input.cwd]
  const names = input.cwd === '' ? [] : input.cwd.split('/')
  return ['', ...names.map((_, index) => names.slice(0, index + 1).join('/'))]
}

function native(file: InstructionFile, reason: string): OwnershipVerdict {
  return { path: file.path, delivery: 'native', hedged: false, reason }
}

function shadowed(file: InstructionFile, by: InstructionFile): OwnershipVerdict {
  return {
    path: file.path,
    delivery: 'shadowed',
    hedged: false,
    reason: `${by.path} stands for it`,
  }
}

function inject(file: InstructionFile, reason: string): OwnershipVerdict {
  return { path: file.path, delivery: 'inject', hedged: false, reason }
}
