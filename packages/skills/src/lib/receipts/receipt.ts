import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { readFileSafely, writeFileSafely } from '@onesoul/disk'
import * as v from 'valibot'
import { isSkillName } from '../sync/skill-name.ts'
import type { SkillProfile } from '../sync/skill-package.ts'

/** What proves that a folder in the skills of an agent is one that OneSoul wrote. */
export interface Receipt {
  readonly name: string
  readonly profile: SkillProfile
  readonly version: string
  /** Absolute path of the folder of skills, all links followed. */
  readonly target: string
  /** Agents that it was written for, sorted. */
  readonly aliases: readonly string[]
  readonly manifestHash: string
  readonly treeHash: string
}

const HASH = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

const ENTRIES = {
  name: v.pipe(v.string(), v.check(isSkillName)),
  profile: v.picklist(['runtime', 'operator', 'own']),
  version: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9.+_-]{0,127}$/)),
  target: v.pipe(v.string(), v.check(isAbsolute)),
  aliases: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,63}$/))), v.minLength(1)),
  manifestHash: HASH,
  treeHash: HASH,
}

/** The shape of a receipt; unknown fields are refused, since a newer version may mean something by them. */
export const RECEIPT_SCHEMA: v.GenericSchema<unknown, Receipt> = v.strictObject(ENTRIES)

const RECEIPT = v.strictObject({ schemaVersion: v.literal(1), ...ENTRIES })

const MAX_BYTES = 64 * 1024

export type ReceiptReading =
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'valid'; readonly receipt: Receipt }
  | { readonly outcome: 'invalid'; readonly fault: string }

/** Where the receipts of a home stand. */
export interface ReceiptPlace {
  readonly home: string
  readonly receipts: string
}

/**
 * The file of the receipt of a skill in a folder of skills: `<sha256>.json` of
 * the absolute path of the skill's own folder there, so that each skill of a
 * target has one.
 */
export function receiptPath({ receipts }: ReceiptPlace, projection: string): string {
  const key = createHash('sha256').update(projection, 'utf8').digest('hex')
  return join(receipts, `${key}.json`)
}

/** Reads the receipt of the folder at `projection`; one of another folder does not count. */
export async function readReceipt(
  place: ReceiptPlace,
  projection: string,
): Promise<ReceiptReading> {
  const path = receiptPath(place, projection)
  const reading = await readReceiptFile(place, path)
  if (reading.outcome !== 'valid') return reading
  const { target, name } = reading.receipt
  if (join(target, name) === projection) return reading
  return { outcome: 'invalid', fault: `${path} is the receipt of another folder` }
}

/** As {@link readReceipt}, of a file that was listed: its name must be that of what it says. */
export async function readReceiptFile(
  { home }: Pick<ReceiptPlace, 'home'>,
  path: string,
): Promise<ReceiptReading> {
  const found = await readFileSafely(path, { roots: [home], maxBytes: MAX_BYTES })
  if (found.outcome === 'missing') return { outcome: 'missing' }
  if (found.outcome === 'failed') {
    return { outcome: 'invalid', fault: found.message.replace(/\.$/, '') }
  }
  const parsed = v.safeParse(RECEIPT, parse(found.bytes))
  if (!parsed.success) return { outcome: 'invalid', fault: `${path} is no receipt of this version` }
  const { schemaVersion: _, ...receipt } = parsed.output
  return { outcome: 'valid', receipt }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    // What is no JSON fits no schema either, and that is what is said of it.
    return null
  }
}

export async function writeReceipt(place: ReceiptPlace, receipt: Receipt): Promise<void> {
  const text = `${JSON.stringify({ schemaVersion: 1, ...receipt }, null, 2)}\n`
  const path = receiptPath(place, join(receipt.target, receipt.name))
  await writeFileSafely(path, text, { roots: [place.home] })
}

export async function removeReceipt(place: ReceiptPlace, projection: string): Promise<void> {
  await rm(receiptPath(place, projection), { force: true })
}
