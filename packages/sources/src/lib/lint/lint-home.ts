import {
  type ComposeInput,
  type Composition,
  compose,
  type Diagnostic,
  lintComposition,
  type SlotInput,
} from '@onesoul/core'
import type { HomePlace } from '../home/home.ts'
import { inspectHome } from '../home/inspect-home.ts'
import type { ComposeRequest } from '../inputs/compose-request.ts'
import { todayUtc } from '../inputs/foreign-text.ts'
import { gatherInputs } from '../inputs/gather.ts'
import { createLook, type Look } from '../inputs/look.ts'
import type { PlaceNames } from '../slots/list-places.ts'
import { findThreats } from './find-threats.ts'
import { FindingList, type LintFinding } from './finding-list.ts'
import { isWhole, type LintTarget, lintPlaces, placeName } from './lint-places.ts'
import { findShadowed } from './shadowed-files.ts'
import { findStrayFiles } from './stray-files.ts'

/** One prompt that was composed and looked at. */
export interface LintedPlace extends PlaceNames {
  readonly agent: string
  readonly tokens: number
  readonly maxTokens: number | null
}

export interface LintReport {
  readonly places: readonly LintedPlace[]
  /** Slot files that were read, relative to the folder of slots, sorted. */
  readonly files: readonly string[]
  /** Each once, by file and line. */
  readonly findings: readonly LintFinding[]
}

/** What of an agent bears on a composition. */
export type LintAgent = Pick<ComposeRequest, 'agent' | 'maxTokens' | 'canReadFiles'>

export interface LintOptions {
  readonly target?: LintTarget
  /** For which agent the prompt of a place is measured; null: for none. Default: none. */
  readonly agentFor?: (place: PlaceNames) => LintAgent | null
  /** Until which day overrides of findings count, `YYYY-MM-DD`. Default: today, in UTC. */
  readonly today?: string
}

/**
 * Composes the prompt of every place of a home, without a work tree, and looks
 * at the slot files in it. Writes nothing.
 *
 * @throws SourcesError as `gatherInputs` does.
 */
export async function lintHome(home: HomePlace, options: LintOptions = {}): Promise<LintReport> {
  const { target = {} } = options
  const whole = isWhole(target)
  const prompts: Prompt[] = []
  const look = createLook(home)
  for (const place of await lintPlaces(home, target)) {
    const agent = options.agentFor?.(place) ?? null
    prompts.push(await composePlace(home, place, { agent, look }))
  }
  const found = new FindingList()
  if (whole) found.add(null, [...(await inspectFolder(home)), ...(await findStrayFiles(home))])
  for (const { place, input, composition } of prompts) {
    found.add(placeName(place), lintComposition(composition, input.settings.budget))
  }
  const placed = prompts.map(({ place, input }) => ({ place, slots: input.slots }))
  if (whole) found.add(null, findShadowed(placed))
  const slots = prompts.flatMap(({ input }) => input.slots)
  found.add(null, await findThreats(home, slots, options.today ?? todayUtc()))
  const paths = prompts.flatMap(({ input }) => input.slots.flatMap(pathsOf))
  return {
    places: prompts.map(describePlace),
    files: [...new Set(paths)].sort(),
    findings: found.sorted(),
  }
}

interface Prompt {
  readonly place: PlaceNames
  readonly input: ComposeInput
  readonly composition: Composition
}

/**
 * Composes for a place as from the home itself: instruction files of a work tree
 * are other people's, and where the command was started does not matter.
 */
async function composePlace(
  home: HomePlace,
  place: PlaceNames,
  { agent, look }: { readonly agent: LintAgent | null; readonly look: Look },
): Promise<Prompt> {
  const { platform, bot } = place
  const request = {
    agent: 'none',
    ...agent,
    ...(platform === null ? {} : { platform }),
    ...(bot === null ? {} : { bot }),
    cwd: home.exists ? home.dir : home.configsDir,
  }
  const { input: gathered } = await gatherInputs(home, request, look)
  const diagnostics = gathered.diagnostics.filter(
    ({ code, source }) =>
      source?.root !== 'worktree' && !code.startsWith('project.') && !OF_DOCTOR.has(code),
  )
  const input = { ...gathered, project: [], diagnostics }
  return { place, input, composition: compose(input) }
}

/** What `doctor` says about files and folders, without what only concerns the machine. */
async function inspectFolder(home: HomePlace): Promise<readonly Diagnostic[]> {
  const found = await inspectHome(home)
  return found.filter(
    ({ code }) => /^(?:decode|frontmatter|slot|scope)\./.test(code) && !OF_DOCTOR.has(code),
  )
}

/** Whether a home is ready for use is another question than whether its texts are sound. */
const OF_DOCTOR: ReadonlySet<string> = new Set(['slot.required', 'slot.starter'])

function describePlace({ place, composition }: Prompt): LintedPlace {
  const { target, totals } = composition.manifest
  const { tokens, maxTokens } = totals
  return { ...place, agent: target.agent, tokens, maxTokens }
}

function pathsOf({ resolution }: SlotInput): readonly string[] {
  return 'documents' in resolution ? resolution.documents.map((one) => one.ref.path) : []
}
