import { createHash } from 'node:crypto'
import {
  type Composition,
  compose,
  DEFAULT_SETTINGS,
  type ProjectInput,
  parseText,
  SLOTS,
  type SlotName,
} from '@onesoul/core'

/** Texts of a home, long enough that none of them stands anywhere by chance. */
export const SAMPLE_SLOTS: Readonly<Record<SlotName, string>> = {
  SOUL: 'You are Pilot, a calm engineer who explains each step in plain words.\n',
  AGENTS: '# Rules\n\n- Always use pnpm, never npm.\n- Run `make check` before every commit.\n',
  TOOLS: 'Search with `rg`, not with grep, and read a file before you change it.\n',
  USER: 'Ingrid reads her messages in the morning and prefers short answers.\n',
  MEMORY: 'The release was moved to the second week of March; 发布推迟了。\n',
}

export interface SampleProject {
  readonly path: string
  readonly text: string
  readonly delivery: ProjectInput['delivery']
  /** Default: true. */
  readonly trusted?: boolean
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A composition of the sample slots and of files of a work tree. */
export function composeSample(
  options: {
    readonly slots?: Partial<Record<SlotName, string>>
    readonly project?: readonly SampleProject[]
    /** `public` leaves USER and MEMORY out. */
    readonly viewer?: 'owner' | 'public'
  } = {},
): Composition {
  const texts = options.slots ?? SAMPLE_SLOTS
  return compose({
    target: {
      agent: 'none',
      platform: null,
      bot: null,
      viewer: options.viewer ?? 'owner',
      session: null,
      format: 'xml',
    },
    slots: SLOTS.map(({ slot: name }) => {
      const text = texts[name]
      if (text === undefined)
        return { slot: name, resolution: { outcome: 'missing' }, required: false }
      const path = `${name}.md`
      const ref = { root: 'configs', kind: 'slot', name: path, scope: 'global', path } as const
      const document = parseText({ ...ref, sha256: sha256(text) }, text).value
      return {
        slot: name,
        resolution: { outcome: 'content', documents: [document] },
        required: false,
      }
    }),
    project: (options.project ?? []).map(({ path, text, delivery, trusted = true }) => {
      const ref = { root: 'worktree', kind: 'project', name: path, path } as const
      return {
        document: parseText({ ...ref, sha256: sha256(text) }, text).value,
        delivery,
        trusted,
      }
    }),
    extra: [],
    facts: null,
    hidden: [],
    diagnostics: [],
    settings: DEFAULT_SETTINGS,
    ports: { sha256 },
  })
}
