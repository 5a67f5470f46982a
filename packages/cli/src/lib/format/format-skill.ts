import type { Diagnostic, GateVerdict, Skill } from '@onesoul/core'
import type { InspectedSkill } from '@onesoul/sources'
import type { Style } from '../terminal/terminal.ts'
import { formatCount } from './columns.ts'
import { formatDiagnostics } from './format-diagnostics.ts'
import { formatFindings } from './format-scan.ts'
import { paint } from './format-skills.ts'
import { formatTable } from './format-table.ts'
import { visible } from './visible.ts'

/** One skill with everything that is known of it. */
export interface ShownSkill {
  readonly skill: Skill
  /** Others of its name. */
  readonly others: readonly Skill[]
  readonly gates: readonly GateVerdict[]
  /** Rules that it breaks. */
  readonly diagnostics: readonly Diagnostic[]
  readonly inspected: InspectedSkill
}

export interface SkillView {
  readonly style: Style
  readonly verbose: boolean
}

/** Status and place, what it says of itself with the lines, gates, rules, findings, files. */
export function formatSkill(shown: ShownSkill, view: SkillView): string {
  const { skill, diagnostics, inspected } = shown
  const { style } = view
  const told = diagnostics.filter(({ severity }) => view.verbose || severity !== 'info')
  const blocks = [
    headOf(skill, style),
    indented(factRows(shown)),
    block('gates', indented(shown.gates.map((gate) => gateRow(gate, style)))),
    block('rules of the format', formatDiagnostics(told, style)),
    block('findings', formatFindings(inspected.scanned, view)),
    block('files', indented(fileRows(inspected))),
  ]
  return blocks.filter((text) => text !== '').join('\n')
}

function headOf({ name, status, reason }: Skill, style: Style): string {
  const why = reason === '' ? '' : `: ${visible(reason)}`
  return `${style.strong(visible(name))}  ${paint(status, style)(status)}${why}\n`
}

function block(title: string, text: string): string {
  return text === '' ? '' : `${title}\n${text}`
}

function indented(rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `${formatTable(rows).replace(/^/gm, '  ')}\n`
}

function factRows({ skill, others }: ShownSkill): readonly (readonly string[])[] {
  const { facts, path, origin, shadows } = skill
  const row = (key: string, value: string): readonly (readonly string[])[] => {
    const line = facts.lines[key]
    const at = line === undefined ? '' : `:${line}`
    return value === '' ? [] : [[key, visible(value), at]]
  }
  const callers = [facts.byModel ? ['the model'] : [], facts.byPerson ? ['a person'] : []].flat()
  const rest = others.filter((one) => !shadows.includes(one.path))
  return [
    ['path', visible(path)],
    ['origin', origin],
    ...row('description', facts.description),
    ...row('license', facts.license ?? ''),
    ...row('compatibility', facts.compatibility ?? ''),
    ...row('allowed-tools', facts.allowedTools.join(' ')),
    ...Object.entries(facts.metadata).map(([key, value]) => [
      `metadata.${visible(key)}`,
      visible(value),
    ]),
    ['called by', callers.length === 0 ? 'nobody' : callers.join(', ')],
    ...shadows.map((one) => ['hides', visible(one)]),
    ...rest.map((one) => ['same name', `${visible(one.path)} (${one.status})`]),
  ]
}

function gateRow({ gate, wanted, pass, reason }: GateVerdict, style: Style): readonly string[] {
  const mark = pass ? style.good('✓') : style.bad('✗')
  return [mark, gate, visible(wanted.join(', ')), pass ? '' : visible(reason)]
}

function fileRows({ scanned, unseen }: InspectedSkill): readonly (readonly string[])[] {
  return [
    ...scanned.map(({ path, bytes, sha256, verdict }) => [
      visible(path),
      `${formatCount(bytes)} B`,
      sha256?.slice(0, 12) ?? '',
      verdict,
    ]),
    ...unseen.map((one) => [`not seen: ${visible(one)}`]),
  ]
}
