import { diffLines } from '@onesoul/core'
import type { AcceptedChange, Proposal, ProposalFinding } from '@onesoul/sources'
import type { Style } from '../terminal/terminal.ts'
import { describeAge } from './describe-amount.ts'
import { formatChangedLines } from './format-review.ts'
import { visible } from './visible.ts'

/** One proposal as a row: id, where it goes, how old it is, what it says. */
export function proposalRow({ id, path, at, text, kind }: Proposal): readonly string[] {
  const said = kind === 'memory' ? text : `the whole text, ${text.length} characters`
  return [id, visible(path), describeAge(Date.now() - Date.parse(at)), visible(said)]
}

/** One proposal in full: where it goes, who asked, what was found in it. */
export function formatProposal(proposal: Proposal): string {
  const { id, path, scope, audience, session, at, reason, findings } = proposal
  const rows = [
    `proposal ${id} for ${visible(path)} (${scope}), which ${audience} sees`,
    `  from     ${session === null ? 'no session' : `session ${visible(session)}`}, ${visible(at)}`,
    `  because  ${visible(reason)}`,
  ]
  return `${rows.join('\n')}\n${formatFindings(findings)}`
}

/** What was found in a text and did not keep it back, a line each. */
export function formatFindings(findings: readonly ProposalFinding[]): string {
  return findings.map(({ message }) => `  ! ${visible(message)}\n`).join('')
}

/** The lines of a file that a change touches; its line ends are not shown. */
export function formatAccepted(
  change: NonNullable<AcceptedChange['change']>,
  view: { readonly style: Style; readonly verbose: boolean },
): string {
  const lines = diffLines(textOf(change.before), textOf(change.after))
  return formatChangedLines(lines, view)
}

function textOf(bytes: Uint8Array | null): string {
  return bytes === null ? '' : new TextDecoder().decode(bytes).replaceAll('\r\n', '\n')
}
