import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type HistoryMessage, repairHistory } from '@onesoul/core/history'
import { DiskError, readFileSafely, withLock, writeFileSafely } from '@onesoul/disk'
import { AgentError } from '../port/agent-error.ts'
import { asRecord } from '../wire/json.ts'

/** A conversation as it is kept with its session. */
export interface KeptConversation {
  readonly schemaVersion: 1
  readonly agent: string
  readonly model: string
  /** Of the text that it was planned with, hex SHA-256: another text begins cold. */
  readonly textSha256: string
  readonly messages: readonly HistoryMessage[]
  /** Of the planner. */
  readonly state: unknown
}

/** The file of a conversation while one run has it. */
export interface ConversationFile {
  /** What was kept; null: it begins. */
  readonly kept: KeptConversation | null
  /** Writes it, 0600; resolves when it is on the disk. */
  readonly keep: (conversation: KeptConversation) => Promise<void>
}

const MAX_BYTES = 256 * 1024 * 1024

/**
 * Holds the conversation of a session while `work` runs. Without a folder it is
 * kept nowhere.
 *
 * @throws AgentError `refused`: another run has it, or the file is damaged or of a newer version; DiskError: it cannot be written
 */
export async function withConversation<T>(
  sessionDir: string | null,
  work: (file: ConversationFile) => Promise<T>,
): Promise<T> {
  if (sessionDir === null) return work(NOWHERE)
  await mkdir(sessionDir, { recursive: true, mode: 0o700 })
  const lock = join(sessionDir, 'conversation.lock')
  try {
    return await withLock(lock, { waitMs: 1_000, command: 'onesoul run' }, async () =>
      work(openFile(sessionDir, await readConversation(sessionDir))),
    )
  } catch (error) {
    if (!(error instanceof DiskError && error.code === 'lock-timeout')) throw error
    const what = `this conversation is in use by another run; ${error.message}`
    // biome-ignore lint/style/useErrorCause: it is passed on; the code comes first.
    throw new AgentError('refused', what, { cause: error })
  }
}

const NOWHERE: ConversationFile = { kept: null, keep: async () => undefined }

function openFile(sessionDir: string, kept: KeptConversation | null): ConversationFile {
  const path = join(sessionDir, 'conversation.json')
  return {
    kept,
    async keep(conversation) {
      const text = `${JSON.stringify(conversation)}\n`
      await writeFileSafely(path, text, { roots: [sessionDir], mode: 0o600 })
    },
  }
}

async function readConversation(sessionDir: string): Promise<KeptConversation | null> {
  const path = join(sessionDir, 'conversation.json')
  const found = await readFileSafely(path, { roots: [sessionDir], maxBytes: MAX_BYTES })
  if (found.outcome === 'missing') return null
  if (found.outcome === 'failed') throw unusable(path, found.message)
  const value = parsed(new TextDecoder().decode(found.bytes))
  if (isOfNewer(value)) throw unusable(path, 'a newer onesoul wrote it')
  if (!isConversation(value)) throw unusable(path, 'it is damaged')
  return { ...value, messages: repairHistory(value.messages, { open: 'close' }) }
}

function unusable(path: string, reason: string): AgentError {
  const message = `the conversation cannot be gone on with: ${path}: ${reason}`
  return new AgentError('refused', message)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A text that is no JSON is no conversation.
    return null
  }
}

function isOfNewer(value: unknown): boolean {
  const { schemaVersion } = asRecord(value)
  return typeof schemaVersion === 'number' && schemaVersion > 1
}

function isConversation(value: unknown): value is KeptConversation {
  const { schemaVersion, agent, model, textSha256, messages } = asRecord(value)
  return (
    schemaVersion === 1 &&
    [agent, model, textSha256].every((text) => typeof text === 'string') &&
    Array.isArray(messages) &&
    messages.every(isMessage)
  )
}

function isMessage(value: unknown): boolean {
  const { role, content } = asRecord(value)
  const isBlocks =
    Array.isArray(content) && content.every((block) => typeof asRecord(block)['type'] === 'string')
  return (role === 'user' || role === 'assistant') && (typeof content === 'string' || isBlocks)
}
