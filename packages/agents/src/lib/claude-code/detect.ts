import { detectProgram } from '../launch/detect-program.ts'
import type { DetectInput, Detection } from '../port/detection.ts'
import { behavioursOf } from './behaviours.ts'
import { CLAUDE_CODE_TRAITS } from './traits.ts'

export const CLAUDE_CODE_ID = 'claude-code'

/** Finds `claude` and says what its version does. */
export async function detectClaudeCode(input: DetectInput): Promise<Detection> {
  const program = await detectProgram(input, {
    id: CLAUDE_CODE_ID,
    names: ['claude'],
    versionArgs: ['--version'],
    pattern: /(\d+\.\d+\.\d+) \(Claude Code\)/,
  })
  if (!program.found) return { found: false, id: CLAUDE_CODE_ID, reason: program.reason }
  return {
    ...program,
    id: CLAUDE_CODE_ID,
    proven: CLAUDE_CODE_TRAITS.provenVersions.includes(program.version),
    behaviours: behavioursOf(program.version),
  }
}
