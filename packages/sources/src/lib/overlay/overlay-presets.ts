/** The sections of an overlay, in the order in which they stand. */
export type OverlaySectionId =
  | 'routing'
  | 'compaction'
  | 'map'
  | 'modes'
  | 'notes'
  | 'memory'
  | 'team'
  | 'explore'
  | 'gate'
  | 'session'

/** Code points: of the whole, and of each section that may be cut. */
export interface OverlayCaps {
  readonly total: number
  readonly sections: Readonly<Partial<Record<OverlaySectionId, number>>>
}

export type OverlayPreset = 'default' | 'omx'

/** `omx`: the caps of oh-my-codex 0.21.6. */
export const OVERLAY_PRESETS: Readonly<Record<OverlayPreset, OverlayCaps>> = {
  default: {
    total: 3500,
    sections: {
      map: 1000,
      modes: 500,
      notes: 300,
      memory: 500,
      team: 400,
      explore: 200,
      gate: 200,
    },
  },
  omx: {
    total: 3500,
    sections: { map: 1000, modes: 600, notes: 600, memory: 1000, team: 900, explore: 600 },
  },
}
