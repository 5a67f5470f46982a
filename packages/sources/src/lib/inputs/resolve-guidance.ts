import { canonicalPlatform, findModelFamily, type GuidanceInput } from '@onesoul/core'
import type { GuidanceText } from '../config/config-file.ts'
import type { MergedLayers } from '../config/merge-layers.ts'
import type { Settings } from '../config/settings.ts'
import type { HomePlace } from '../home/home.ts'
import type { Worktree } from '../project/worktree.ts'
import { type EnvironmentPlace, readEnvironmentFacts } from '../runtime/environment-facts.ts'
import type { ComposeRequest } from './compose-request.ts'
import type { ResolvedTarget } from './resolve-target.ts'

type GuidanceSettings = Settings['guidance']

export interface GuidanceTarget {
  readonly request: ComposeRequest
  readonly target: Pick<ResolvedTarget, 'platform'>
  readonly config: MergedLayers
  readonly worktree: Worktree
}

/** What a composition tells of its platform, its model and the machine, as configuration, request and agent decide. */
export function resolveGuidance(
  { env }: Pick<HomePlace, 'env'>,
  { request, target, config, worktree }: GuidanceTarget,
): GuidanceInput {
  const settings = config.settings.guidance
  const platform = platformGuidance(target.platform, settings)
  const model = modelGuidance(request, settings)
  const environment = environmentFacts(request, settings, { env, worktree })
  return {
    ...(platform && { platform }),
    ...(model && { model }),
    ...(environment && { environment }),
  }
}

function platformGuidance(
  platform: string | null,
  settings: GuidanceSettings,
): GuidanceInput['platform'] {
  if (platform === null || settings.platform === 'never') return undefined
  const key = Object.keys(settings.platforms).find(
    (name) => canonicalPlatform(name).toLowerCase() === platform.toLowerCase(),
  )
  const from = `guidance.platforms.${key ?? platform}`
  return { ...textsOf(settings.platforms[key ?? '']), from }
}

function modelGuidance(
  request: ComposeRequest,
  settings: GuidanceSettings,
): GuidanceInput['model'] {
  const { model: name } = request
  if (name === undefined || settings.model === 'never') return undefined
  const family = findModelFamily(name)
  const bringsOwn = settings.model === 'auto' && (request.agentTells ?? []).includes('model')
  return {
    ...textsOf(settings.models[family]),
    name,
    bringsOwn,
    from: `guidance.models.${family}`,
  }
}

function textsOf({ replace, append }: GuidanceText = {}): GuidanceText {
  return {
    ...(replace !== undefined && { replace }),
    ...(append !== undefined && { append }),
  }
}

function environmentFacts(
  request: ComposeRequest,
  settings: GuidanceSettings,
  place: EnvironmentPlace,
): GuidanceInput['environment'] {
  if (settings.environment === 'never') return undefined
  const told = (request.agentTells ?? []).includes('environment')
  if (settings.environment === 'auto') return told ? undefined : request.environment
  return request.environment ?? readEnvironmentFacts(place)
}
