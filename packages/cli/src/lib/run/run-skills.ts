import {
  type Agent,
  AgentError,
  type DeliveryPlan,
  type ExpectedSkills,
  offerSkills,
  type PlannedCall,
  type PlannedSkills,
  type SkillOffer,
} from '@onesoul/agents'
import { decideSkill, parseSkillCall, type Skill, type SkillRequest } from '@onesoul/core'
import type { StateLayout } from '@onesoul/disk'
import type { Home } from '@onesoul/sources'
import { findSkills } from '../prepare/find-skills.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { expectSkills, readBody } from './expect-skills.ts'
import type { RunFlags } from './run-flags.ts'
import { noteSkills } from './skill-notes.ts'

export interface SkillsInput {
  readonly home: Home
  readonly agent: Agent
  readonly state: StateLayout
  /** The environment that the agent gets. */
  readonly env: Readonly<Record<string, string>>
  readonly flags: RunFlags
  readonly prompt: string | null
  readonly trusted: boolean
}

/** What a run has of skills. */
export interface RunSkills extends PlannedSkills {
  readonly skills: readonly Skill[]
  readonly offer: SkillOffer
  /** The name that was asked for, and the skill that it is. */
  readonly asked: { readonly name: string; readonly skill: Skill } | null
  /** What a receipt looks for; `null`: the agent has no skills of ours. */
  readonly expected: ExpectedSkills | null
  /** Things worth a line on standard error. */
  readonly notes: readonly string[]
}

const NOTHING: SkillOffer = { bundle: null, offered: [], shares: [], kept: [], unready: [] }

/**
 * Finds the skills of a run, decides what the agent gets of them, and reads the
 * call that the run begins with: `--skill`, or a prompt that begins with the call
 * of a skill. Throws `CliError` with exit code 4 for one that may not be called;
 * nothing is started or written.
 */
export async function prepareSkills(
  invocation: Invocation,
  input: SkillsInput,
): Promise<RunSkills> {
  const { home, agent, env, flags, trusted } = input
  const { skills } = await findSkills(home, {
    cwd: invocation.cwd,
    session: { env, ...(flags.platform === undefined ? {} : { platform: flags.platform }) },
  })
  const asked = askedFor(input, skills)
  const named = asked && skills.find((skill) => isNamed(skill, asked.name))
  // Those that come with OneSoul are there for whoever asks for them, or synchronised them.
  const usable = skills.filter((skill) => skill === named || skill.origin !== 'builtin')
  const { traits } = agent
  const offer = traits.ownLoop
    ? offerByTool(usable)
    : traits.skills
      ? await offerSkills(usable, {
          traits: traits.skills,
          place: { cwd: invocation.cwd, env, trusted },
          bundlesDir: input.state.skillBundles,
          leaseDir: input.state.leases,
          ...(named ? { called: named } : {}),
        })
      : NOTHING
  const base = { skills, offer, bundle: offer.bundle, notes: noteSkills(traits.name, offer) }
  if (asked === null) {
    return { ...base, call: null, asked: null, expected: expectSkills({ agent, skills, offer }) }
  }
  const all = offer.offered.map(({ calledAs }) => calledAs)
  const { skill, calledAs } = decide({
    ...base,
    name: asked.name,
    offered: offer.offered,
    catalogue: all,
  })
  const called = { calledAs, body: await readBody(skill) }
  return {
    ...base,
    call: { name: calledAs, args: asked.args },
    asked: { name: asked.name, skill },
    expected: expectSkills({ agent, skills, offer }, called),
  }
}

/** A tool of ours reads whatever is ready: nothing is laid out for it. */
function offerByTool(skills: readonly Skill[]): SkillOffer {
  const ready = skills.filter(({ status }) => status === 'ready')
  return { ...NOTHING, offered: ready.map(({ folder, name }) => ({ folder, calledAs: name })) }
}

/**
 * Asks the agent itself whether it has the skill that the run begins with.
 * Throws `CliError` with exit code 4 when it does not, or cannot tell.
 */
export async function proveCall(
  { agent, skills }: { readonly agent: Agent; readonly skills: RunSkills },
  plan: DeliveryPlan,
): Promise<void> {
  const { asked } = skills
  if (asked === null) return
  const { offered } = skills.offer
  const catalogue = agent.traits.ownLoop
    ? offered.map(({ calledAs }) => calledAs)
    : ((await readCatalogue(agent, plan)) ?? null)
  decide({ name: asked.name, skills: skills.skills, offered, catalogue })
}

async function readCatalogue(
  agent: Agent,
  plan: DeliveryPlan,
): Promise<readonly string[] | undefined> {
  try {
    return await agent.catalogue?.(plan)
  } catch (error) {
    throw error instanceof AgentError ? unproven(error) : error
  }
}

function unproven(cause: AgentError): CliError {
  return new CliError(
    EXIT.refused,
    `nothing proves that the skill can be called: ${cause.message}`,
    {
      hints: ['nothing was started'],
      cause,
    },
  )
}

/** The skill that the flag or the prompt names, and what it is called with. */
function askedFor({ flags, prompt }: SkillsInput, skills: readonly Skill[]): PlannedCall | null {
  if (flags.skill !== undefined) return { name: flags.skill, args: prompt ?? '' }
  const names = skills.flatMap(({ name }) => [name, `onesoul:${name}`])
  const call = parseSkillCall(prompt ?? '', { names: [...new Set(names)] })
  if (call.kind === 'none') return null
  if (call.kind === 'call') return { name: call.name, args: call.args }
  throw refuse(
    `${call.written} names several skills: ${call.candidates.join(', ')}`,
    call.candidates,
  )
}

function isNamed({ name, status }: Skill, asked: string): boolean {
  const bare = asked.replace(/^onesoul:/, '').split('@')[0]
  return name === bare && status === 'ready'
}

function decide(request: SkillRequest): Extract<ReturnType<typeof decideSkill>, { allowed: true }> {
  const name = request.name.replace(/^onesoul:/, '')
  const decision = decideSkill({ ...request, name })
  if (decision.allowed) return decision
  throw refuse(decision.reason, decision.hints)
}

function refuse(reason: string, hints: readonly string[]): CliError {
  return new CliError(EXIT.refused, reason, { hints: [...hints, 'nothing was started'] })
}
