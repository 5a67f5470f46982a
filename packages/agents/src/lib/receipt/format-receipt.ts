import type { JudgedSection, Receipt, RunReceipt } from './receipt.ts'

/**
 * Writes the proof of a run for people: what became of each section and where
 * it stands, what each request was, what of the prefix was kept. Plain text,
 * aligned, ends with a newline.
 */
export function formatReceipt(receipt: RunReceipt): string {
  const parts = [
    [headline(receipt)],
    sectionLines(receipt),
    skillLines(receipt),
    requestLines(receipt),
    sourceLines(receipt),
    warningLines(receipt),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function headline(receipt: RunReceipt): string {
  const { agent, level, turns, others, verdict } = receipt
  const models = [...new Set(turns.map((turn) => turn.request.model))].join(', ')
  const asked = [
    count(turns.length, 'turn'),
    ...(others.length > 0 ? [count(others.length, 'other request')] : []),
  ]
  return [`${agent.id} ${agent.version}`, models, level, asked.join(', '), verdict]
    .filter(Boolean)
    .join(' · ')
}

function sectionLines(receipt: RunReceipt): readonly string[] {
  return align(
    receipt.sections.map(({ id, verdict, hedged }) => {
      const turn = receipt.turns.find((candidate) =>
        candidate.sections.some((section) => section.id === id && section.verdict === verdict),
      )
      const section = turn?.sections.find((candidate) => candidate.id === id)
      const where = verdict === 'missing' ? '' : placesOf(section)
      const turnNote =
        turn && receipt.turns.indexOf(turn) > 0 ? `turn ${receipt.turns.indexOf(turn) + 1}` : ''
      return [id, verdict, where, hedged ? 'hedged' : '', turnNote]
    }),
  )
}

function placesOf(section: JudgedSection | undefined): string {
  const places = (section?.found ?? []).map(
    ({ slot, start, end }) => `${slot} ${number(start)}–${number(end)}`,
  )
  return places.join(', ')
}

function skillLines({ skills }: RunReceipt): readonly string[] {
  if (skills === undefined) return []
  const { listed, called } = skills
  const parts = (['whole', 'shortened', 'name', 'missing'] as const).flatMap((verdict) => {
    const amount = listed.filter((skill) => skill.verdict === verdict).length
    const what = verdict === 'name' ? 'by name alone' : verdict
    return amount === 0 ? [] : [`${number(amount)} ${what}`]
  })
  return align([
    ...(listed.length > 0 ? [['skills', `${number(listed.length)} listed`, parts.join(', ')]] : []),
    ...(called ? [['skill', called.name, called.verdict]] : []),
  ])
}

function requestLines(receipt: RunReceipt): readonly string[] {
  const turns = receipt.turns.map((turn, index) => [
    `turn ${index + 1}`,
    `request ${turn.request.index}`,
    `${number(tokensOf(turn))} tokens`,
    changeOf(turn),
  ])
  const others = receipt.others.map(({ kind, name, index, model }) => [
    kind,
    `request ${index}`,
    name ?? '',
    model,
  ])
  return align([...turns, ...others])
}

function tokensOf(turn: Receipt): number {
  return turn.slots.reduce((sum, slot) => sum + slot.tokens, 0)
}

function changeOf(turn: Receipt): string {
  const { changedSince } = turn
  if (changedSince === null) return ''
  const kept = `${number(changedSince.prefixTokensKept)} kept from request ${changedSince.request}`
  const first = changedSince.firstDifference
  return first
    ? `${kept}, then ${first.slot} at ${number(first.offset)} (${first.owner})`
    : `${kept}, all`
}

function sourceLines(receipt: RunReceipt): readonly string[] {
  const { upstream } = receipt
  const sources = align(
    receipt.userSources.map(({ what, where, found }) => [
      `your ${what}`,
      where,
      found ? 'found' : 'missing',
    ]),
  )
  if (!upstream) return sources
  return [...sources, `  passed on to ${upstream.baseUrl} (${upstream.provider})`]
}

function warningLines(receipt: RunReceipt): readonly string[] {
  return receipt.warnings.map(({ code, message }) => `  ! ${message}   ${code}`)
}

function align(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd(),
  )
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
