import { formatReceipt } from '@onesoul/agents'
import { readEach } from '@onesoul/disk'
import { describeAge, describeBytes } from '../format/describe-amount.ts'
import { visible, visibleLines } from '../format/visible.ts'
import { readReceipt } from '../session/kept-receipt.ts'
import { purgeReceipts } from '../session/purge-receipts.ts'
import { openSessions, parseDays } from '../session/session-place.ts'
import type { SessionRecord, StoredReceipt } from '../session/session-record.ts'
import type { SessionStore } from '../session/session-store.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import type { PruneFlags } from './sessions.ts'

/** `onesoul trace show [ID]`: the last receipt of a session, or the last of all. */
export async function showReceiptCommand(
  invocation: Invocation,
  wanted: string | undefined,
): Promise<number> {
  const { store } = await openSessions(invocation)
  const records = wanted === undefined ? await store.list() : [(await store.find(wanted)).record]
  const found = await findLast(store, records)
  if (found === null) {
    const of = wanted === undefined ? 'in this home' : `of session ${wanted}`
    throw new CliError(EXIT.usage, `there is no receipt ${of} yet`, {
      hints: ['make one: onesoul trace AGENT "hi" --offline'],
    })
  }
  const { record, receipt } = found
  const { terminal } = invocation
  const kept = await readReceipt(receipt.path)
  if (invocation.flags.json) terminal.out(`${JSON.stringify(kept, null, 2)}\n`)
  else {
    const name = record.name === null ? '' : ` (${visible(record.name)})`
    const age = describeAge(Date.now() - receipt.time)
    terminal.out(visibleLines(formatReceipt(kept)))
    terminal.out(`\nsession ${record.id}${name}, ${age}\n`)
  }
  return EXIT.done
}

interface FoundReceipt {
  readonly record: SessionRecord
  readonly receipt: StoredReceipt
}

async function findLast(
  store: SessionStore,
  records: readonly SessionRecord[],
): Promise<FoundReceipt | null> {
  const all = await readEach(records, async (record) =>
    (await store.receipts(record.id)).map((receipt) => ({ record, receipt })),
  )
  return all.flat().sort((a, b) => b.receipt.time - a.receipt.time)[0] ?? null
}

/** `onesoul trace purge`: removes old receipts and captures; the sessions stay. */
export async function purgeReceiptsCommand(
  invocation: Invocation,
  flags: PruneFlags,
): Promise<number> {
  const { home, layout, store } = await openSessions(invocation)
  const olderThanDays = parseDays(flags.olderThan, home.config.settings.captures.retainDays)
  const dryRun = flags.dryRun ?? false
  const { receipts, captures, bytes } = await purgeReceipts(store, {
    layout,
    olderThanDays,
    dryRun,
  })
  const { terminal } = invocation
  if (invocation.flags.json) {
    const document = { schemaVersion: 1, dryRun, olderThanDays, receipts, captures, bytes }
    terminal.out(`${JSON.stringify(document, null, 2)}\n`)
    return EXIT.done
  }
  const verb = dryRun ? 'would remove' : 'removed'
  const what = [count(receipts, 'receipt'), ...(captures > 0 ? [count(captures, 'capture')] : [])]
  const age = olderThanDays === 0 ? '' : ` older than ${count(olderThanDays, 'day')}`
  terminal.out(`${verb} ${what.join(' and ')}${age}, ${describeBytes(bytes)}\n`)
  return EXIT.done
}

function count(amount: number, what: string): string {
  return `${amount || 'no'} ${what}${amount === 1 ? '' : 's'}`
}
