import { resolve } from 'node:path'
import { overridesOutside } from '@onesoul/sources'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { formatScan } from '../format/format-scan.ts'
import { toSarif } from '../format/sarif.ts'
import { scanDocument } from '../format/scan-document.ts'
import { jsonText } from '../format/show-hidden.ts'
import { readScanFlags, type ScanFlags } from '../scan/scan-flags.ts'
import { scanNamed } from '../scan/scan-named.ts'
import type { ScanOutcome } from '../scan/scan-outcome.ts'
import { type PlacePolicy, readPlacePolicy } from '../scan/scan-rules.ts'
import { SCANNER } from '../scan/scanner.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

export interface ScanRequest {
  /** As they were typed; `-` is standard input. */
  readonly paths: readonly string[]
  readonly flags: ScanFlags
  /** Of this command. */
  readonly version: string
}

/**
 * `onesoul scan PATH…`: what in files and folders tries to take over, deceive or rob an
 * agent. Ends with 0 when everything was seen and nothing found, 3 with findings,
 * 1 when something was not seen.
 */
export async function scanCommand(invocation: Invocation, request: ScanRequest): Promise<number> {
  const started = performance.now()
  const { paths, flags } = request
  const { format, trust, failOn } = readScanFlags(flags, invocation.flags.json === true)
  const place = await withoutTargets(
    await readPlacePolicy(invocation, flags.policy),
    invocation,
    paths,
  )
  const { policy, overrides } = place
  const outcome = await scanNamed(invocation, {
    paths,
    rules: { scan: SCANNER.scan, policy, overrides: overrides.entries },
    trustOf: trust === null ? place.trustOf : () => trust,
    trust: trust ?? 'external',
    since: flags.since,
    failOn,
    opaqueAllowed: flags.allowOpaque === true,
    leaveOut: place.leaveOut,
  })
  const { terminal } = invocation
  if (!invocation.flags.quiet) {
    terminal.err(formatDiagnostics(overrides.diagnostics, terminal.style))
  }
  const ms = Math.round(performance.now() - started)
  terminal.out(render(outcome, { format, ms, place, request, invocation }))
  if (outcome.failed) return EXIT.findings
  return outcome.partial ? EXIT.failed : EXIT.done
}

interface Rendering {
  readonly format: 'text' | 'json' | 'sarif'
  readonly ms: number
  readonly place: PlacePolicy
  readonly request: ScanRequest
  readonly invocation: Invocation
}

function render(outcome: ScanOutcome, rendering: Rendering): string {
  const { format, ms, place, request, invocation } = rendering
  const { ruleset, rules } = SCANNER
  const policy = place.policy.name
  if (format === 'sarif') {
    return `${jsonText(toSarif(outcome, { version: request.version, rules, ruleset, policy }))}\n`
  }
  if (format === 'json') {
    const { diagnostics } = place.overrides
    return `${jsonText(scanDocument(outcome, { ruleset, policy, ms, diagnostics }))}\n`
  }
  const { style } = invocation.terminal
  return formatScan(outcome, { style, verbose: invocation.flags.verbose === true })
}

/** Overrides that lie in what is scanned, outside the home, come from whoever wrote that. */
async function withoutTargets(
  place: PlacePolicy,
  { cwd }: Invocation,
  paths: readonly string[],
): Promise<PlacePolicy> {
  const folders = paths.map((one) => resolve(cwd, one))
  const overrides = await overridesOutside(place.overrides, {
    folders,
    home: place.home,
    name: 'what is scanned',
  })
  return { ...place, overrides }
}
