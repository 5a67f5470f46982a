import { type ReadBlocks, readCacheRequest } from '@onesoul/agents'
import { type ExplainedRequest, explainMiss, findCacheProfile } from '@onesoul/core/cache'
import { readGivenFile } from '../cache/read-given-file.ts'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { formatMiss } from '../format/format-miss.ts'
import { isRecord, parseJson } from '../session/read-kept-file.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { printJson } from '../terminal/print-json.ts'

export interface CacheExplainFlags {
  readonly gap?: string
  readonly provider?: string
  readonly model?: string
}

/** A request body, and the milliseconds at which it was recorded if the file says so. */
interface RequestFile {
  readonly blocks: ReadBlocks
  readonly time: number | null
}

/** No request is larger. */
const MAX_BYTES = 64 * 1024 * 1024
/** What a gap is taken for that nobody told. */
const USUAL_GAP = 30

/**
 * `onesoul cache explain BEFORE AFTER`: why the second of two recorded requests reads less than the first one left in the
 * cache. Needs no home and asks no provider. Ends with 3 when something was lost, 0 when all was read.
 */
export async function cacheExplainCommand(
  invocation: Invocation,
  files: readonly [before: string, after: string],
  flags: CacheExplainFlags,
): Promise<number> {
  const [before, after] = await Promise.all(files.map((file) => readRequest(invocation, file)))
  if (!before || !after) return EXIT.usage
  const provider = flags.provider ?? after.blocks.provider
  const model = flags.model ?? after.blocks.model
  const { value: profile, diagnostics } = findCacheProfile(provider, model)
  const { gapSeconds, isAssumed } = gapOf(flags.gap, before, after)
  const explained = explainMiss(atTime(before, 0), atTime(after, gapSeconds), {
    profile,
    gapSeconds,
  })
  const { terminal } = invocation
  if (invocation.flags.json) {
    const rules = { family: profile.model, mechanism: profile.mechanism, asOf: profile.asOf }
    printJson(invocation, {
      provider,
      model,
      rules,
      gapSeconds,
      gapAssumed: isAssumed,
      ...explained,
      diagnostics,
    })
  } else {
    terminal.out(
      formatMiss(explained, { provider, model, asOf: profile.asOf, gapSeconds, isAssumed }),
    )
    if (!invocation.flags.quiet) terminal.err(formatDiagnostics(diagnostics, terminal.style))
  }
  return explained.causes.length > 0 ? EXIT.findings : EXIT.done
}

function atTime({ blocks }: RequestFile, at: number): ExplainedRequest {
  return { ...blocks, at }
}

function gapOf(
  given: string | undefined,
  before: RequestFile,
  after: RequestFile,
): { readonly gapSeconds: number; readonly isAssumed: boolean } {
  if (given !== undefined) {
    const gapSeconds = Number(given)
    const isSeconds = given.trim() !== '' && gapSeconds >= 0 && Number.isFinite(gapSeconds)
    if (isSeconds) return { gapSeconds, isAssumed: false }
    throw new CliError(EXIT.usage, `--gap ${JSON.stringify(given)} is no number of seconds`, {
      hints: ['as in --gap 40'],
    })
  }
  if (before.time === null || after.time === null) return { gapSeconds: USUAL_GAP, isAssumed: true }
  return { gapSeconds: Math.max(0, (after.time - before.time) / 1000), isAssumed: false }
}

async function readRequest(invocation: Invocation, file: string): Promise<RequestFile> {
  const value = parseJson(await readGivenFile(invocation, file, MAX_BYTES))
  const { body = value, time } = isRecord(value) ? value : {}
  const blocks = readCacheRequest(typeof body === 'string' ? parseJson(body) : body)
  if (blocks) return { blocks, time: typeof time === 'number' ? time : null }
  throw new CliError(EXIT.failed, `${file} is no request to a model`, {
    hints: [
      'a JSON body for Anthropic Messages, OpenAI Responses or Chat Completions, or Gemini',
      'or an object with it as "body", and the milliseconds of its start as "time"',
    ],
  })
}
