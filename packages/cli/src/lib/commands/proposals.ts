import {
  type AcceptedChange,
  acceptProposal,
  type Decided,
  findProposal,
  type Home,
  type Proposal,
  type ProposalKind,
  type ProposalRefusal,
  readProposals,
  rejectProposal,
} from '@onesoul/sources'
import {
  formatAccepted,
  formatFindings,
  formatProposal,
  proposalRow,
} from '../format/format-proposal.ts'
import { formatTable } from '../format/format-table.ts'
import { visible } from '../format/visible.ts'
import { requireKeepingHome } from '../prepare/require-keeping-home.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { printJson } from '../terminal/print-json.ts'

/** Lists the proposals of a kind that wait, oldest first; 1 when a file of them cannot be understood. */
export async function listProposals(
  invocation: Invocation,
  home: Home,
  kind: ProposalKind,
): Promise<number> {
  const { proposals, faults } = await readProposals(home.dir)
  const own = proposals.filter((one) => one.kind === kind)
  const { terminal } = invocation
  if (own.length > 0) terminal.out(`${formatTable(own.map(proposalRow))}\n\n`)
  const what = kind === 'memory' ? 'entry' : 'text'
  const many = kind === 'memory' ? 'entries' : 'texts'
  const count = own.length === 0 ? `no ${what}` : `${own.length} ${own.length === 1 ? what : many}`
  const hint = own.length === 0 ? '' : `; \`${COMMANDS[kind]} show ID\` shows one whole`
  terminal.out(`${count} proposed${hint}\n`)
  for (const fault of faults) terminal.err(`onesoul: ${visible(fault)}; it was left as it is\n`)
  return faults.length > 0 ? EXIT.failed : EXIT.done
}

/** `onesoul config proposals list`. */
export async function listConfigProposalsCommand(invocation: Invocation): Promise<number> {
  const home = await requireKeepingHome(invocation)
  if (!invocation.flags.json) return listProposals(invocation, home, 'config')
  const { proposals, faults } = await readProposals(home.dir)
  printJson(invocation, { proposals: proposals.filter(({ kind }) => kind === 'config'), faults })
  return faults.length > 0 ? EXIT.failed : EXIT.done
}

/** `onesoul memory show ID`, `onesoul config proposals show ID`: the proposal and what it would change. */
export async function showProposalCommand(
  invocation: Invocation,
  kind: ProposalKind,
  id: string,
): Promise<number> {
  const home = await requireKeepingHome(invocation)
  const proposal = await requireProposal(home, kind, id)
  const planned = await acceptProposal(home, id, { dryRun: true })
  if (invocation.flags.json) {
    const refusal = planned.ok ? null : planned.refusal
    printJson(invocation, { proposal, acceptable: planned.ok, refusal })
    return EXIT.done
  }
  invocation.terminal.out(`${formatProposal(proposal)}\n`)
  if (planned.ok) showChange(invocation, planned.value)
  else
    invocation.terminal.err(`onesoul: it cannot be accepted: ${visible(planned.refusal.message)}\n`)
  return EXIT.done
}

export interface AcceptFlags {
  readonly dryRun?: boolean
}

/** `onesoul memory accept ID`, `onesoul config proposals accept ID`: writes it into the file. */
export async function acceptProposalCommand(
  invocation: Invocation,
  { kind, id }: { readonly kind: ProposalKind; readonly id: string },
  { dryRun = false }: AcceptFlags,
): Promise<number> {
  if (!dryRun) refuseInRun(invocation)
  const home = await requireKeepingHome(invocation)
  await requireProposal(home, kind, id)
  return reportAccepted(invocation, await acceptProposal(home, id, { dryRun }))
}

/** `onesoul memory reject ID…`: removes proposals. */
export async function rejectProposalsCommand(
  invocation: Invocation,
  kind: ProposalKind,
  ids: readonly string[],
): Promise<number> {
  refuseInRun(invocation)
  const home = await requireKeepingHome(invocation)
  for (const id of ids) await requireProposal(home, kind, id)
  const rejected: string[] = []
  for (const id of ids) {
    const done = await rejectProposal(home, id)
    if (!done.ok) throw refusalError(done.refusal)
    rejected.push(id)
    if (!invocation.flags.json) invocation.terminal.out(`rejected ${id}; no file changed\n`)
  }
  if (invocation.flags.json) printJson(invocation, { rejected })
  return EXIT.done
}

/** Prints what became of a file; a refusal is an error of its own code. */
export function reportAccepted(invocation: Invocation, done: Decided<AcceptedChange>): number {
  if (!done.ok) throw refusalError(done.refusal)
  const { outcome, proposal, copy, findings } = done.value
  const { terminal } = invocation
  if (invocation.flags.json) {
    printJson(invocation, { outcome, ...proposal, copy, findings })
    return EXIT.done
  }
  showChange(invocation, done.value)
  terminal.err(formatFindings(findings))
  const path = visible(proposal.path)
  const said = {
    written: `written to ${path}; a session that runs gets it when it is reset`,
    already: `${path} says so already; nothing was written`,
    'dry-run': `would write ${path}; nothing was written`,
  }
  terminal.out(`${said[outcome]}\n`)
  if (copy !== null) terminal.out(`the file as it was: ${visible(copy)}\n`)
  return EXIT.done
}

/** An agent that accepts what it proposed would be no person. */
export function isInRun({ env }: Pick<Invocation, 'env'>): boolean {
  return Boolean(env[RUN_VARIABLE])
}

/** Set for every program that a run starts. */
const RUN_VARIABLE = 'ONESOUL_RUN_NOTE'

const COMMANDS = { memory: 'onesoul memory', config: 'onesoul config proposals' } as const

function refuseInRun(invocation: Invocation): void {
  if (!isInRun(invocation)) return
  throw new CliError(
    EXIT.refused,
    'a person decides about proposals, and this is the run of an agent',
    {
      hints: ['run it in a terminal of your own'],
    },
  )
}

function showChange(invocation: Invocation, { change }: AcceptedChange): void {
  if (change === null) return
  const { terminal, flags } = invocation
  const view = { style: terminal.style, verbose: flags.verbose ?? false }
  terminal.out(`${formatAccepted(change, view)}\n`)
}

async function requireProposal(home: Home, kind: ProposalKind, id: string): Promise<Proposal> {
  const found = await findProposal(home.dir, id)
  if (!found.ok) throw refusalError(found.refusal)
  if (found.value.kind === kind) return found.value
  throw new CliError(EXIT.usage, `${id} is no proposal of this kind`, {
    hints: [`\`${COMMANDS[found.value.kind]} show ${id}\` shows it`],
  })
}

const EXITS: Readonly<Partial<Record<ProposalRefusal['code'], number>>> = {
  missing: EXIT.failed,
  file: EXIT.failed,
  full: EXIT.failed,
  duplicate: EXIT.failed,
  'text-invalid': EXIT.usage,
  target: EXIT.usage,
}

/** A refusal for a person: the policy's and the budget's end with 4. */
export function refusalError({ code, message }: ProposalRefusal): CliError {
  const hints = code === 'missing' ? ['`onesoul memory list` shows what is proposed'] : []
  return new CliError(EXITS[code] ?? EXIT.refused, message, { hints })
}
