import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import {
  type ComposeInput,
  type ComposeSettings,
  type Diagnostic,
  resolvePolicy,
  type Variable,
} from '@onesoul/core'
import type { BotConfig } from '../config/config-file.ts'
import type { MergedLayers } from '../config/merge-layers.ts'
import type { Settings } from '../config/settings.ts'
import type { HomePlace } from '../home/home.ts'
import { workingDirectory } from '../project/working-directory.ts'
import type { Worktree } from '../project/worktree.ts'
import { SourcesError } from '../sources-error.ts'
import type { TrustReport } from '../trust/trust-store.ts'
import type { ComposeRequest } from './compose-request.ts'
import { type EffectiveSettings, effectiveSettings } from './effective-settings.ts'
import { acceptedFindings, holdsForeignText } from './foreign-text.ts'
import { listSkills } from './list-skills.ts'
import { createLook, type Look } from './look.ts'
import { leaveOwned, type OwnedText } from './owned-slots.ts'
import type { ProjectVerdict } from './ownership.ts'
import { reportLostBytes, toProjectInputs } from './project-inputs.ts'
import { readTargetSlots } from './read-target-slots.ts'
import { reportExported } from './report-exported.ts'
import { reportUntrusted } from './report-untrusted.ts'
import { resolveGuidance } from './resolve-guidance.ts'
import { type ResolvedTarget, resolveTarget } from './resolve-target.ts'
import { shadowSkills } from './shadow-skills.ts'

export interface GatheredInputs {
  /** Complete: `compose(input)` is all that is left. */
  readonly input: ComposeInput
  readonly worktree: Worktree
  readonly trust: TrustReport
  /** What the adapter said about the project files. */
  readonly verdicts: readonly ProjectVerdict[]
  /** What the agent sends by itself in place of slots that were imported from its own files. */
  readonly ownedTexts: readonly OwnedText[]
  readonly bot: BotConfig | null
  /** Settings and origins for this target in this work tree. */
  readonly config: MergedLayers
}

/**
 * Reads everything that a composition depends on. Those that share a `look` read
 * what they have in common once. Default: a look of its own.
 *
 * @throws SourcesError `config-invalid` when the home or a trusted work tree has
 * an error in its configuration; `name-invalid`, `bot-unknown`,
 * `bot-without-platform`, `directory-missing` when the request is wrong.
 */
export async function gatherInputs(
  home: HomePlace,
  given: ComposeRequest,
  look: Look = createLook(home),
): Promise<GatheredInputs> {
  refuseErrors(home.diagnostics)
  const request = withoutNulls(given)
  const target = await resolveTarget(home, request)
  const cwd = resolve(home.cwd, request.cwd ?? '')
  const worktree = await look.worktree({ ...request, cwd, userHome: home.userHome })
  const effective = await effectiveSettings({
    home,
    look,
    worktree,
    bot: target.botConfig,
    maxTokens: request.maxTokens ?? null,
  })
  refuseErrors(effective.diagnostics)
  const { trust, config } = effective
  const verdicts = verdictsOf(request, worktree, trust.trusted)
  const slots = await readTargetSlots(home, {
    target,
    config,
    project: effective.project,
    files: look.slots,
    withHidden: request.withHidden ?? false,
  })
  const owned = await leaveOwned(slots.slots, {
    agent: request.agent,
    userHome: home.userHome,
    ...(request.personalFiles && { personalFiles: request.personalFiles }),
  })
  const project = projectOf({ worktree, verdicts, config, trust })
  const told = await listSkills(home, { request, cwd, platform: target.platform })
  const foreign = holdsForeignText(request, { project, skills: told.skills })
  const accepted = await acceptedFindings(home, { foreign, look, worktree, today: request.today })
  const input: ComposeInput = {
    target: targetOf(request, target),
    slots: owned.slots,
    project,
    ...addedParts(request),
    ...(await shadowSkills(home, { config, worktree, trust, owned, project })),
    ...(told.skills && { skills: told.skills }),
    guidance: resolveGuidance(home, { request, target, config, worktree }),
    hidden: slots.hidden,
    diagnostics: [
      ...home.diagnostics,
      ...target.diagnostics,
      ...effective.diagnostics,
      ...slots.diagnostics,
      ...owned.diagnostics,
      ...worktree.diagnostics,
      ...reportExported(project),
      ...reportUntrusted(project, trust, config.settings.project.trust),
      ...reportLostBytes(verdicts),
      ...told.diagnostics,
      ...accepted.diagnostics,
    ],
    settings: composeSettings(request, effective, { worktree, accepted: accepted.entries }),
    ports: await portsFor(foreign),
  }
  return {
    input,
    worktree,
    trust,
    verdicts,
    ownedTexts: owned.texts,
    bot: target.botConfig,
    config,
  }
}

