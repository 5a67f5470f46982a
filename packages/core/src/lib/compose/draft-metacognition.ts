import { metacognition } from '../metacognition/metacognition.ts'
import type { ComposeInput } from '../model/compose-input.ts'
import { PRIORITY } from '../model/slots.ts'
import type { Language } from '../model/target.ts'
import type { Draft } from './draft.ts'

/** The compiled-in section that is always first and cannot be excluded. */
export function draftMetacognition(input: ComposeInput, language: Language): Draft {
  const text = metacognition(language)
  const path = `metacognition/${language}.md`
  return {
    traits: {
      id: input.settings.elementName,
      element: input.settings.elementName,
      half: 'directives',
      stability: 'fixed',
      sharedBy: 'all',
      priority: PRIORITY.metacognition,
      required: true,
      trust: 'operator',
      audience: 'public',
    },
    place: 'metacognition',
    line: 'none',
    status: 'builtin',
    reason: 'built in',
    documents: [],
    refs: [
      {
        root: 'builtin',
        kind: 'builtin',
        name: `${language}.md`,
        path,
        sha256: input.ports.sha256(text),
      },
    ],
    text: { pieces: [{ text, inserted: 'metacognition' }] },
    limit: null,
    keep: [],
    omitted: [],
    changes: [],
    diagnostics: [],
  }
}
