import { join } from 'node:path'
import { planClaude } from './claude/plan-claude.ts'
import { planCodex } from './codex/plan-codex.ts'
import { planHermes } from './hermes/plan-hermes.ts'
import { planHotplex } from './hotplex/plan-hotplex.ts'
import type { ImportDraft, ImportSource } from './import-report.ts'
import { planOpenclaw } from './openclaw/plan-openclaw.ts'
import type { SourcePlace } from './read-source.ts'

interface Importer {
  /** Where its program keeps it. */
  readonly usual: (place: Omit<SourcePlace, 'dir'>) => string
  /** Reads it; writes nothing. */
  readonly plan: (place: SourcePlace) => Promise<ImportDraft>
}

/** One row per set-up: the folder it usually has, the variable that moves it, and what reads it. */
export const IMPORTERS: Readonly<Record<ImportSource, Importer>> = {
  hotplex: { usual: usual('HOTPLEX_HOME', '.hotplex'), plan: planHotplex },
  claude: { usual: usual('CLAUDE_CONFIG_DIR', '.claude'), plan: planClaude },
  codex: { usual: usual('CODEX_HOME', '.codex'), plan: planCodex },
  openclaw: { usual: usual('OPENCLAW_STATE_DIR', '.openclaw'), plan: planOpenclaw },
  hermes: { usual: usual('HERMES_HOME', '.hermes'), plan: planHermes },
}

function usual(variable: string, folder: string): Importer['usual'] {
  return ({ env, userHome }) => env[variable] || join(userHome, folder)
}
