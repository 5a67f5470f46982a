import type { ComposeSettings } from '../model/compose-input.ts'

/** The settings of a composition when nothing is configured. */
export const DEFAULT_SETTINGS: ComposeSettings = {
  language: 'auto',
  budget: {
    unit: 'chars',
    perFile: 8000,
    total: 40_000,
    project: 20_000,
    tokens: null,
    overflow: 'truncate',
  },
  variables: {},
  onMissing: 'refuse',
  elementName: 'onesoul',
  userDataPublic: false,
  canReadFiles: true,
}
