import { type CacheLog, findCacheProfile, readCacheLog } from '@onesoul/core/cache'
import { readGivenFile } from '../cache/read-given-file.ts'
import { simulateLog } from '../cache/simulate-log.ts'
import { formatCache } from '../format/format-cache.ts'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'
import { printJson } from '../terminal/print-json.ts'

export interface CacheSimulateFlags {
  readonly provider?: string
  readonly model?: string
  readonly ttlModel: string
}

/** Logs of months; a larger one is none. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * `onesoul cache simulate FILE`: what each way to mark the requests of a recorded log would have cost. Needs no home.
 * Ends with 1 when a line of the log cannot be understood.
 */
export async function cacheSimulateCommand(
  invocation: Invocation,
  file: string,
  flags: CacheSimulateFlags,
): Promise<number> {
  const ttlModel = knownValue('--ttl-model', flags.ttlModel, ['segment', 'entry'])
  const { terminal } = invocation
  const log = await readLog(invocation, file)
  const { provider = log.provider, model = log.model } = flags
  const { value: profile, diagnostics } = findCacheProfile(provider, model)
  const simulated = simulateLog(log, profile, ttlModel)
  if (invocation.flags.json) {
    const { mechanism, asOf } = profile
    const rules = { provider, model, rules: { family: profile.model, mechanism, asOf }, ttlModel }
    printJson(invocation, { ...rules, ...simulated, diagnostics })
    return EXIT.done
  }
  terminal.out(formatCache(simulated, { ...profile, model }))
  if (!invocation.flags.quiet) terminal.err(formatDiagnostics(diagnostics, terminal.style))
  return EXIT.done
}

async function readLog(invocation: Invocation, file: string): Promise<CacheLog> {
  const { terminal } = invocation
  const { value, diagnostics } = readCacheLog(await readGivenFile(invocation, file, MAX_BYTES))
  if (diagnostics.length === 0) return value
  terminal.err(formatDiagnostics(diagnostics, terminal.style))
  throw new CliError(EXIT.failed, `${file} is no log of requests`, {
    hints: ['docs/caching.md tells what stands in one'],
  })
}
