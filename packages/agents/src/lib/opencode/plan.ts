import { join } from 'node:path'
import { deliveryPath } from '../launch/content-address.ts'
import type { DeliveryPlan, PlanInput } from '../port/plan.ts'
import { promptWords, withoutOption } from './arguments.ts'
import { CONFIG_CONTENT, type ConfigValue, mergeConfigContent } from './config-content.ts'
import { factsOf } from './facts.ts'
import { explainStandIn, OFFLINE_MODEL, OFFLINE_SWITCHES, recordingValues } from './offline.ts'
import { findRefusal } from './refusal.ts'
import { NO_EXTERNAL_SKILLS, NO_PROJECT } from './switches.ts'
import { OPENCODE_ID, OPENCODE_TRAITS } from './traits.ts'

/**
 * Plans a run of OpenCode. Our text goes into a file of its own that is named
 * last in `instructions`, through the variable whose JSON OpenCode merges over
 * the person's configuration: the environment holds the path, never the text.
 */
export function planOpenCode(input: PlanInput): DeliveryPlan {
  const file = { path: deliveryPath(input.deliverDir, input.text), content: input.text }
  const content = mergeConfigContent(input.env[CONFIG_CONTENT], {
    deliveryPath: file.path,
    values: [...recordingValues(input), ...skillValues(input)],
  })
  const additions = {
    ...(content.ok ? { [CONFIG_CONTENT]: content.content } : {}),
    ...(input.trusted ? {} : { [NO_PROJECT]: '1', [NO_EXTERNAL_SKILLS]: '1' }),
    ...(input.offline ? OFFLINE_SWITCHES : {}),
    ...passProxyBy(input),
  }
  return {
    agent: OPENCODE_ID,
    detection: input.detection,
    command: input.detection.path,
    args: argumentsOf(input),
    env: { ...input.env, ...additions },
    envChanges: Object.keys(additions),
    cwd: input.cwd,
    files: [file],
    ...(input.skills?.bundle ? { bundle: input.skills.bundle } : {}),
    channel: OPENCODE_TRAITS.channel,
    delivered: input.text,
    userSources: input.inspection.userSources,
    agentSessionId: input.session.mode === 'resume' ? input.session.agentSessionId : null,
    interactive: input.prompt === null,
    details: {},
    notes: [...input.inspection.notes, ...noteModels(input), ...noteUntrusted(input)],
    refusal: findRefusal(input, content),
  }
}

function argumentsOf(input: PlanInput): readonly string[] {
  const { prompt, session, model, permission, inspection } = input
  const standsIn = explainStandIn(input) !== null
  const flags = [
    ...(standsIn || model === undefined ? [] : ['--model', model]),
    ...(session.mode === 'resume' ? ['--session', session.agentSessionId] : []),
    ...((permission && OPENCODE_TRAITS.permissionFlags[permission]) ?? []),
    ...(standsIn ? withoutOption(inspection.args, 'model') : inspection.args),
  ]
  if (prompt === null) return flags
  const call = input.skills?.call
  return call
    ? ['run', ...flags, '--command', call.name, '--', ...promptWords(call.args)]
    : ['run', ...flags, '--', ...promptWords(prompt)]
}

/** A list in the variable replaces the person's, so theirs stand in it first. */
function skillValues({ skills, inspection }: PlanInput): readonly ConfigValue[] {
  if (!skills?.bundle) return []
  const own = factsOf(inspection)?.skillPaths ?? []
  return [{ path: ['skills', 'paths'], value: [...own, join(skills.bundle.path, 'skills')] }]
}

const PROXY_EXCEPTIONS = ['NO_PROXY', 'no_proxy'] as const

/** A proxy of the person's must not stand between OpenCode and a recorder on this machine. */
function passProxyBy({ env, recorderUrl }: PlanInput): Readonly<Record<string, string>> {
  const proxied = Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name))
  if (recorderUrl === undefined || !proxied) return {}
  const { hostname } = new URL(recorderUrl)
  return Object.fromEntries(
    PROXY_EXCEPTIONS.map((name) => [name, [env[name], hostname].filter(Boolean).join(',')]),
  )
}

function noteModels(input: PlanInput): readonly string[] {
  const reason = explainStandIn(input)
  if (reason !== null) return [`offline, opencode asks ${OFFLINE_MODEL}: ${reason}`]
  const { titleModel, model } = factsOf(input.inspection) ?? {}
  if (!(titleModel && model)) return []
  return [
    input.offline
      ? `offline, opencode asks ${model} for titles, not ${titleModel}`
      : `opencode asks ${titleModel} for titles; a recorder sees only requests to ${model.split('/')[0]}`,
  ]
}

function noteUntrusted({ trusted }: PlanInput): readonly string[] {
  if (trusted) return []
  return [
    'the work tree is not trusted: opencode gets no project configuration and no skills of .claude and .agents; a nested AGENTS.md still comes with a file that it reads there',
  ]
}
