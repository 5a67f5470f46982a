import type { Audience, Viewer } from '../model/section.ts'

/**
 * Whether a viewer may see a section. `public` sees public sections only; the
 * owner sees public and owner sections; a user or group sees public sections
 * and those addressed to exactly that user or group.
 */
export function maySee(viewer: Viewer, audience: Audience): boolean {
  return audience === 'public' || audience === viewer
}

const AUDIENCE = /^(?:public|owner|(?:user|group):[^\s:][^\s]{0,127})$/

/** Parses the frontmatter value of `audience`; `undefined` when it is none. */
export function parseAudience(value: string): Audience | undefined {
  return AUDIENCE.test(value) ? (value as Audience) : undefined
}