/** JavaScript says null for what is not there, and so does the target of a manifest. */
function withoutNulls(request: ComposeRequest): ComposeRequest {
  const given = Object.entries(request).filter(([, value]) => value !== null)
  return Object.fromEntries(given) as unknown as ComposeRequest
}

function projectOf({
  worktree,
  verdicts,
  config,
  trust,
}: Pick<GatheredInputs, 'worktree' | 'verdicts' | 'config' | 'trust'>): ReturnType<
  typeof toProjectInputs
> {
  const { mode } = config.settings.project
  return toProjectInputs({ ...worktree, verdicts, mode, trusted: trust.trusted })
}

function addedParts(request: ComposeRequest): Pick<ComposeInput, 'extra' | 'turn' | 'facts'> {
  const { extra = [], turn = [], facts } = request
  return { extra, turn, facts: facts ?? null }
}

function verdictsOf(
  { ownership }: ComposeRequest,
  { files, cwd, hasGitRoot }: Worktree,
  trusted: boolean,
): readonly ProjectVerdict[] {
  return ownership?.(files, { cwd, hasGitRoot, trusted }) ?? []
}

/** The scanner is loaded for prompts that hold text of others. */
async function portsFor(foreign: boolean): Promise<ComposeInput['ports']> {
  if (!foreign) return { sha256 }
  const { scanThreats } = await import('@onesoul/core/threats')
  return { sha256, scanThreats }
}

function targetOf(request: ComposeRequest, target: ResolvedTarget): ComposeInput['target'] {
  return {
    agent: request.agent,
    platform: target.platform,
    bot: target.bot,
    viewer: request.viewer ?? target.botConfig?.audience ?? 'owner',
    session: request.session ?? null,
    format: request.format ?? 'xml',
  }
}

function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter((found) => found.severity === 'error')
  const [first, ...more] = errors
  if (!first) return
  const hints = [...(first.fix === undefined ? [] : [first.fix]), ...more.map(inOneLine)]
  throw new SourcesError('config-invalid', inOneLine(first), { hints, diagnostics: errors })
}

function inOneLine({ source, message }: Diagnostic): string {
  if (!source) return message
  return source.line === undefined
    ? `${source.path}: ${message}`
    : `${source.path}:${source.line}:${source.column}: ${message}`
}

function composeSettings(
  request: ComposeRequest,
  effective: EffectiveSettings,
  { worktree, accepted }: Pick<GatheredInputs, 'worktree'> & Pick<ComposeSettings, 'accepted'>,
): ComposeSettings {
  const settings: Settings = effective.config.settings
  const { unit, perFile, total, project, tokens, overflow } = settings.budget
  return {
    language: request.language ?? settings.language,
    budget: { unit, perFile, total, project, tokens, overflow },
    variables: variablesOf(effective, worktree),
    onMissing: settings.onMissing,
    elementName: settings.compat.elementName,
    userDataPublic: settings.compat.userDataPublic,
    canReadFiles: request.canReadFiles ?? true,
    threats: resolvePolicy(settings.guard.policy),
    ...(accepted && { accepted }),
  }
}

function variablesOf(
  effective: EffectiveSettings,
  worktree: Worktree,
): Readonly<Record<string, Variable>> {
  const values = new Map<string, Variable>()
  const own = effective.config.settings.variables
  for (const [name, value] of Object.entries(effective.project.variables ?? {})) {
    values.set(name, { value, trust: 'project' })
  }
  for (const [name, value] of Object.entries(own)) values.set(name, { value, trust: 'operator' })
  values.set('workspaceDir', { value: workingDirectory(worktree), trust: 'user' })
  return Object.fromEntries(values)
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
