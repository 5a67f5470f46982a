import type { CacheBlock, PlannedMark } from '@onesoul/core/cache'

/** Who says a text of ours in a conversation. */
export type OwnRole = 'user' | 'system'

/** What a plan has to know of a part of a message. */
export type PartFacts = Pick<CacheBlock, 'kind' | 'markable'>

/** How a provider writes a conversation: messages that hold parts. */
export interface MessageShape<Message, Part> {
  /** The parts of a message, in order; those that cannot be taken apart are one: null. */
  readonly partsOf: (message: Message) => readonly Part[] | null
  readonly roleOf: (message: Message) => CacheBlock['role']
  readonly factsOf: (part: Part | null, message: Message) => PartFacts
  /** What the provider reads of a part, without marks of anybody. */
  readonly unmarked: (part: Part) => Part
  /** What is counted and told apart of a part, as JSON. Default: the part. */
  readonly readsOf?: (part: Part) => unknown
  readonly textPart: (text: string) => Part
  /** The part with a mark. */
  readonly marked: (part: Part, mark: PlannedMark) => Part
  /** The message with other parts. */
  readonly withParts: (message: Message, parts: readonly Part[]) => Message
  /** A message of ours. */
  readonly ownMessage: (role: OwnRole, parts: readonly Part[]) => Message
  /** Whether a text of ours goes into the message before it. */
  readonly joins: (message: Message, role: OwnRole) => boolean
}
