import { join } from 'node:path'
import { readEach } from '@onesoul/disk'
import { listNames } from '../sync/list-names.ts'
import { type Receipt, type ReceiptPlace, readReceiptFile, receiptPath } from './receipt.ts'

export interface ListedReceipts {
  /** By target, then by name. */
  readonly receipts: readonly Receipt[]
  /** One sentence for each file that cannot be understood, and for a folder that cannot be listed. */
  readonly faults: readonly string[]
}

/** Every receipt of a home. A home that never synced has none. */
export async function listReceipts(place: ReceiptPlace): Promise<ListedReceipts> {
  const { names, fault } = await listNames(place.receipts)
  const files = names.filter((name) => name.endsWith('.json'))
  const readings = await readEach(files, (name) => readListed(place, join(place.receipts, name)))
  return {
    receipts: readings
      .flatMap((one) => (one.outcome === 'valid' ? [one.receipt] : []))
      .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
    faults: [
      ...fault,
      ...readings.flatMap((one) => (one.outcome === 'invalid' ? [one.fault] : [])),
    ],
  }
}

async function readListed(place: ReceiptPlace, path: string) {
  const reading = await readReceiptFile(place, path)
  if (reading.outcome !== 'valid') return reading
  const { target, name } = reading.receipt
  if (receiptPath(place, join(target, name)) === path) return reading
  return { outcome: 'invalid', fault: `${path} is the receipt of another folder` } as const
}

function keyOf({ target, name }: Receipt): string {
  return `${target}\n${name}`
}
