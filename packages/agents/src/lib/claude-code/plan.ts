import { deliveryPath } from '../launch/content-address.ts'
import type { DeliveryFile, DeliveryPlan, PlanInput } from '../port/plan.ts'
import {
  lastOption,
  type ParsedArguments,
  parseClaudeArguments,
  printArguments,
} from './arguments.ts'
import { behavioursFor } from './behaviours.ts'
import { unpackDetails } from './details.ts'
import { recordingEnvironment, recordingSettings } from './recording.ts'
import { findRefusal } from './refusal.ts'
import { planSession } from './session.ts'
import { CLAUDE_CODE_TRAITS } from './traits.ts'
import { joinTexts } from './user-prompts.ts'

/** Plans a run of Claude Code: one file behind the vendor's system prompt, one for sub-agents. Pure. */
export function planClaudeRun(input: PlanInput): DeliveryPlan {
  const { detection, inspection, prompt } = input
  const parsed = parseClaudeArguments(inspection.args)
  const session = planSession(parsed, input)
  const files = planFiles(input)
  const added = recordingEnvironment(input)
  return {
    agent: detection.id,
    detection,
    command: detection.path,
    args: [
      ...(prompt === null || lastOption(parsed, '--print') !== undefined ? [] : ['-p']),
      ...fileFlags(files),
      ...bundleFlags(input),
      ...session.flags,
      ...choiceFlags(input, parsed),
      ...ownArguments(input, { parsed, settings: files.settings }),
    ],
    env: { ...input.env, ...added },
    envChanges: Object.keys(added).filter((name) => added[name] !== input.env[name]),
    cwd: input.cwd,
    files: listFiles(files),
    ...(input.skills?.bundle ? { bundle: input.skills.bundle } : {}),
    channel: CLAUDE_CODE_TRAITS.channel,
    delivered: input.text,
    userSources: inspection.userSources,
    agentSessionId: session.agentSessionId,
    interactive: prompt === null,
    details: { subagents: files.subagent ? 'directives' : 'none' },
    notes: [...inspection.notes, ...explainChildren(input), ...explainDistrust(input, parsed)],
    refusal: findRefusal(input, parsed, session),
  }
}

interface PlannedFiles {
  readonly append: DeliveryFile | null
  readonly subagent: DeliveryFile | null
  readonly settings: DeliveryFile | null
}

function planFiles(input: PlanInput): PlannedFiles {
  const { subagentText } = unpackDetails(input.inspection)
  const own = input.inspection.userSources.map((source) => source.text)
  const children = takesSubagentPrompt(input) ? [subagentText, input.directivesText] : []
  return {
    append: toFile(input, joinTexts([...own, input.text])),
    subagent: toFile(input, joinTexts(children)),
    settings: toFile(input, recordingSettings(input) ?? ''),
  }
}

function toFile({ deliverDir }: PlanInput, content: string): DeliveryFile | null {
  return content === '' ? null : { path: deliveryPath(deliverDir, content), content }
}

/** Equal texts are one file. */
function listFiles(files: PlannedFiles): readonly DeliveryFile[] {
  const all = [files.append, files.subagent, files.settings].filter((file) => file !== null)
  return all.filter((file, index) => all.findIndex((other) => other.path === file.path) === index)
}

function fileFlags({ append, subagent, settings }: PlannedFiles): readonly string[] {
  return [
    ...(append ? ['--append-system-prompt-file', append.path] : []),
    ...(subagent ? ['--append-subagent-system-prompt-file', subagent.path] : []),
    ...(settings ? ['--settings', settings.path] : []),
  ]
}

function bundleFlags({ skills }: PlanInput): readonly string[] {
  return skills?.bundle ? ['--plugin-dir', skills.bundle.path] : []
}

function choiceFlags(input: PlanInput, parsed: ParsedArguments): readonly string[] {
  return [
    ...(input.model === undefined ? [] : ['--model', input.model]),
    ...(input.permission ? (CLAUDE_CODE_TRAITS.permissionFlags[input.permission] ?? []) : []),
    ...(leavesOutWorkTree(input, parsed) ? ['--setting-sources', 'user'] : []),
  ]
}

/** Keeps the person's own settings and CLAUDE.md and drops everything of the work tree. */
function leavesOutWorkTree({ trusted }: PlanInput, parsed: ParsedArguments): boolean {
  return !trusted && lastOption(parsed, '--setting-sources') === undefined
}

/** The person's flags, then the prompt where nothing can take it for a flag or a flag's value. */
function ownArguments(
  input: PlanInput,
  {
    parsed,
    settings,
  }: { readonly parsed: ParsedArguments; readonly settings: DeliveryFile | null },
): readonly string[] {
  const prompt = promptOf(input)
  const rest = prompt === null ? parsed.rest : ['--', prompt, ...parsed.rest.slice(1)]
  const replaced = settings === null ? null : '--settings'
  return printArguments({ ...parsed, rest }, (item) => item.name !== null && item.name === replaced)
}

/** A call of a skill stands at the very beginning. */
function promptOf({ prompt, skills }: PlanInput): string | null {
  const call = skills?.call
  return call ? `/${call.name} ${call.args}`.trimEnd() : prompt
}

function explainDistrust(input: PlanInput, parsed: ParsedArguments): readonly string[] {
  if (!leavesOutWorkTree(input, parsed)) return []
  return [
    'the work tree is not trusted: Claude Code gets no settings, hooks, rules, skills and agents of it',
  ]
}

function takesSubagentPrompt({ detection }: PlanInput): boolean {
  return behavioursFor(detection).takesSubagentPrompt
}

function explainChildren(input: PlanInput): readonly string[] {
  if (takesSubagentPrompt(input)) return []
  return [
    `sub-agents of Claude Code ${input.detection.version} receive nothing of this composition`,
  ]
}
