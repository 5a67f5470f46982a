/** What is known of a channel: gaps counted by class, and how many sessions reached and ended in each class of lengths. */
export interface ChannelCounts {
  readonly gaps: readonly number[]
  readonly reached: readonly number[]
  readonly ended: readonly number[]
}

/** How long sessions pause and how long they last, learned by channel; a value, JSON as it is. */
export interface GapModel {
  readonly schemaVersion: 1
  readonly channels: Readonly<Record<string, ChannelCounts>>
}
