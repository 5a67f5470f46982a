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
    const parts = shape.partsOf(message) ?? []
    // A message without parts is there all the same.
    if (parts.length === 0) blocks.push(partBlock({ message, index, part: null }, shape, options))
    for (const part of parts) {
      blocks.push(partBlock({ message, index, part: shape.unmarked(part) }, shape, options))
    }
  }
  return blocks
}

interface PlacedPart<Message, Part> {
  readonly message: Message
  readonly index: number
  readonly part: Part | null
}

/** Field by field: of a long conversation this runs thousands of times. */
function partBlock<Message, Part>(
  { message, index, part }: PlacedPart<Message, Part>,
  shape: MessageShape<Message, Part>,
  { count, memo }: MakeBlockOptions,
): WireBlock<ConversationValue<Message, Part>> {
  const role = shape.roleOf(message)
  const { kind, markable = true } = shape.factsOf(part, message)
  const facts: BlockFacts =
    role === undefined
      ? { part: 'messages', kind, scope: 'session', markable }
      : { part: 'messages', role, kind, scope: 'session', markable }
  const read = part !== null && shape.readsOf ? shape.readsOf(part) : part
  return makeBlock({ is: 'part', message, index, part }, facts, {
    count,
    memo,
    reads: read ?? message,
  })
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

/** A message that is being put together. */
interface Growing<Message, Part> {
  /** Its place in the history; -1 for ours. */
  readonly index: number
  /** Null: it is ours. */
  readonly source: Message | null
  readonly role: OwnRole
  readonly parts: Part[]
  /** Whether it is no longer the caller's own object. */
  changed: boolean
}

/** Puts the blocks of a conversation together. Messages on which nothing changed are the caller's own objects. */
export function joinConversation<Message, Part>(
  blocks: readonly PlacedBlock<ConversationValue<Message, Part>>[],
  shape: MessageShape<Message, Part>,
): Message[] {
  const growing: Growing<Message, Part>[] = []
  for (const { value, block, mark } of blocks) {
    const last = growing.at(-1)
    const role: OwnRole = block.role === 'system' ? 'system' : 'user'
    const target = targetOf(value, { last, role, shape })
    if (target !== last) growing.push(target)
    const part = value.is === 'own' ? shape.textPart(value.text) : value.part
    if (part === null) continue
    target.parts.push(mark === null ? part : shape.marked(part, mark))
    if (mark !== null || value.is === 'own') target.changed = true
  }
  return growing.map((one) => finish(one, shape))
}

interface Place<Message, Part> {
  readonly last: Growing<Message, Part> | undefined
  /** Of a text of ours. */
  readonly role: OwnRole
  readonly shape: MessageShape<Message, Part>
}

/** The message that a block belongs into: the last one, or a new one. */
function targetOf<Message, Part>(
  value: ConversationValue<Message, Part>,
  { last, role, shape }: Place<Message, Part>,
): Growing<Message, Part> {
  if (value.is === 'part') {
    return last?.index === value.index ? last : begin(value.message, value.index, shape)
  }
  if (last && mayJoin(last, role, shape)) return last
  return { index: -1, source: null, role, parts: [], changed: true }
}

function begin<Message, Part>(
  message: Message,
  index: number,
  shape: MessageShape<Message, Part>,
): Growing<Message, Part> {
  const parts = shape.partsOf(message)
  const changed = parts?.some((part) => shape.unmarked(part) !== part) ?? false
  return { index, source: message, role: 'user', parts: [], changed }
}

function mayJoin<Message, Part>(
  { source, role }: Growing<Message, Part>,
  wanted: OwnRole,
  shape: MessageShape<Message, Part>,
): boolean {
  return shape.joins(source ?? shape.ownMessage(role, []), wanted)
}

function finish<Message, Part>(
  { source, role, parts, changed }: Growing<Message, Part>,
  shape: MessageShape<Message, Part>,
): Message {
  if (source === null) return shape.ownMessage(role, parts)
  return changed ? shape.withParts(source, parts) : source
}
