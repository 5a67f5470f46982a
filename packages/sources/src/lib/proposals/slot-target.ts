import { join } from 'node:path'
import {
  type Audience,
  countBytes,
  countChars,
  estimateTokens,
  maySee,
  parseAudience,
  parseDocument,
  type Scope,
  SLOTS,
  type SlotDefinition,
  type SlotInput,
  type SlotName,
  type SourceDocument,
} from '@onesoul/core'
import { exists, readFileSafely } from '@onesoul/disk'
import { expandPath } from '../home/expand-path.ts'
import type { HomePlace } from '../home/home.ts'
import type { ComposeRequest } from '../inputs/compose-request.ts'
import { type GatheredInputs, gatherInputs } from '../inputs/gather.ts'
import { resolveTarget } from '../inputs/resolve-target.ts'
import { scopeLevels } from '../slots/slot-place.ts'
import { type Decided, granted, refused } from './proposal-refusal.ts'

/** For whom and where a session was composed: what decides which file wins. */
export type ProposalTarget = Pick<
  ComposeRequest,
  'platform' | 'bot' | 'viewer' | 'cwd' | 'explicitCwd'
>

/** How much a file may hold. */
export interface SlotBudget {
  readonly amount: number
  readonly unit: 'chars' | 'tokens' | 'bytes'
  /** The setting that says so. */
  readonly from: string
}

/** The one file of a slot that counts for a target, or the one that would. */
export interface SlotTarget {
  readonly slot: SlotName
  readonly scope: Scope
  /** Relative to the folder of slots. */
  readonly path: string
  readonly audience: Audience
  readonly budget: SlotBudget
}

/** A slot file as it is now; `null`: there is none. */
export interface SlotContent {
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly document: SourceDocument
}

export interface FindTargetsOptions {
  /** The person asks, who sees every file. Default: false. */
  readonly ofPerson?: boolean
}

/**
 * The files that a session of this target may propose changes for, in the order of the slots: the one that wins for
 * each slot, else a new one of the narrowest scope. Left out: what is excluded, what cannot be read, and what the
 * viewer does not see.
 *
 * @throws SourcesError as `gatherInputs`
 */
export async function findSlotTargets(
  home: HomePlace,
  target: ProposalTarget,
  { ofPerson = false }: FindTargetsOptions = {},
): Promise<readonly SlotTarget[]> {
  const gathered = await gatherInputs(home, { agent: 'none', ...target })
  const folder = await newFileFolder(home, target)
  return gathered.input.slots.flatMap((input) => {
    const definition = SLOTS.find(({ slot }) => slot === input.slot)
    const found = definition && targetOf(input, definition, { gathered, folder })
    if (!found) return []
    return ofPerson || maySee(gathered.input.target.viewer, found.audience) ? [found] : []
  })
}

/** Reads a slot file; one that cannot be changed safely is refused. */
export async function readSlotContent(
  home: HomePlace,
  path: string,
): Promise<Decided<SlotContent | null>> {
  const { configsDir, userHome, dir } = home
  const found = await readFileSafely(join(configsDir, path), {
    roots: [configsDir],
    homeDir: userHome,
    allowedRoots: home.config.settings.allowedRoots.map((one) =>
      expandPath(one, { base: dir, userHome }),
    ),
  })
  if (found.outcome === 'missing') return granted(null)
  if (found.outcome === 'failed') {
    return refused('file', found.message.replaceAll(`${configsDir}/`, '').replace(/\.$/, ''))
  }
  const { bytes, sha256 } = found
  if (found.viaLink) return refused('file', `${path} is a link; change the file that it leads to`)
  const ref = { root: 'configs', kind: 'slot', name: path, path, sha256 } as const
  const { value: document } = parseDocument(ref, bytes)
  if (!isSameText(document.text, bytes)) {
    return refused('file', `${path} holds bytes that are no UTF-8 and would not survive a change`)
  }
  return granted({ bytes, sha256, document })
}

/** How much a text has, in the unit of a budget. */
export function measureFor({ unit }: SlotBudget, text: string): number {
  if (unit === 'bytes') return countBytes(text)
  return unit === 'tokens' ? estimateTokens(text) : countChars(text)
}

/** The body of a slot file, without its frontmatter and without a byte order mark. */
export function bodyOf({ text, body }: SourceDocument): string {
  return text.slice(body.start, body.end).replace(/^\ufeff/, '')
}

interface Surroundings {
  readonly gathered: GatheredInputs
  readonly folder: { readonly scope: Scope; readonly path: string }
}

function targetOf(
  { slot, resolution }: SlotInput,
  definition: SlotDefinition,
  { gathered, folder }: Surroundings,
): SlotTarget | null {
  const { settings } = gathered.input
  const shown = settings.userDataPublic ? 'public' : definition.audience
  if (resolution.outcome === 'missing') {
    const path = `${folder.path}${definition.file}`
    return { slot, scope: folder.scope, path, audience: shown, budget: budgetOf(null, gathered) }
  }
  if (!('documents' in resolution)) return null
  const own = resolution.documents.filter(({ ref }) => ref.path.endsWith(definition.file))
  const scopes: readonly Scope[] = ['bot', 'platform', 'global']
  const won = scopes.flatMap((scope) => own.filter(({ ref }) => ref.scope === scope))[0]
  if (!won) return null
  const { audience } = won.frontmatter ?? {}
  return {
    slot,
    scope: won.ref.scope ?? 'global',
    path: won.ref.path,
    audience: audience === undefined ? shown : (parseAudience(audience) ?? 'owner'),
    budget: budgetOf(won, gathered),
  }
}

function budgetOf(document: SourceDocument | null, { input }: GatheredInputs): SlotBudget {
  const { unit, perFile } = input.settings.budget
  const own = document?.frontmatter?.budget
  return own && document
    ? { amount: own, unit: 'chars', from: `budget in ${document.ref.path}` }
    : { amount: perFile, unit, from: 'budget.perFile' }
}

/** Bots and platforms do not share what no file of theirs shares yet. */
async function newFileFolder(
  home: HomePlace,
  target: ProposalTarget,
): Promise<Surroundings['folder']> {
  const { platform, botScope } = await resolveTarget(home, target)
  const [level] = scopeLevels({ platform, bot: botScope })
  if (!level || level.scope === 'global') return { scope: 'global', path: '' }
  for (const folder of level.folders) {
    if (await exists(join(home.configsDir, folder.split('/')[0] ?? ''))) {
      return { scope: level.scope, path: `${folder}/` }
    }
  }
  return { scope: level.scope, path: `${level.folders[0]}/` }
}

/** A byte order mark is no part of the text, and survives. */
function isSameText(text: string, bytes: Uint8Array): boolean {
  const plain = Buffer.from(text, 'utf8')
  return plain.equals(bytes) || plain.equals(bytes.subarray(3))
}
