import { resolve } from 'node:path'
import {
  type Diagnostic,
  describeThreat,
  resolvePolicy,
  SLOTS,
  type SlotInput,
  type SourceDocument,
  type ThreatAction,
  type Trust,
} from '@onesoul/core'
import { scanThreats, THREAT_RULES } from '@onesoul/core/threats'
import { readOverrides } from '../guard/overrides.ts'
import type { HomePlace } from '../home/home.ts'
import type { ScanRules } from '../scan/scan-file.ts'
import { scanBytes } from '../scan/scan-paths.ts'

/**
 * Finds in slot files what tries to take over, deceive or rob an agent, as `scan`
 * does with the policy and the overrides of the home: what the policy lets pass is
 * not told. Each file once. `today` is `YYYY-MM-DD`.
 */
export async function findThreats(
  home: HomePlace,
  slots: readonly SlotInput[],
  today: string,
): Promise<readonly Diagnostic[]> {
  const { guard } = home.config.settings
  const place = { home: home.dir, userHome: home.userHome, file: guard.overrides }
  const overrides = await readOverrides(
    place,
    today,
    THREAT_RULES.map(({ id }) => id),
  )
  const policy = resolvePolicy(guard.policy)
  const rules: ScanRules = { scan: scanThreats, policy, overrides: overrides.entries }
  const files = new Map(slots.flatMap(ownDocuments).map((own) => [own.document.ref.path, own]))
  return [
    ...overrides.diagnostics,
    ...[...files.values()].flatMap((own) => threatsIn(own, home.configsDir, rules)),
  ]
}

interface OwnDocument {
  readonly document: SourceDocument
  readonly trust: Trust
}

function ownDocuments({ slot, resolution }: SlotInput): readonly OwnDocument[] {
  const documents = 'documents' in resolution ? resolution.documents : []
  const trust = SLOTS.find((row) => row.slot === slot)?.trust ?? 'user'
  return documents.map((document) => ({ document, trust }))
}

function threatsIn(
  { document, trust }: OwnDocument,
  configsDir: string,
  rules: ScanRules,
): readonly Diagnostic[] {
  const { root, path } = document.ref
  const place = { path, absolute: resolve(configsDir, path), trust }
  const { findings } = scanBytes(Buffer.from(document.text, 'utf8'), { ...rules, place })
  return findings
    .filter(({ action, override }) => action !== 'pass' && override === undefined)
    .map((found) => ({
      code: 'guard.threat',
      severity: SEVERITIES[found.action],
      message: describeThreat(found),
      source: { root, path, line: found.line, column: found.column },
      fix: 'take it out, or accept it in `guard.overrides` when it is meant so; `onesoul scan` shows the words',
    }))
}

const SEVERITIES: Readonly<Record<ThreatAction, Diagnostic['severity']>> = {
  pass: 'info',
  warn: 'warning',
  quote: 'warning',
  stub: 'warning',
  refuse: 'error',
}
