import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareState, readFileSafely, stateLayout, withLock, writeFileSafely } from '@onesoul/disk'
import * as v from 'valibot'
import { SourcesError } from '../sources-error.ts'
import { isProposalId, PROPOSAL, type Proposal } from './proposal.ts'
import { type Decided, granted, refused } from './proposal-refusal.ts'

/** Proposals that may wait at once. */
export const MAX_PROPOSALS = 100

/** Of one file, as it lies on the disk; more than any proposal that is kept has. */
const MAX_BYTES = 1024 * 1024

/** The proposals of a home, oldest first, and which files cannot be understood. */
export interface ProposalList {
  readonly proposals: readonly Proposal[]
  readonly faults: readonly string[]
}

/** Where proposals wait, below the state of a home. */
export function proposalsFolder(home: string): string {
  return join(stateLayout(home).state, 'proposals')
}

/** Reads every proposal of a home; a file that is damaged or newer is named and left. Changes nothing. */
export async function readProposals(home: string): Promise<ProposalList> {
  const names = (await listNames(proposalsFolder(home))).filter((name) => name.endsWith('.json'))
  const read = await Promise.all(names.map((name) => readOne(home, name)))
  return {
    proposals: read
      .flatMap((one) => ('proposal' in one ? [one.proposal] : []))
      .sort((a, b) => (a.at === b.at ? compare(a.id, b.id) : compare(a.at, b.at))),
    faults: read.flatMap((one) => ('fault' in one ? [one.fault] : [])),
  }
}

/** Looks one proposal up by its id; a file that cannot be understood says so. */
export async function findProposal(home: string, id: string): Promise<Decided<Proposal>> {
  const none = refused('missing', `there is no proposal ${JSON.stringify(id)}`)
  if (!isProposalId(id)) return none
  const found = await readOne(home, `${id}.json`)
  if ('proposal' in found) return granted(found.proposal)
  return 'fault' in found ? refused('missing', found.fault) : none
}

/**
 * Runs `work` while nobody else changes the proposals of a home.
 *
 * @throws SourcesError `state-unusable`; DiskError `lock-timeout` and its kin
 */
export async function withProposals<T>(
  home: string,
  command: string,
  work: () => Promise<T>,
): Promise<T> {
  const state = await prepareState(home)
  if (state.outcome === 'failed') {
    const hints = state.fix === undefined ? [] : [state.fix]
    throw new SourcesError('state-unusable', state.message, { hints })
  }
  return withLock(join(state.layout.locks, 'proposals'), { command }, work)
}

/** Keeps a proposal; only under the lock. Refused when too many wait or the same one does. */
export async function keepProposal(
  home: string,
  draft: Omit<Proposal, 'id' | 'schemaVersion'>,
): Promise<Decided<Proposal>> {
  const { proposals, faults } = await readProposals(home)
  const same = proposals.find(
    ({ kind, path, text }) => kind === draft.kind && path === draft.path && text === draft.text,
  )
  if (same) return refused('duplicate', `this is proposed already, as ${same.id}`)
  const count = proposals.length + faults.length
  if (count >= MAX_PROPOSALS) {
    const message = `${count} proposals wait for a person, and no more than ${MAX_PROPOSALS} may`
    return refused('full', message)
  }
  const proposal: Proposal = { schemaVersion: 1, id: randomBytes(4).toString('hex'), ...draft }
  const path = join(proposalsFolder(home), `${proposal.id}.json`)
  const text = `${JSON.stringify(proposal, null, 2)}\n`
  await writeFileSafely(path, text, { roots: [home], expectedSha256: null })
  return granted(proposal)
}

/** Removes a proposal; only under the lock. */
export async function removeProposal(home: string, id: string): Promise<void> {
  await rm(join(proposalsFolder(home), `${id}.json`), { force: true })
}

type ReadOne =
  | { readonly proposal: Proposal }
  | { readonly fault: string }
  | { readonly none: true }

async function readOne(home: string, name: string): Promise<ReadOne> {
  const label = `state/proposals/${name}`
  const path = join(proposalsFolder(home), name)
  const found = await readFileSafely(path, { roots: [home], maxBytes: MAX_BYTES })
  if (found.outcome === 'missing') return { none: true }
  if (found.outcome === 'failed') return { fault: found.message.replace(/\.$/, '') }
  return parse(label, new TextDecoder().decode(found.bytes))
}

function parse(label: string, text: string): ReadOne {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // What is no JSON is damaged, whatever the parser says about it.
    return { fault: `${label} is no JSON` }
  }
  const parsed = v.safeParse(PROPOSAL, json)
  if (!parsed.success) return { fault: `${label} is not what this version writes` }
  if (label.endsWith(`/${parsed.output.id}.json`)) return { proposal: parsed.output }
  return { fault: `${label} holds a proposal of another name` }
}

async function listNames(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  } catch {
    // A folder that is not there holds nothing; one that is closed tells when something is to be kept.
    return []
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
