import type { DeliveryPlan, PlanInput } from '../port/plan.ts'
import { lastOption, type ParsedArguments } from './arguments.ts'
import { unpackDetails } from './details.ts'
import { SUBCOMMANDS } from './option-table.ts'
import type { SessionArguments } from './session.ts'

type Refusal = NonNullable<DeliveryPlan['refusal']>

/** Flags with which the conversation runs in another process or on another machine. */
const ELSEWHERE = ['--background', '--cloud', '--desktop', '--remote', '--teleport', '--tmux']

const PERMISSION_FLAGS = [
  '--permission-mode',
  '--dangerously-skip-permissions',
  '--allow-dangerously-skip-permissions',
]

/** One argument of a program on Linux holds fewer bytes than this (MAX_ARG_STRLEN). */
const MAX_ARGUMENT_BYTES = 128 * 1024

/** The first reason why a plan cannot be done; `null`: it can. */
export function findRefusal(
  input: PlanInput,
  parsed: ParsedArguments,
  session: SessionArguments,
): Refusal | null {
  const { problem } = unpackDetails(input.inspection)
  return (
    refuseIf('user-file-unreadable', problem) ??
    refuseIf('not-recordable', whyNotRecordable(input)) ??
    refuseIf('flag-conflict', session.conflict) ??
    refuseIf('flag-conflict', findFlagConflict(input, parsed)) ??
    refuseIf('unsupported-flag', findUnsupported(parsed)) ??
    refuseIf('argument-too-long', findTooLong(input))
  )
}

function refuseIf(code: string, message: string | null): Refusal | null {
  return message === null ? null : { code, message }
}

function whyNotRecordable({ inspection, recorderUrl, offline }: PlanInput): string | null {
  const { endpoint } = inspection
  return recorderUrl === undefined || offline || endpoint.recordable ? null : endpoint.reason
}

function findFlagConflict(input: PlanInput, parsed: ParsedArguments): string | null {
  const sources = lastOption(parsed, '--setting-sources')?.split(',') ?? []
  if (!input.trusted && sources.some((source) => source !== 'user' && source !== '')) {
    return '--setting-sources would load files of a work tree that is not trusted: run `onesoul trust` first'
  }
  const permission = PERMISSION_FLAGS.find((name) => lastOption(parsed, name) !== undefined)
  if (input.permission && permission) {
    return `${permission} stands against the permission tier ${input.permission}`
  }
  return null
}

function findUnsupported(parsed: ParsedArguments): string | null {
  const flag = ELSEWHERE.find((name) => lastOption(parsed, name) !== undefined)
  if (flag)
    return `with ${flag} Claude Code leaves this process, and the delivery would end before it`
  const command = parsed.items.find((item) => item.name === null)?.value ?? ''
  return SUBCOMMANDS.has(command)
    ? `\`claude ${command}\` is no conversation: run it directly`
    : null
}

function findTooLong({ prompt, inspection }: PlanInput): string | null {
  const longest = Math.max(
    0,
    ...[prompt ?? '', ...inspection.args].map((argument) => Buffer.byteLength(argument)),
  )
  if (longest < MAX_ARGUMENT_BYTES) return null
  return `an argument of ${longest} bytes is too long: one argument holds less than ${MAX_ARGUMENT_BYTES}`
}
