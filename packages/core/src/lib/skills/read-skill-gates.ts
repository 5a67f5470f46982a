import type { YamlTree } from '../frontmatter/read-yaml-mapping.ts'
import { findPlatformCapabilities } from '../guidance/platform-capabilities.ts'
import { canonicalPlatform } from '../select/names.ts'
import { escapeForDisplay } from '../text/escape-for-display.ts'
import type { SkillGates } from './skill.ts'
import type { PlacedFault, SkillFrontmatter } from './skill-frontmatter.ts'

type Gate = keyof SkillGates

/** Names of operating systems in skills → Node's. */
const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['macos', 'darwin'],
  ['mac', 'darwin'],
  ['osx', 'darwin'],
  ['darwin', 'darwin'],
  ['linux', 'linux'],
  ['termux', 'linux'],
  ['windows', 'win32'],
  ['win', 'win32'],
  ['win32', 'win32'],
  ['freebsd', 'freebsd'],
  ['openbsd', 'openbsd'],
  ['sunos', 'sunos'],
  ['aix', 'aix'],
  ['android', 'android'],
])

/** Keys at the top, and below `metadata.hermes` and `metadata.onesoul`; with `-` for `_`. */
const KEYS: ReadonlyMap<string, Gate> = new Map<string, Gate>([
  ['os', 'os'],
  ['platforms', 'os'],
  ['requires-bins', 'bins'],
  ['requires-any-bins', 'anyBins'],
  ['requires-env', 'env'],
  ['requires-tools', 'tools'],
  ['session-platforms', 'sessionPlatforms'],
  ['fallback-for', 'fallbackFor'],
  ['fallback-for-tools', 'fallbackFor'],
])

/** Gates of others that mean nothing here: they never hide a skill. */
const IGNORED: ReadonlySet<string> = new Set([
  'environments',
  'requires-toolsets',
  'fallback-for-toolsets',
])

/** Whether a key at the top of the frontmatter is a gate, or one of others. */
export function isGateKey(key: string): boolean {
  const plain = key.replaceAll('_', '-')
  return KEYS.has(plain) || IGNORED.has(plain)
}

export interface ReadGates {
  readonly gates: SkillGates
  readonly faults: readonly PlacedFault[]
}

/**
 * Reads every way of writing a gate into one form: Hermes's keys, OpenClaw's
 * `metadata.openclaw` (YAML or a text of JSON), ours. A word that nobody knows is
 * left out with a warning, so that it cannot hide the skill by itself.
 */
export function readSkillGates(
  front: Pick<SkillFrontmatter, 'entries' | 'trees' | 'lines'>,
): ReadGates {
  const draft = createDraft()
  for (const [key, value] of front.entries) {
    draft.add(key, front.trees.get(key) ?? value, front.lines.get(key))
  }
  const metadata = asMap(front.trees.get('metadata') ?? front.entries.get('metadata'))
  const line = front.lines.get('metadata')
  for (const owner of ['hermes', 'onesoul']) {
    for (const [key, value] of Object.entries(asMap(metadata[owner]))) draft.add(key, value, line)
  }
  const openclaw = asMap(metadata['openclaw'] ?? metadata['clawdbot'])
  const requires = asMap(openclaw['requires'])
  draft.add('os', openclaw['os'], line)
  draft.add('requires-bins', requires['bins'], line)
  draft.add('requires-any-bins', requires['anyBins'], line)
  draft.add('requires-env', requires['env'], line)
  if (requires['config'] !== undefined) draft.ignore('metadata.openclaw.requires.config', line)
  return draft.done()
}

interface Draft {
  add(key: string, value: YamlTree | undefined, line: number | undefined): void
  ignore(key: string, line: number | undefined): void
  done(): ReadGates
}

function createDraft(): Draft {
  const lists: Record<Gate, Set<string>> = {
    os: new Set(),
    bins: new Set(),
    anyBins: new Set(),
    env: new Set(),
    tools: new Set(),
    sessionPlatforms: new Set(),
    fallbackFor: new Set(),
  }
  const faults: PlacedFault[] = []
  const at = (line: number | undefined): { readonly line?: number } =>
    line === undefined ? {} : { line }
  const ignore: Draft['ignore'] = (key, line) => {
    const message = `${key} has no meaning here and hides nothing`
    faults.push({ code: 'skill.gate-ignored', message, ...at(line) })
  }
  return {
    ignore,
    add(key, value, line) {
      const plain = key.replaceAll('_', '-')
      if (IGNORED.has(plain)) ignore(key, line)
      const gate = KEYS.get(plain)
      if (gate === undefined || value === undefined) return
      for (const word of asList(value)) {
        const known = WORDS[gate]?.(word) ?? word
        if (known !== UNKNOWN) lists[gate].add(known)
        else {
          const message = `${key}: ${escapeForDisplay(word.slice(0, 64))} is not known and is left out`
          faults.push({ code: 'skill.gate-value', message, ...at(line) })
        }
      }
    },
    done: () => ({
      gates: {
        os: [...lists.os],
        bins: [...lists.bins],
        anyBins: [...lists.anyBins],
        env: [...lists.env],
        tools: [...lists.tools],
        sessionPlatforms: [...lists.sessionPlatforms],
        fallbackFor: [...lists.fallbackFor],
      },
      faults,
    }),
  }
}

/** No word can be empty. */
const UNKNOWN = ''

const WORDS: Partial<Readonly<Record<Gate, (word: string) => string>>> = {
  os: (word) => SYSTEMS.get(word.toLowerCase()) ?? UNKNOWN,
  sessionPlatforms: (word) => {
    const name = canonicalPlatform(word.toLowerCase())
    return findPlatformCapabilities(name) === undefined || name === '' ? UNKNOWN : name
  },
  bins: (word) => (/[/\\\0]/.test(word) ? UNKNOWN : word),
  anyBins: (word) => (/[/\\\0]/.test(word) ? UNKNOWN : word),
}

/** A list; of one text the words, at commas and blanks; `[a, b]` as a text that failed to be YAML. */
function asList(value: YamlTree): readonly string[] {
  const words = typeof value === 'string' ? value.replace(/^\[|\]$/g, '').split(/[\s,]+/) : value
  if (!Array.isArray(words)) return []
  return words.flatMap((word) => {
    const text = typeof word === 'string' ? word.trim().replace(/^(["'])(.*)\1$/, '$2') : ''
    return text === '' ? [] : [text]
  })
}

/** A mapping; a text may hold one as JSON. */
function asMap(value: YamlTree | undefined): Readonly<Record<string, YamlTree>> {
  if (typeof value === 'string') return /^\s*\{/.test(value) ? parsedMap(value) : {}
  return isTreeMap(value) ? value : {}
}

function parsedMap(text: string): Readonly<Record<string, YamlTree>> {
  try {
    const tree: unknown = JSON.parse(text)
    return isTreeMap(tree) ? tree : {}
  } catch {
    // A text that only looks like JSON holds no gate.
    return {}
  }
}

function isTreeMap(value: unknown): value is Readonly<Record<string, YamlTree>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
