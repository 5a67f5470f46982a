import { join } from 'node:path'
import type { StateLayout } from './state-layout.ts'

/** `whole`: a session. `new`: one that is being written. `old`: one that is being removed. */
export type SessionFolderState = 'whole' | 'new' | 'old'

/**
 * The folder of a session. It becomes whole, and stops being it, by one rename,
 * so that a kill leaves a session or something that a sweep takes away.
 */
export function sessionFolder(
  layout: Pick<StateLayout, 'sessions'>,
  id: string,
  state: SessionFolderState = 'whole',
): string {
  return join(layout.sessions, state === 'whole' ? id : `.${state}-${id}`)
}

/** The id in the name of a folder of a session that is not whole; `null` for every other name. */
export function unfinishedSession(name: string): string | null {
  return /^\.(?:new|old)-([A-Za-z0-9_-][A-Za-z0-9._-]{0,127})$/u.exec(name)?.[1] ?? null
}
