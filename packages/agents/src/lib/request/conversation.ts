import type { CacheBlock } from '@onesoul/core/cache'
import type { MessageShape, OwnRole } from './message-shape.ts'
import type { PlacedBlock } from './plan-request.ts'
import { type BlockFacts, type MakeBlockOptions, makeBlock, type WireBlock } from './wire-block.ts'

/** What a block of a conversation was in it. */
export type ConversationValue<Message, Part> =
  | { readonly is: 'own'; readonly text: string }
  | {
      readonly is: 'part'
      readonly message: Message
      /** Of the message in the history. */
      readonly index: number
      /** Without a mark; null: the message is not taken apart. */
      readonly part: Part | null
      /** Whether somebody's mark was taken off it. */
      readonly cleaned: boolean
    }

/** A text of ours in a conversation, in somebody's name. */
export function ownText(
  text: string,
  { role, scope }: { readonly role: OwnRole; readonly scope: 'session' | 'turn' },
  options: MakeBlockOptions,
): WireBlock<{ readonly is: 'own'; readonly text: string }> {
  const facts = {
    part: 'messages',
    role,
    scope,
    kind: 'text',
    markable: text.trim() !== '',
  } as const
  return makeBlock({ is: 'own', text }, facts, { ...options, reads: { type: 'text', text } })
}

/** The blocks of a conversation; marks that somebody put on them are left out. */
function splitConversation<Message, Part>(
  messages: readonly Message[],
  shape: MessageShape<Message, Part>,
  options: MakeBlockOptions,
): readonly WireBlock<ConversationValue<Message, Part>>[] {
  const blocks: WireBlock<ConversationValue<Message, Part>>[] = []
  for (const [index, message] of messages.entries()) {
    const parts = shape.partsOf(message) ?? NONE
    // A message without parts is there all the same.
    if (parts.length === 0) {
      const value = { is: 'part', message, index, part: null, cleaned: false } as const
      blocks.push(partBlock(value, shape, options))
    }
    for (const whole of parts) {
      const part = shape.unmarked(whole)
      const value = { is: 'part', message, index, part, cleaned: part !== whole } as const
      blocks.push(partBlock(value, shape, options))
    }
  }
  return blocks
}

const NONE: readonly never[] = []

/** Field by field: of a long conversation this runs thousands of times. */
function partBlock<Message, Part>(
  value: Extract<ConversationValue<Message, Part>, { is: 'part' }>,
  shape: MessageShape<Message, Part>,
  { count, memo }: MakeBlockOptions,
): WireBlock<ConversationValue<Message, Part>> {
  const { message, part } = value
  const role = shape.roleOf(message)
  const { kind, markable = true } = shape.factsOf(part, message)
  const facts: BlockFacts =
    role === undefined
      ? { part: 'messages', kind, scope: 'session', markable }
      : { part: 'messages', role, kind, scope: 'session', markable }
  const read = part !== null && shape.readsOf ? shape.readsOf(part) : part
  return makeBlock(value, facts, { count, memo, reads: read ?? message })
}

/** A conversation and what is said for one request alone, as blocks. */
export function turnBlocks<Message, Part>(
  messages: readonly Message[],
  shape: MessageShape<Message, Part>,
  {
    volatile = [],
    made,
  }: { readonly volatile?: readonly string[]; readonly made: MakeBlockOptions },
): {
  readonly history: readonly WireBlock<ConversationValue<Message, Part>>[]
  readonly volatile: readonly WireBlock<ConversationValue<Message, Part>>[]
} {
  return {
    history: splitConversation(messages, shape, made),
    volatile: volatile.map((text) => ownText(text, { role: 'user', scope: 'turn' }, made)),
  }
}

/** Neighbouring blocks that become one message. */
interface Run<Message> {
  /** Place of the message in the history; -1 for one of ours. */
  readonly index: number
  /** Null: it is ours. */
  readonly source: Message | null
  readonly role: OwnRole
  /** The first of its blocks. */
  readonly from: number
  /** Behind the last of them. */
  to: number
  /** Whether it is no longer the caller's own object. */
  changed: boolean
}

/** Puts the blocks of a conversation together. Messages on which nothing changed are the caller's own objects. */
export function joinConversation<Message, Part>(
  blocks: readonly PlacedBlock<ConversationValue<Message, Part>>[],
  shape: MessageShape<Message, Part>,
): Message[] {
  const messages: Message[] = []
  let run: Run<Message> | null = null
  for (const [at, placed] of blocks.entries()) {
    const { value, mark } = placed
    if (run === null || !continues(run, placed, shape)) {
      if (run !== null) messages.push(messageOf(run, blocks, shape))
      run = beginRun(placed, at)
    }
    run.to = at + 1
    if (mark !== null || value.is === 'own' || value.cleaned) run.changed = true
  }
  if (run !== null) messages.push(messageOf(run, blocks, shape))
  return messages
}

function beginRun<Message, Part>(
  { value, block }: PlacedBlock<ConversationValue<Message, Part>>,
  from: number,
): Run<Message> {
  const role = ownRole(block)
  return value.is === 'part'
    ? { index: value.index, source: value.message, role, from, to: from, changed: false }
    : { index: -1, source: null, role, from, to: from, changed: true }
}

function continues<Message, Part>(
  { index, source, role }: Run<Message>,
  { value, block }: PlacedBlock<ConversationValue<Message, Part>>,
  shape: MessageShape<Message, Part>,
): boolean {
  if (value.is === 'part') return index === value.index
  return shape.joins(source ?? shape.ownMessage(role, []), ownRole(block))
}

function ownRole({ role }: CacheBlock): OwnRole {
  return role === 'system' ? 'system' : 'user'
}

function messageOf<Message, Part>(
  { source, role, from, to, changed }: Run<Message>,
  blocks: readonly PlacedBlock<ConversationValue<Message, Part>>[],
  shape: MessageShape<Message, Part>,
): Message {
  if (source !== null && !changed) return source
  const parts = blocks.slice(from, to).flatMap(({ value, mark }): readonly Part[] => {
    const part = value.is === 'own' ? shape.textPart(value.text) : value.part
    if (part === null) return []
    return [mark === null ? part : shape.marked(part, mark)]
  })
  return source === null ? shape.ownMessage(role, parts) : shape.withParts(source, parts)
}
