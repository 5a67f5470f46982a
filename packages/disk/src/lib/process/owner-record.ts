import { createHash, randomBytes } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename } from 'node:path'
import { isAlive, type ProcessIdentity, processIdentity } from './process-identity.ts'

/** Who made a lock or a lease: enough to judge later whether its maker still runs. */
export interface OwnerRecord extends ProcessIdentity {
  /** Host name, with the process namespace where one is known: numbers of processes mean nothing outside it. */
  readonly host: string
  /** 32 hexadecimal digits, unique for each record. */
  readonly token: string
  /** ISO 8601, UTC. */
  readonly since: string
  /** What the person would recognise, without arguments. */
  readonly command: string | null
}

/** `elsewhere`: made on another host or in another container, which only its age can judge. */
export type OwnerState = 'alive' | 'dead' | 'elsewhere'

const tokenPattern = /^[0-9a-f]{32}$/u

export async function createOwnerRecord(command?: string): Promise<OwnerRecord> {
  const self = await ownIdentity()
  const script = process.argv[1]
  return {
    pid: self.pid,
    birth: self.birth,
    host: hostIdentity(),
    token: randomBytes(16).toString('hex'),
    since: new Date().toISOString(),
    command: command ?? (script === undefined ? null : basename(script)),
  }
}

/** Text → record; `null` for anything that is not exactly a record. */
export function parseOwnerRecord(text: string): OwnerRecord | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Not JSON is one of the ways of not being a record.
    return null
  }
  return isOwnerRecord(value) ? value : null
}

function isOwnerRecord(value: unknown): value is OwnerRecord {
  if (typeof value !== 'object' || value === null) return false
  const record: Partial<Record<keyof OwnerRecord, unknown>> = value
  return (
    Number.isSafeInteger(record.pid) &&
    (record.birth === null || typeof record.birth === 'string') &&
    typeof record.host === 'string' &&
    // The token becomes a part of a file name.
    typeof record.token === 'string' &&
    tokenPattern.test(record.token) &&
    typeof record.since === 'string' &&
    (record.command === null || typeof record.command === 'string')
  )
}

export async function judgeOwner(
  record: Pick<OwnerRecord, 'pid' | 'birth' | 'host'>,
): Promise<OwnerState> {
  if (record.host !== hostIdentity()) return 'elsewhere'
  return (await isAlive(record)) ? 'alive' : 'dead'
}

let ownIdentityOnce: Promise<ProcessIdentity> | undefined

/** Our own identity, asked for once: where it needs `ps` it is slow. */
function ownIdentity(): Promise<ProcessIdentity> {
  ownIdentityOnce ??= processIdentity(process.pid).then(
    (found) => found ?? { pid: process.pid, birth: null },
  )
  return ownIdentityOnce
}

let hostOnce: string | undefined

export function hostIdentity(): string {
  hostOnce ??= `${hostname()}${pidNamespace()}`
  return hostOnce
}

function pidNamespace(): string {
  try {
    return ` ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // Only Linux has process namespaces; elsewhere the host name says it all.
    return ''
  }
}

/** Eight hexadecimal digits that stand for this host in file names. */
export function hostTag(): string {
  return createHash('sha256').update(hostIdentity()).digest('hex').slice(0, 8)
}
