import {
  countChars,
  describeThreat,
  findOrders,
  parseText,
  RESERVED_NAMES,
  resolvePolicy,
  type Trust,
} from '@onesoul/core'
import type { FilteredOutput } from '@onesoul/core/output-filter'
import type { HomePlace } from '../home/home.ts'
import { scanBytes } from '../scan/scan-paths.ts'
import type { ProposalFinding, ProposalKind } from './proposal.ts'
import { type Decided, granted, refused } from './proposal-refusal.ts'

/** Code points of one entry; a longer one is a document. */
export const MAX_ENTRY_CHARS = 1000
/** Code points of the whole new text of a file. */
export const MAX_CONFIG_CHARS = 60_000
/** Code points of a reason. */
export const MAX_REASON_CHARS = 500

export interface TextToJudge {
  readonly kind: ProposalKind
  readonly text: string
  /** The body that it replaces; findings in it are nobody's but the person's. Default: none. */
  readonly before?: string
  /** Who wrote it. A person is told of what a model is refused. */
  readonly trust: Extract<Trust, 'model' | 'user'>
  /** Whether orders in it are looked for: it goes into a file of data. */
  readonly data: boolean
  /** `YYYY-MM-DD`, until which accepted findings count. */
  readonly today: string
}

/** Reads a text as the guard would, before anybody accepts it: what it may not hold, what a person should know of it. */
export async function judgeText(
  home: HomePlace,
  given: TextToJudge,
): Promise<Decided<readonly ProposalFinding[]>> {
  const shape = checkShape(given)
  if (shape !== null) return refused('text-invalid', shape)
  const leak = await checkOutput(given)
  if (leak !== null && given.trust === 'model') return refused('threat', leak.message)
  // It says how to write it in a way that may stay, which a threat does not.
  const orders = given.data ? ordersIn(given.text) : []
  const order = orders.find(({ severity }) => severity === 'warning')
  if (order && given.trust === 'model') return refused('order', order.message)
  const threats = await findThreats(home, given)
  const [blocking] = threats.filter(({ blocks }) => blocks)
  if (blocking) return refused('threat', blocking.finding.message)
  const told = threats.map(({ finding }) => finding)
  return granted([...(leak === null ? [] : [leak]), ...told, ...orders])
}

/** Why a text cannot be an entry or a body, whatever it says; `null`: it can. */
export function checkShape({ kind, text }: Pick<TextToJudge, 'kind' | 'text'>): string | null {
  const most = kind === 'memory' ? MAX_ENTRY_CHARS : MAX_CONFIG_CHARS
  const chars = countChars(text)
  if (text.trim() === '') return 'the text is empty'
  if (chars > most) return `the text has ${chars} characters, and one may have ${most}`
  const control = /[^\P{Cc}\t\n\r]/u.exec(text)?.[0]
  if (control !== undefined) {
    const code = control.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()
    return `the text holds the control character U+${code}`
  }
  if (/\p{Surrogate}/u.test(text)) return 'the text holds half of a character'
  // A file's frontmatter says who sees it and what it may hold; that is the person's.
  if (/^\ufeff?\s*---/.test(text)) return 'the text begins like frontmatter, which stays as it is'
  return null
}

/** Credentials, elements of a prompt, escapes of terminals and addresses that carry data: no fact needs them. */
async function checkOutput({ text, before = '' }: TextToJudge): Promise<ProposalFinding | null> {
  const { filterOutput } = await import('@onesoul/core/output-filter')
  const options = { boundaryNames: RESERVED_NAMES }
  const countOf = (wanted: string, findings: FilteredOutput['findings']): number =>
    findings.filter(({ kind }) => kind === wanted).length
  const old = filterOutput(before, options).findings
  const now = filterOutput(text, options).findings
  // One that the file has already is the person's own.
  const found = now.find(({ kind }) => countOf(kind, now) > countOf(kind, old))
  if (!found) return null
  const message = found.message.replace(/^The output/, 'the text').replace(/\.$/, '')
  return { rule: found.kind, severity: 'high', message }
}

interface Threat {
  readonly finding: ProposalFinding
  readonly blocks: boolean
}

async function findThreats(home: HomePlace, given: TextToJudge): Promise<readonly Threat[]> {
  const [{ scanThreats, THREAT_RULES }, { readOverrides }] = await Promise.all([
    import('@onesoul/core/threats'),
    import('../guard/overrides.ts'),
  ])
  const { guard } = home.config.settings
  const place = { home: home.dir, userHome: home.userHome, file: guard.overrides }
  const ids = THREAT_RULES.map(({ id }) => id)
  const { entries: overrides } = await readOverrides(place, given.today, ids)
  const policy = resolvePolicy(guard.policy)
  const scan = (text: string) => {
    const at = { path: 'MEMORY.md', absolute: '/MEMORY.md', trust: given.trust }
    const rules = { scan: scanThreats, policy, overrides, place: at }
    return scanBytes(Buffer.from(text, 'utf8'), rules).findings
  }
  // What the file has already is the person's own: the same rule in the same block.
  const old = new Set(scan(given.before ?? '').map(keyOf))
  return scan(given.text)
    .filter((found) => {
      return found.action !== 'pass' && found.override === undefined && !old.has(keyOf(found))
    })
    .map((found) => ({
      finding: { rule: found.rule, severity: found.severity, message: describeThreat(found) },
      blocks: found.action !== 'warn',
    }))
}

function keyOf({ rule, block }: { readonly rule: string; readonly block: string }): string {
  return `${rule} ${block}`
}

function ordersIn(text: string): readonly ProposalFinding[] {
  const ref = { root: 'configs', kind: 'slot', name: 'MEMORY.md', path: 'MEMORY.md' } as const
  const { value } = parseText({ ...ref, sha256: '' }, text)
  return findOrders(value).map(({ code, severity, message }) => ({ rule: code, severity, message }))
}
