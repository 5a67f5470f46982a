import type { Diagnostic, ProjectInput } from '@onesoul/core'
import type { Settings } from '../config/settings.ts'
import type { ProjectFile } from '../project/worktree.ts'
import { orderProject, rankProject } from './order-project.ts'
import type { ProjectVerdict } from './ownership.ts'
import { whyShadowed } from './shadow-project.ts'

export interface ProjectInputsOptions {
  readonly files: readonly ProjectFile[]
  readonly verdicts: readonly ProjectVerdict[]
  readonly mode: Settings['project']['mode']
  /** Working directory relative to the root; `''` is the root. */
  readonly cwd: string
  readonly trusted: boolean
}

interface Decision {
  readonly delivery: ProjectInput['delivery']
  readonly reason?: string
}

/**
 * Decides for every instruction file who brings it to the model, so that no
 * rule arrives twice and none is lost: what the agent reads stays with it, the
 * same text counts once, an override stands for the file beside it. In the order
 * of a prompt.
 */
export function toProjectInputs(options: ProjectInputsOptions): readonly ProjectInput[] {
  const decided = new Map<string, Decision>()
  for (const file of options.files) decided.set(file.path, decideAlone(file, options))
  markSameText(options, decided)
  const ranks = rankProject(options.files)
  return orderProject(options.files).map((file) => ({
    document: file.document,
    trusted: options.trusted,
    rank: ranks.get(file.path) ?? 0,
    ...appliesTo(file),
    ...withTrust(decided.get(file.path) ?? { delivery: 'inject' }, options),
  }))
}

/** A rule that counts always is about all files, whatever its patterns say. */
function appliesTo({ cursorRule }: ProjectFile): Pick<ProjectInput, 'appliesTo'> {
  if (!cursorRule || cursorRule.always || cursorRule.globs.length === 0) return {}
  return { appliesTo: cursorRule.globs.join(', ') }
}

function withTrust(decision: Decision, { trusted }: ProjectInputsOptions): Decision {
  if (trusted || decision.delivery !== 'inject') return decision
  return { ...decision, reason: 'not trusted: quoted as data' }
}

function decideAlone(file: ProjectFile, options: ProjectInputsOptions): Decision {
  const verdict = options.verdicts.find((one) => one.path === file.path)
  if (verdict && verdict.delivery !== 'inject') {
    return { delivery: verdict.delivery, reason: verdict.reason }
  }
  const importer = options.verdicts.find(
    (one) => one.delivery === 'native' && one.imports?.includes(file.path),
  )
  if (importer) return { delivery: 'duplicate', reason: `imported by ${importer.path}` }
  const hidden = whyShadowed(file, options)
  return hidden === null ? { delivery: 'inject' } : { delivery: 'shadowed', reason: hidden }
}

/** Of files with one text, a native or an imported one counts, else the first that is injected. */
function markSameText(options: ProjectInputsOptions, decided: Map<string, Decision>): void {
  const textOf = (file: ProjectFile): string => file.sameAs ?? file.path
  const carrier = new Map<string, string>()
  for (const wanted of ['native', 'duplicate', 'inject'] as const) {
    for (const file of options.files) {
      const known = carrier.get(textOf(file))
      if (decided.get(file.path)?.delivery !== wanted) continue
      if (known === undefined) carrier.set(textOf(file), file.path)
      else if (wanted === 'inject') {
        decided.set(file.path, { delivery: 'duplicate', reason: `the same text as ${known}` })
      }
    }
  }
}

/** Reports native files whose text does not reach the model whole. */
export function reportLostBytes(verdicts: readonly ProjectVerdict[]): readonly Diagnostic[] {
  return verdicts.flatMap((verdict): Diagnostic[] => {
    if (!verdict.lostBytes) return []
    const message = `${verdict.path}: ${verdict.lostBytes} bytes do not reach the model, although ${verdict.reason}`
    const source = { root: 'worktree', path: verdict.path } as const
    return [{ code: 'project.native-cut', severity: 'warning', message, source }]
  })
}
