import { detectProgram } from '../launch/detect-program.ts'
import type { DetectInput, Detection } from '../port/detection.ts'
import { OPENCODE_ID, OPENCODE_TRAITS } from './traits.ts'

/** Finds `opencode` and its version. */
export async function detectOpenCode(input: DetectInput): Promise<Detection> {
  const program = await detectProgram(input, {
    id: OPENCODE_ID,
    names: ['opencode'],
    versionArgs: ['--version'],
    pattern: /^\s*v?(\d+\.\d+\.\d+\S*)\s*$/m,
  })
  if (!program.found) return { found: false, id: OPENCODE_ID, reason: program.reason }
  return {
    ...program,
    id: OPENCODE_ID,
    proven: OPENCODE_TRAITS.provenVersions.includes(program.version),
    behaviours: {},
  }
}
