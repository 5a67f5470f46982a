import { parseAudience, type Viewer } from '@onesoul/core'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'

/** Flags that say for whom and where a composition is made. */
export interface TargetFlags {
  readonly platform?: string
  readonly bot?: string
  readonly viewer?: string
  readonly language?: string
  /** The model that answers. */
  readonly model?: string
}

/** Parses `--viewer`; a usage error names the four forms. */
export function parseViewer(value: string): Viewer {
  const viewer = parseAudience(value)
  if (viewer) return viewer
  throw new CliError(EXIT.usage, `--viewer ${JSON.stringify(value)} is no viewer`, {
    hints: ['use owner, public, user:<id> or group:<id>'],
  })
}

/** Parses `--language`. */
export function parseLanguage(value: string): 'auto' | 'en' | 'zh' {
  if (value === 'auto' || value === 'en' || value === 'zh') return value
  throw new CliError(EXIT.usage, `--language ${JSON.stringify(value)} is not known`, {
    hints: ['use auto, en or zh'],
  })
}
