import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withLock } from '../../index.ts'
import { createOwnerRecord, type OwnerRecord } from '../process/owner-record.ts'
import {
  createOwnedFile,
  isAbandoned,
  readOwnedFile,
  retireOwnedFile,
  type SeenFile,
} from './owned-file.ts'

const limits = { elsewhereMs: 60_000 }

let dir: string
let path: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'onesoul-owned-'))
  path = join(dir, 'lock')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

async function create(file: string, changes: Partial<OwnerRecord> = {}): Promise<OwnerRecord> {
  const record = { ...(await createOwnerRecord()), ...changes }
  await (await createOwnedFile(file, record))?.close()
  return record
}

async function see(file: string): Promise<SeenFile> {
  const seen = await readOwnedFile(file)
  if (seen === null) throw new Error(`${file} is gone`)
  return seen
}

const claimOn = (token: string): string => join(dir, `.onesoul-claim-${token}`)
const dead = { birth: 'an earlier boot:1' }

describe('createOwnedFile', () => {
  it('never replaces what is there and leaves no temporary file', async () => {
    const first = await create(path)
    expect(await createOwnedFile(path, await createOwnerRecord())).toBeNull()
    expect((await see(path)).token).toBe(first.token)
    expect(await readdir(dir)).toEqual(['lock'])
  })
})

describe('retireOwnedFile', () => {
  it('does not remove the file of somebody who came in after the look', async () => {
    await create(path, dead)
    const [a, b] = [await see(path), await see(path)]
    expect(await isAbandoned(b, limits)).toBe(true)
    expect(await retireOwnedFile(path, a, limits)).toBe('retired')
    const fresh = await create(path)
    expect(await retireOwnedFile(path, b, limits)).toBe('changed')
    expect((await see(path)).token).toBe(fresh.token)
    expect(await readdir(dir)).toEqual(['lock'])
  })

  it('lets exactly one of many remove it', async () => {
    await create(path, dead)
    const seen = await see(path)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => retireOwnedFile(path, seen, limits)),
    )
    expect(outcomes.filter((outcome) => outcome === 'retired').length).toBe(1)
    expect(await readdir(dir)).toEqual([])
  })

  it('waits for a living process that is about to remove it', async () => {
    const { token } = await create(path, dead)
    await create(claimOn(token))
    expect(await retireOwnedFile(path, { token }, limits)).toBe('busy')
    expect((await readdir(dir)).length).toBe(2)
  })

  it('gets past claims whose makers died, however many', async () => {
    let { token } = await create(path, dead)
    for (let depth = 0; depth < 3; depth++) ({ token } = await create(claimOn(token), dead))
    expect((await readdir(dir)).length).toBe(4)
    await withLock(path, {}, async () => undefined)
    expect(await readdir(dir)).toEqual([])
  })

  it('cannot be removed by somebody who looked at a claim that was made anew', async () => {
    const { token } = await create(path, dead)
    await create(claimOn(token), dead)
    const oldClaim = await see(claimOn(token))
    await retireOwnedFile(claimOn(token), oldClaim, limits)
    const anew = await create(claimOn(token))
    expect(await retireOwnedFile(claimOn(token), oldClaim, limits)).toBe('changed')
    expect((await see(claimOn(token))).token).toBe(anew.token)
  })
})
