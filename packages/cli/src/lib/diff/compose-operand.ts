import type { ComparedComposition, Refusal, RuntimeFacts } from '@onesoul/core'
import { type Home, SourcesError } from '@onesoul/sources'
import { findAgent } from '../agents/registry.ts'
import { composeFor } from '../prepare/compose-for.ts'
import { detectAgent } from '../prepare/detect-agent.ts'
import { openPlace } from '../prepare/open-place.ts'
import type { TargetFlags } from '../prepare/target-flags.ts'
import { targetOf } from '../run/compose-session.ts'
import { asComposition } from '../session/changed-sections.ts'
import type { StoredSession } from '../session/session-record.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { withHomeAtCommit } from './home-at-commit.ts'
import type { DiffOperand } from './operand.ts'

/** One side of a `diff`, composed. */
export interface DiffSide {
  /** What was typed, and what it stands for: `git:HEAD (1a2b3c4d5)`. */
  readonly label: string
  readonly compared: ComparedComposition
  /** Why the side could not be delivered; it is compared all the same. */
  readonly refusal: Refusal | null
}

export interface OperandContext {
  /** For whom both sides are, unless an operand says otherwise. */
  readonly target: TargetFlags
  readonly agent: string | undefined
  /** Those of a session on the other side, so that they are no difference. */
  readonly facts: RuntimeFacts | null
}

/** What the flags say, completed by what a session on one side was begun for. */
export function contextOf(
  flags: TargetFlags & { readonly agent?: string },
  sessions: readonly StoredSession[],
): OperandContext {
  const { agent, platform, bot, viewer, language } = flags
  const [session] = sessions
  const given = {
    ...(platform === undefined ? {} : { platform }),
    ...(bot === undefined ? {} : { bot }),
    ...(viewer === undefined ? {} : { viewer }),
    ...(language === undefined ? {} : { language }),
  }
  return {
    target: { ...(session ? targetOf(session.record) : {}), ...given },
    agent: agent ?? session?.record.agent,
    facts: session ? factsOf(session) : null,
  }
}

/** The session as it is kept. */
export function sessionSide(operand: DiffOperand, session: StoredSession): DiffSide {
  const { id } = session.record
  const label = operand.typed === `session:${id}` ? operand.typed : `${operand.typed} (${id})`
  return { label, compared: asComposition(session), refusal: null }
}

/** Composes what an operand names, from the home of now or of a commit. */
export async function composeOperand(
  invocation: Invocation,
  operand: DiffOperand,
  context: OperandContext,
): Promise<DiffSide> {
  const own = { ...context, ...overrides(operand, context) }
  if (operand.kind !== 'git') {
    const home = await openPlace(invocation)
    return composeSide(invocation, { home, label: operand.typed, context: own })
  }
  return withHomeAtCommit(invocation, operand.name, async ({ home, commit }) => {
    const short = commit.slice(0, 9)
    const label = commit.startsWith(operand.name) ? `git:${short}` : `${operand.typed} (${short})`
    try {
      return await composeSide(invocation, { home, label, context: own })
    } catch (error) {
      throw ofCommit(label, error)
    }
  })
}

/** Trouble with the files of a commit, which are nowhere on disk, named as such. */
function ofCommit(label: string, error: unknown): unknown {
  if (!(error instanceof SourcesError)) return error
  const { message, hints } = error
  return new CliError(EXIT.usage, `${label}: ${message}`, { hints, cause: error })
}

/** A bot alone says its platform; a platform alone has no bot. */
function overrides(operand: DiffOperand, { target }: OperandContext): Partial<OperandContext> {
  const { platform: _, bot: __, ...rest } = target
  if (operand.kind === 'agent') return { agent: operand.name }
  if (operand.kind === 'platform') return { target: { ...rest, platform: operand.name } }
  if (operand.kind !== 'bot') return {}
  const slash = operand.name.indexOf('/')
  const platform = slash < 0 ? target.platform : operand.name.slice(0, slash)
  const bot = operand.name.slice(slash + 1)
  return { target: { ...rest, bot, ...(platform === undefined ? {} : { platform }) } }
}

async function composeSide(
  invocation: Invocation,
  side: { readonly home: Home; readonly label: string; readonly context: OperandContext },
): Promise<DiffSide> {
  const { home, label, context } = side
  const agent = context.agent === undefined ? null : await findAgent(context.agent)
  const detection = agent ? await detectAgent(agent, home, invocation) : null
  const { composition } = await composeFor(invocation, {
    home,
    target: context.target,
    agent,
    detection: detection?.found ? detection : null,
    ...(context.facts === null ? {} : { facts: context.facts }),
  })
  return { label, compared: composition, refusal: composition.refusal }
}

/** The facts that a session was told at its start. */
function factsOf(session: StoredSession): RuntimeFacts | null {
  const { parts, manifest } = asComposition(session)
  const spans = manifest.sections.find(({ id }) => id === 'runtime-facts')?.spans ?? []
  const text = spans
    .filter((span) => 'inserted' in span && span.inserted === 'facts')
    .map((span) => parts[0]?.text.slice(span.start, span.end) ?? '')
    .join('')
  return text.trim() === '' ? null : (JSON.parse(text) as RuntimeFacts)
}
