import { planClaude } from './claude/plan-claude.ts'
import { planCodex } from './codex/plan-codex.ts'
import { planHermes } from './hermes/plan-hermes.ts'
import { planHotplex } from './hotplex/plan-hotplex.ts'
import type { ImportDraft, ImportSource } from './import-report.ts'
import { planOpenclaw } from './openclaw/plan-openclaw.ts'
import type { SourcePlace } from './read-source.ts'

interface Importer {
  /** The environment variable that moves the set-up elsewhere. */
  readonly variable: string
  /** Its usual folder in the person's home directory. */
  readonly folder: string
  /** Reads it; writes nothing. */
  readonly plan: (place: SourcePlace) => Promise<ImportDraft>
}

/** One row per set-up: where it is, and what reads it. */
export const IMPORTERS: Readonly<Record<ImportSource, Importer>> = {
  hotplex: { variable: 'HOTPLEX_HOME', folder: '.hotplex', plan: planHotplex },
  claude: { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude', plan: planClaude },
  codex: { variable: 'CODEX_HOME', folder: '.codex', plan: planCodex },
  openclaw: { variable: 'OPENCLAW_STATE_DIR', folder: '.openclaw', plan: planOpenclaw },
  hermes: { variable: 'HERMES_HOME', folder: '.hermes', plan: planHermes },
}
