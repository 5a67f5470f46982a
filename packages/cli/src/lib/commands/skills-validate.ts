import { type ValidatedSkill, validatePaths } from '@onesoul/skills'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { visible } from '../format/visible.ts'
import { scanRules } from '../skills/open-life.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { printJson } from '../terminal/print-json.ts'

/** `onesoul skills validate PATH…`: every rule that skills break, by file and line. Ends with 3 on an error. */
export async function validateSkillsCommand(
  invocation: Invocation,
  paths: readonly string[],
): Promise<number> {
  const { cwd, flags, terminal } = invocation
  const skills = await validatePaths(paths, { cwd, rules: await scanRules(invocation) })
  if (flags.json) printJson(invocation, { skills })
  else terminal.out(skills.map((skill) => describe(skill, invocation)).join(''))
  const failed = skills.some(({ diagnostics }) =>
    diagnostics.some(({ severity }) => severity === 'error'),
  )
  return failed ? EXIT.findings : EXIT.done
}

function describe({ path, diagnostics }: ValidatedSkill, { flags, terminal }: Invocation): string {
  const shown = diagnostics.filter(({ severity }) => flags.verbose || severity !== 'info')
  const errors = shown.filter(({ severity }) => severity === 'error').length
  const warnings = shown.filter(({ severity }) => severity === 'warning').length
  const verdict =
    shown.length === 0 ? 'valid' : [count(errors, 'error'), count(warnings, 'warning')]
  const line = `${visible(path)}: ${[verdict].flat().filter(Boolean).join(', ') || 'valid'}\n`
  return line + formatDiagnostics(shown, terminal.style)
}

function count(amount: number, what: string): string {
  return amount === 0 ? '' : `${amount} ${what}${amount === 1 ? '' : 's'}`
}
