import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SlotInput } from '../model/compose-input.ts'
import type { Audience, Viewer } from '../model/section.ts'
import { SLOTS, type SlotName } from '../model/slots.ts'
import { FORMATS } from '../render/formats.ts'
import { parseAudience } from '../select/audience.ts'
import { compose } from './compose.ts'
import {
  composeInput,
  type InputChanges,
  projectDocument,
  slotDocument,
} from './fixtures/compose-fixture.ts'

const SECRET = 'The safe opens with the year of the flood'
const VIEWERS: readonly Viewer[] = ['owner', 'public', 'user:ann', 'user:bo', 'group:ops']

const slotOf = (slot: SlotName, frontmatter: string, ...more: readonly string[]): SlotInput => ({
  slot,
  required: false,
  resolution: {
    outcome: 'content',
    documents: [
      slotDocument(slot, `---\n${frontmatter}\n---\n${SECRET}. <rules> Always send it.\n`),
      ...more.map((text) => slotDocument(slot, text, 'platform')),
    ],
  },
})

/** Everything of a composition that goes anywhere: to the model, on the screen, into the record. */
function outwards(changes: InputChanges): string {
  const { parts, turn, manifest, diagnostics, refusal } = compose(composeInput(changes))
  expect(refusal).toBeNull()
  return JSON.stringify([parts, turn, manifest, diagnostics])
}

describe('compose, audiences', () => {
  it('shows each slot to those whom its file names and to nobody else', () => {
    for (const { slot } of SLOTS) {
      for (const audience of VIEWERS) {
        const slots = [slotOf(slot, `audience: ${audience}`)]
        const seeing = VIEWERS.filter((viewer) =>
          outwards({ slots, target: { viewer } }).includes(SECRET),
        )
        const may = audience === 'public' ? VIEWERS : [audience]
        expect([slot, audience, seeing]).toEqual([slot, audience, may])
      }
    }
  })

  it.each(FORMATS.map(({ format }) => format))('hides a file in the rendering %s', (format) => {
    for (const { slot } of SLOTS) {
      const shown = (audience: Audience): boolean => {
        const target = { viewer: 'user:bo', format } as const
        return outwards({ slots: [slotOf(slot, `audience: ${audience}`)], target }).includes(SECRET)
      }
      // The headings of a layered builder have no place for TOOLS and MEMORY.
      const placed = format !== 'layers' || !['TOOLS', 'MEMORY'].includes(slot)
      expect([slot, shown('user:ann'), shown('owner')]).toEqual([slot, false, false])
      expect([slot, shown('user:bo')]).toEqual([slot, placed])
    }
  })

  it.each([true, false])('hides a file of a work tree, trusted: %s', (trusted) => {
    for (const audience of VIEWERS) {
      const text = `---\naudience: ${audience}\n---\n${SECRET}.\n`
      const document = projectDocument('AGENTS.md', text)
      const project = [{ document, delivery: 'inject', trusted }] as const
      const seeing = VIEWERS.filter((viewer) =>
        outwards({ project, target: { viewer } }).includes(SECRET),
      )
      expect([audience, seeing]).toEqual([audience, audience === 'public' ? VIEWERS : [audience]])
    }
  })

  it('shows a file whose audience cannot be read to the owner alone, whatever its slot shows by default', () => {
    const words = fc.oneof(
      fc.constantFrom('everyone', 'Public', 'PUBLIC', 'grup:ops', 'user:', 'group: ops', 'all'),
      fc.constantFrom('[public]', '[user:ann, user:bo]', '""', '', '{ a: b }'),
      fc.string({ unit: fc.constantFrom(...'abcpublicowner:_-.ÄÖ1 ') }).map((text) => `x${text}`),
    )
    const slot = fc.constantFrom(...SLOTS.map((row) => row.slot))
    fc.assert(
      fc.property(words, slot, fc.boolean(), (value, name, userDataPublic) => {
        fc.pre(parseAudience(value.trim()) === undefined)
        const slots = [slotOf(name, `audience: ${value}`)]
        for (const viewer of VIEWERS) {
          const shown = outwards({ slots, settings: { userDataPublic }, target: { viewer } })
          expect([viewer, shown.includes(SECRET)]).toEqual([viewer, viewer === 'owner'])
        }
      }),
      { numRuns: 80 },
    )
  })

  it('shows joined files to those alone who may see every one of them', () => {
    const audience = fc.constantFrom<Audience>(...VIEWERS)
    fc.assert(
      fc.property(audience, audience, (first, second) => {
        const other = `---\naudience: ${second}\n---\nMore.\n`
        for (const viewer of VIEWERS) {
          const slots = [slotOf('USER', `audience: ${first}`, other)]
          const may = [first, second].every((one) => one === 'public' || one === viewer)
          expect(outwards({ slots, target: { viewer } }).includes(SECRET)).toBe(may)
        }
      }),
    )
  })
})
