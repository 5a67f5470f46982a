import type { DeliveryPlan } from '../port/plan.ts'
import { sortFlags } from './flags.ts'
import type { PlanParts } from './plan-parts.ts'

type Refusal = NonNullable<DeliveryPlan['refusal']>

/** Linux's limit of one argument, MAX_ARG_STRLEN without the end mark. */
const MAX_ARGUMENT_BYTES = 128 * 1024 - 1

const BYPASS = '--dangerously-bypass-approvals-and-sandbox'
const PERMISSION_FLAGS = ['--sandbox', '--ask-for-approval', '--approve-for-me', BYPASS]

/** The reason why a run cannot be delivered, or `null`. Pure. */
export function findRefusal(parts: PlanParts): Refusal | null {
  return (
    refuseFlags(parts) ??
    refuseTwice(parts) ??
    refuseFolder(parts) ??
    refusePrompt(parts) ??
    refuseRecorder(parts)
  )
}

function refuseFlags({ flags }: PlanParts): Refusal | null {
  const [first] = flags.refused
  return first === undefined ? null : { code: 'flag-conflict', message: first }
}

function refuseTwice({ input }: PlanParts): Refusal | null {
  const { seen } = sortFlags(input.inspection.args, 'terminal')
  const permission = PERMISSION_FLAGS.find((name) => seen.has(name))
  if (input.permission && permission) {
    return conflict(`--permission ${input.permission} and codex's own ${permission} say two things`)
  }
  if (input.model !== undefined && seen.has('--model')) {
    return conflict(`--model ${input.model} and codex's own --model say two things`)
  }
  return null
}

function conflict(message: string): Refusal {
  return { code: 'flag-conflict', message: `${message}; keep one of them` }
}

/** `codex exec` checks this itself, but not when it talks to a server (0.171.0). */
function refuseFolder({ input, facts, flags }: PlanParts): Refusal | null {
  if (input.prompt === null || facts.insideGit) return null
  if (flags.seen.has('--skip-git-repo-check') || flags.seen.has(BYPASS)) return null
  return {
    code: 'not-a-git-repository',
    message: `${input.cwd} is in no git repository, where codex runs a prompt only with \`-- --skip-git-repo-check\``,
  }
}

function refusePrompt({ input }: PlanParts): Refusal | null {
  const bytes = Buffer.byteLength(input.prompt ?? '')
  if (bytes <= MAX_ARGUMENT_BYTES) return null
  return {
    code: 'argument-too-long',
    message: `the prompt has ${bytes} bytes; one argument holds ${MAX_ARGUMENT_BYTES}`,
  }
}

function refuseRecorder({ input, facts }: PlanParts): Refusal | null {
  if (input.recorderUrl === undefined) return null
  const { endpoint } = input.inspection
  if (!endpoint.recordable) return { code: 'not-recordable', message: endpoint.reason }
  if (facts.chatgpt && input.prompt === null) {
    const message = 'codex is signed in with ChatGPT; only `codex exec` uses CODEX_API_KEY'
    return { code: 'not-recordable', message }
  }
  return null
}
