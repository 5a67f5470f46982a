import type { Diagnostic, ProjectInput } from '@onesoul/core'
import type { Settings } from '../config/settings.ts'
import type { ProjectFile } from '../project/worktree.ts'
import type { ProjectVerdict } from './ownership.ts'

export interface ProjectInputsOptions {
  readonly files: readonly ProjectFile[]
  readonly verdicts: readonly ProjectVerdict[]
  readonly mode: Settings['project']['mode']
  readonly trusted: boolean
}

interface Decision {
  readonly delivery: ProjectInput['delivery']
  readonly reason?: string
}

/**
 * Decides for every instruction file who brings it to the model, so that no
 * rule arrives twice and none is lost: what the agent reads stays with it, the
 * same text counts once, an override stands for the file beside it.
 */
export function toProjectInputs(options: ProjectInputsOptions): readonly ProjectInput[] {
  const decided = new Map<string, Decision>()
  for (const file of options.files) decided.set(file.path, decideAlone(file, options))
  markSameText(options, decided)
  return options.files.map((file) => ({
    document: file.document,
    trusted: options.trusted,
    ...withTrust(decided.get(file.path) ?? { delivery: 'inject' }, options),
  }))
}

function withTrust(decision: Decision, { trusted }: ProjectInputsOptions): Decision {
  if (trusted || decision.delivery !== 'inject') return decision
  return { ...decision, reason: 'not trusted: quoted as data' }
}

function decideAlone(file: ProjectFile, options: ProjectInputsOptions): Decision {
  const verdict = options.verdicts.find((one) => one.path === file.path)
  if (verdict?.delivery === 'native') return { delivery: 'native', reason: verdict.reason }
  const importer = options.verdicts.find(
    (one) => one.delivery === 'native' && one.imports?.includes(file.path),
  )
  if (importer) return { delivery: 'duplicate', reason: `imported by ${importer.path}` }
  const hidden = whyShadowed(file, options)
  return hidden === null ? { delivery: 'inject' } : { delivery: 'shadowed', reason: hidden }
}

function whyShadowed(file: ProjectFile, { files, mode }: ProjectInputsOptions): string | null {
  if (isBlank(file)) return 'the file is empty'
  if (mode === 'off') return 'project.mode is off'
  if (file.name === 'AGENTS.md') {
    const override = files.find(
      (other) =>
        other.name === 'AGENTS.override.md' &&
        other.directory === file.directory &&
        !isBlank(other),
    )
    if (override) return `${override.path} stands for it`
  }
  if (mode === 'first' && !isAgentsFile(file)) {
    const first = files.find((other) => isAgentsFile(other) && !isBlank(other))
    if (first) return `project.mode is first and there is ${first.path}`
  }
  return null
}

function isAgentsFile(file: ProjectFile): boolean {
  return file.name.startsWith('AGENTS.')
}

function isBlank(file: ProjectFile): boolean {
  return file.text.replaceAll('\ufeff', '').trim() === ''
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
