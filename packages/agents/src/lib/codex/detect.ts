import { detectProgram } from '../launch/detect-program.ts'
import type { DetectInput, Detection } from '../port/detection.ts'
import { CODEX_TRAITS } from './traits.ts'

export const CODEX_ID = 'codex'

/** Finds `codex` and its version. */
export async function detectCodex(input: DetectInput): Promise<Detection> {
  const program = await detectProgram(input, {
    id: CODEX_ID,
    names: ['codex'],
    versionArgs: ['--version'],
    pattern: /\bcodex-cli (\d+\.\d+\.\d+\S*)/,
  })
  if (!program.found) return { found: false, id: CODEX_ID, reason: program.reason }
  const proven = CODEX_TRAITS.provenVersions.includes(program.version)
  return { ...program, id: CODEX_ID, proven, behaviours: {} }
}
