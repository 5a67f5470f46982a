import { DROP_HOSTS, INSTALLER_HOSTS, PASTE_HOSTS } from '../rules/hosts.ts'

/** An address in a text: its end, and what can be said about it. */
export interface SeenUrl {
  readonly end: number
  /** Names such as `#url`, `#url-ip`; see `readUrl`. */
  readonly signals: readonly string[]
}

const MAX_URL = 2_000
const ENDS = /[\s"'`<>)\]}|\\^\u3000-\u303f\uff00-\uffef]/
const LOCAL =
  /^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[?::1|host\.docker\.internal|[^.]+$|.*\.(?:local|internal|test|localhost)(?::|$))/
const ADDRESS = /^\[?(?:\d{1,3}\.){3}\d{1,3}/
const CARRIES =
  /(?:\$\{|\$\(|\$[A-Za-z_]|\{\{|\{[a-z_]+\}|\[[A-Z_]{3,}\]|<[a-z_-]+>|=\s*['"]?\s*\+)/
const DATA_PLACE = /[?&#=]/

/**
 * Reads the address whose `://` begins at `colon`. Signals: `#url` for any host
 * that is not on this machine or network, `#url-local` for one that is, `#url-ip`,
 * `#url-drop`, `#url-paste`, `#url-known` (well-known installers), `#url-plain`
 * (http), `#url-data` and `#url-carrier` (a variable or placeholder in the query), `#url-archive`,
 * `#url-script`, `#url-text` by the end of the path.
 */
export function readUrl(text: string, colon: number, schemeStart: number): SeenUrl {
  const head = text.slice(colon + 3, colon + 3 + MAX_URL)
  const cut = head.search(ENDS)
  const body = cut < 0 ? head : head.slice(0, cut)
  const scheme = text.slice(schemeStart, colon).toLowerCase()
  const wide = head.slice(0, body.length + 80)
  return { end: colon + 3 + body.length, signals: signalsOf(scheme, body.toLowerCase(), wide) }
}

function signalsOf(scheme: string, body: string, wide: string): readonly string[] {
  const host = /^[^/?#]*/.exec(body)?.[0].replace(/^[^@]*@/, '') ?? ''
  if (LOCAL.test(host)) return ['#url-local']
  const path = body
    .slice(host.length)
    .replace(/[?#].*$/, '')
    .replace(/[.,;:!]+$/, '')
  const signals: string[] = []
  if (ADDRESS.test(host)) signals.push('#url-ip')
  if (scheme === 'http') signals.push('#url-plain')
  if (matches(DROP_HOSTS, body)) signals.push('#url-drop')
  if (matches(PASTE_HOSTS, body)) signals.push('#url-paste')
  if (matches(INSTALLER_HOSTS, body)) signals.push('#url-known')
  if (/\.(?:zip|rar|7z|exe|dmg|msi|pkg|tar\.gz|tgz|scr|bat|ps1)$/.test(path)) {
    signals.push('#url-archive')
  }
  if (/\.(?:sh|bash|py|ps1|js|bat|cmd)$/.test(path)) signals.push('#url-script')
  if (/\.(?:md|txt|mdc)$/.test(path)) signals.push('#url-text')
  const query = wide.search(DATA_PLACE)
  if (query >= 0 && CARRIES.test(firstWord(wide.slice(query))))
    signals.push('#url-data', '#url-carrier')
  // Last, so that what is known about the host can keep a row from going on.
  return [...signals, '#url']
}

function firstWord(text: string): string {
  const end = text.search(/[\s)]/)
  return end < 0 ? text : text.slice(0, end + 1)
}

function matches(hosts: readonly string[], body: string): boolean {
  return hosts.some((host) => {
    const at = body.indexOf(host)
    return at === 0 || (at > 0 && /[.@]/.test(body.charAt(at - 1)))
  })
}
