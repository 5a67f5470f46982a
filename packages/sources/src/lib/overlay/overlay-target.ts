import type { ProjectPlace } from '../project-state/project-place.ts'

/** One file of a work tree. */
export interface OverlayFile {
  readonly place: ProjectPlace
  /** Absolute, below the root of the work tree; a link out of it is refused. */
  readonly path: string
}
