import { join, posix, relative, sep } from 'node:path'
import type { InstructionFile, OwnershipInput, OwnershipVerdict } from '../port/ownership.ts'
import { behavioursFor } from './behaviours.ts'
import { unpackDetails } from './details.ts'
import { isSwitchedOn } from './endpoint.ts'
import {
  findNativeFiles,
  type KnownFiles,
  type NativeFiles,
  type NativeRules,
} from './native-files.ts'
import type { ReadText } from './read-text.ts'

/**
 * Says which instruction files of a work tree Claude Code reads by itself.
 * With the inspection of the same working directory, files above the work
 * tree, imports through other files and the person's flags count too. Pure.
 */
export function ownClaudeFiles(input: OwnershipInput): readonly OwnershipVerdict[] {
  const tree = readTree(input)
  return input.files.map((file) => {
    if (!input.trusted)
      return inject(file, 'Claude Code is told not to read an untrusted work tree')
    if (tree.off !== null) return inject(file, `Claude Code does not read it with ${tree.off}`)
    return judge(file, tree)
  })
}

interface Tree {
  readonly root: string
  readonly files: readonly InstructionFile[]
  readonly known: KnownFiles
  readonly native: NativeFiles
  readonly rules: NativeRules
  readonly off: string | null
}

function readTree(input: OwnershipInput): Tree {
  const details = input.inspection && unpackDetails(input.inspection)
  const rules = details?.rules ?? assumeRules(input)
  const depth = input.cwd === '' ? 0 : input.cwd.split('/').length
  const root = join(rules.cwd, ...Array.from({ length: depth }, () => '..'))
  const known = new Map<string, ReadText>(details?.instructionFiles ?? [])
  for (const file of input.files) {
    known.set(join(root, file.path), {
      text: file.text,
      realPath: join(root, file.linkTarget ?? file.path),
    })
  }
  const off = details ? details.instructionsOff : assumeOff(input)
  return { root, files: input.files, known, native: findNativeFiles(rules, known), rules, off }
}

/** Without an inspection the work tree is taken to stand alone. */
function assumeRules(input: OwnershipInput): NativeRules {
  return {
    behaviours: behavioursFor(input.detection),
    cwd: join(sep, 'work-tree', input.cwd),
    configDir: join(sep, 'config'),
    scopes: ['user', 'project', 'local'],
    importsApproved: false,
  }
}

function assumeOff(input: OwnershipInput): string | null {
  const name = 'CLAUDE_CODE_DISABLE_CLAUDE_MDS'
  return isSwitchedOn(input.env[name]) ? name : null
}

function judge(file: InstructionFile, tree: Tree): OwnershipVerdict {
  const path = join(tree.root, file.path)
  const via = tree.native.read.get(path) ?? aliasOf(path, tree)
  if (!(tree.native.read.has(path) || via)) return inject(file, explainUnread(file, tree))
  const imports = importedBy(path, tree)
  return {
    path: file.path,
    delivery: 'native',
    hedged: tree.rules.behaviours.hedgesInstructions,
    reason: via ? `Claude Code reads it through ${show(via, tree)}` : 'Claude Code reads it itself',
    ...(imports.length > 0 && { imports }),
  }
}

/** Another name of the same file that the agent reads, for links inside the work tree. */
function aliasOf(path: string, { native, known }: Tree): string | undefined {
  if (native.read.has(path)) return undefined
  const realPath = known.get(path)?.realPath
  return [...native.read.keys()].find((other) => known.get(other)?.realPath === realPath)
}

/** The listed files that this one brings along, directly or through files that are not listed. */
function importedBy(path: string, tree: Tree): readonly string[] {
  const listed = new Set(tree.files.map((file) => join(tree.root, file.path)))
  const importerOf = (start: string): string | null => {
    let at = tree.native.read.get(start) ?? null
    while (at !== null && !listed.has(at)) at = tree.native.read.get(at) ?? null
    return at
  }
  return tree.files
    .filter((file) => importerOf(join(tree.root, file.path)) === path)
    .map((file) => file.path)
}

function explainUnread(file: InstructionFile, { native, rules, root }: Tree): string {
  if (file.name !== 'AGENTS.md') return 'Claude Code does not read it'
  if (!rules.behaviours.readsAgentsMd) return 'Claude Code does not read AGENTS.md'
  const hider = native.agentsHiddenBy
  if (hider === null) return 'Claude Code does not read it'
  return `Claude Code ignores AGENTS.md where it finds ${show(hider, { root })}`
}

function show(path: string, { root }: Pick<Tree, 'root'>): string {
  return relative(root, path).split(sep).join(posix.sep)
}

function inject(file: InstructionFile, reason: string): OwnershipVerdict {
  return { path: file.path, delivery: 'inject', hedged: false, reason }
}
