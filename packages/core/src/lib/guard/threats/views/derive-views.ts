import { ciphersView } from './ciphers.ts'
import { encodedRunView } from './encoded-runs.ts'
import { escapesView } from './escapes.ts'
import { foldedView } from './folded-view.ts'
import { hiddenAlphabetViews } from './hidden-alphabets.ts'
import { joinedPartsViews } from './joined-parts.ts'
import type { ReadView } from './read-view.ts'
import { spacedLettersView } from './spaced-letters.ts'
import type { TextView } from './text-view.ts'

/** The views that a text asks for; none for plain ones. */
export function deriveViews(read: ReadView): readonly TextView[] {
  const views = [
    ...hiddenAlphabetViews(read),
    foldedView(read),
    encodedRunView(read),
    escapesView(read),
    spacedLettersView(read),
    ...ciphersView(read),
    ...joinedPartsViews(read),
  ]
  return views.filter((view) => view !== undefined)
}
