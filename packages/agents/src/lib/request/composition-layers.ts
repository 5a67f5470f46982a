import type { Manifest } from '@onesoul/core'
import type { CacheScope } from '@onesoul/core/cache'

/** What of a composition a request is made of. */
export interface ComposedParts {
  readonly parts: readonly { readonly id: string; readonly text: string }[]
  readonly manifest: Pick<Manifest, 'sections'>
}

/** A part of a composition as a layer of requests. */
export interface CompositionLayer {
  readonly id: string
  readonly scope: Exclude<CacheScope, 'turn'>
  readonly text: string
  /** What tells a conversation that began with another text of this part; null: nothing does, the new text is sent in its place. */
  readonly change: string | null
}

const WIDTH: readonly CompositionLayer['scope'][] = ['bot', 'tenant', 'user', 'session']

/**
 * The parts of a composition in the format of a model API, each shared by whoever
 * shares all of its sections. What is known of a user may change within a session
 * and is told then; of the rest a caller gives the text that the session began with.
 */
export function compositionLayers({ parts, manifest }: ComposedParts): readonly CompositionLayer[] {
  return parts.map(({ id, text }) => {
    const widths = manifest.sections
      .filter(({ spans }) => spans.some((span) => span.part === id && 'source' in span))
      .map(({ sharedBy }) => (sharedBy === 'all' ? 'bot' : sharedBy))
    const scope = WIDTH.findLast((width) => widths.some((one) => one === width)) ?? 'bot'
    const change = scope === 'user' ? `${REPLACES}\n\n${text}` : null
    return { id, scope, text, change }
  })
}

/** Before a part that replaces what a conversation began with. */
export const REPLACES =
  'What is known changed since this conversation began. This replaces the same part of the instructions above:'
