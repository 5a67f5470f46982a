import { ciphersView } from './ciphers.ts'
import { encodedRunView } from './encoded-runs.ts'
import { escapesView } from './escapes.ts'
import { foldedView } from './folded-view.ts'
import { hiddenAlphabetViews } from './hidden-alphabets.ts'
import { joinedPartsViews } from './joined-parts.ts'
import type { ReadView } from './read-view.ts'
import { spacedLettersView } from './spaced-letters.ts'
import type { TextView } from './text-view.ts'

/** Views whose letters were exchanged: what is encoded below them nobody could put there. */
const EXCHANGED = /[:+](?:leet|rot13|atbash|reversed|spaced|parts)$/

/** The views that a text asks for; none for plain ones. */
export function deriveViews(read: ReadView): readonly TextView[] {
  const { name, depth } = read.view
  if (EXCHANGED.test(name)) return []
  const encoded = [
    ...hiddenAlphabetViews(read),
    foldedView(read),
    encodedRunView(read),
    escapesView(read),
  ]
  const exchanged =
    depth > 0 && name.endsWith('escapes')
      ? []
      : [spacedLettersView(read), ...ciphersView(read), ...joinedPartsViews(read)]
  return [...encoded, ...exchanged].filter((view) => view !== undefined)
}
