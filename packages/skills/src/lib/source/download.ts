import { refusedArchive } from '../archive/archive-budget.ts'
import { errorText } from '../sync/error-text.ts'
import { unreachable } from './source-tree.ts'
import { faultOfRedirect, withoutSecrets } from './web-address.ts'

export interface DownloadLimits {
  readonly maxBytes: number
  /** For all of it, redirects included. */
  readonly timeoutMs: number
  readonly redirects: number
}

/**
 * The bytes behind an address, counted while they come: no more of them are taken
 * than an archive may have. Nothing that identifies a person is sent.
 *
 * @throws SkillsError `source-unreachable`, `archive-refused` for too many bytes
 */
export async function download(url: URL, limits: DownloadLimits): Promise<Uint8Array> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), limits.timeoutMs)
  try {
    const response = await follow(url, limits, ending.signal)
    return await readBody(response, limits.maxBytes)
  } catch (error) {
    if (ending.signal.aborted) {
      throw unreachable(
        withoutSecrets(url),
        `it took more than ${limits.timeoutMs / 1000} s`,
        error,
      )
    }
    throw error
  } finally {
    clearTimeout(timer)
    // Whatever is still on its way is not wanted.
    ending.abort()
  }
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

async function follow(first: URL, limits: DownloadLimits, signal: AbortSignal): Promise<Response> {
  const shown = withoutSecrets(first)
  let url = first
  for (let hops = 0; ; hops++) {
    const response = await ask(url, shown, signal)
    if (response.ok) return response
    const location = response.headers.get('location')
    if (!REDIRECTS.includes(response.status) || location === null) {
      throw unreachable(shown, `${url.host} answered ${response.status}`)
    }
    await response.body?.cancel()
    if (hops === limits.redirects) throw unreachable(shown, 'it leads on and on')
    if (!URL.canParse(location, url.href)) throw unreachable(shown, 'it leads nowhere')
    const next = new URL(location, url.href)
    const fault = faultOfRedirect(url, next)
    if (fault !== null) {
      throw unreachable(shown, `it leads to ${withoutSecrets(next)}, which ${fault}`)
    }
    url = next
  }
}

async function ask(url: URL, shown: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'onesoul' },
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw unreachable(shown, reasonOf(error), error)
  }
}

/** What fetch says is always the same; what is behind it tells. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = (cause as { readonly code?: unknown } | undefined)?.code
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its host is not known here'
  if (code === 'ECONNREFUSED') return 'nobody answers there'
  return errorText(cause ?? error)
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = `it has more than ${maxBytes / 1_000_000} MB`
  if (Number(response.headers.get('content-length')) > maxBytes) throw refusedArchive(tooLarge)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw refusedArchive(tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
