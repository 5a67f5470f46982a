import type { DeliveryPlan, PlanInput } from '../port/plan.ts'
import { parseArguments, promptWords } from './arguments.ts'
import { CONFIG_CONTENT, type ContentResult } from './config-content.ts'
import { factsOf } from './facts.ts'
import { explainStandIn, wouldAskScripted } from './offline.ts'
import { OPENCODE_TRAITS } from './traits.ts'

type Refusal = NonNullable<DeliveryPlan['refusal']>

/** Linux's limit of one argument or variable, MAX_ARG_STRLEN without the end mark. */
const MAX_STRING_BYTES = 128 * 1024 - 1

/** Flags after which our text would reach nobody, or another folder's agent. */
const REFUSED: Readonly<Record<string, string>> = {
  attach: 'sends the prompt to a server that was started without this text',
  dir: 'starts opencode in another folder than the one that was composed for; use `--cwd`',
}

const PERMISSION_FLAGS = ['auto', 'yolo', 'dangerously-skip-permissions']
const SESSION_FLAGS = ['session', 'continue', 'fork']

/** The reason why a run cannot be delivered, or `null`. Pure. */
export function findRefusal(input: PlanInput, content: ContentResult): Refusal | null {
  return (
    refuseTier(input) ??
    refuseFlags(input) ??
    refuseWords(input) ??
    refuseRecorder(input) ??
    refuseScripted(input) ??
    refuseContent(content) ??
    refuseLength(input, content)
  )
}

function refuseTier({ permission }: PlanInput): Refusal | null {
  if (permission === undefined || OPENCODE_TRAITS.permissionFlags[permission]) return null
  return {
    code: 'tier-not-enforceable',
    message: `opencode has no permission tier ${permission}: it asks before tools run, and confines nothing`,
  }
}

function refuseFlags(input: PlanInput): Refusal | null {
  const { options } = parseArguments(input.inspection.args)
  const given = (names: readonly string[]): string | undefined =>
    names.find((name) => options.has(name))
  const refused = given(Object.keys(REFUSED))
  if (refused !== undefined) return conflict(`opencode's --${refused} ${REFUSED[refused]}`)
  const twice = [
    [input.session.mode === 'resume', '--resume', given(SESSION_FLAGS)],
    [input.model !== undefined, '--model', given(['model'])],
    [input.permission !== undefined, '--permission', given(PERMISSION_FLAGS)],
  ] as const
  const clash = twice.find(([ours, , theirs]) => ours && theirs !== undefined)
  if (clash === undefined) return null
  return conflict(`${clash[1]} and opencode's own --${clash[2]} say two things; keep one of them`)
}

function refuseWords(input: PlanInput): Refusal | null {
  const [word] = parseArguments(input.inspection.args).words
  if (word === undefined) return null
  const shown = JSON.stringify(word)
  return conflict(
    input.prompt === null
      ? `opencode would take ${shown} for a folder or a command; only flags may follow \`--\``
      : `opencode would take ${shown} for a part of the prompt; only flags may follow \`--\``,
  )
}

function conflict(message: string): Refusal {
  return { code: 'flag-conflict', message }
}

function refuseRecorder(input: PlanInput): Refusal | null {
  const { endpoint } = input.inspection
  if (input.recorderUrl === undefined || endpoint.recordable) return null
  if (explainStandIn(input) !== null) return null
  return { code: 'not-recordable', message: endpoint.reason }
}

function refuseScripted(input: PlanInput): Refusal | null {
  if (!wouldAskScripted(input) || factsOf(input.inspection)?.model) return null
  return {
    code: 'answered-offline',
    message:
      'the latest turn of the session was answered offline, and opencode was told no other model than the scripted one; name one with `--model PROVIDER/MODEL`',
  }
}

function refuseContent(content: ContentResult): Refusal | null {
  return content.ok ? null : { code: 'config-invalid', message: content.message }
}

function refuseLength(input: PlanInput, content: ContentResult): Refusal | null {
  const variable = content.ok ? `${CONFIG_CONTENT}=${content.content}` : ''
  const words = input.prompt === null ? [] : promptWords(input.prompt)
  return (
    refuseLong(`the variable ${CONFIG_CONTENT}`, variable) ??
    words.map((word) => refuseLong('a word of the prompt', word)).find(Boolean) ??
    null
  )
}

function refuseLong(what: string, text: string): Refusal | null {
  const bytes = Buffer.byteLength(text)
  if (bytes <= MAX_STRING_BYTES) return null
  const message = `${what} has ${bytes} bytes; the system allows ${MAX_STRING_BYTES}`
  return { code: 'argument-too-long', message }
}
