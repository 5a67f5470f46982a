import { DROP_HOSTS, INSTALLER_HOSTS, PASTE_HOSTS } from '../rules/hosts.ts'

/** An address in a text: its end, and what can be said about it. */
export interface SeenUrl {
  readonly end: number
  /** The end up to the next quotation mark, bracket or line end: what a placeholder with spaces belongs to. */
  readonly wideEnd: number
  /** Names such as `#url`, `#url-ip`; see `readUrl`. */
  readonly signals: readonly string[]
}

const MAX_URL = 2_000
const ENDS = /[\s"'`<>)\]}|\\^\u3000-\u303f\uff00-\uffef]/
const LOCAL =
  /^(?:(?:localhost|host\.docker\.internal|(?:0|127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.[\dx*]{1,3})+)(?::|$)|\[?::1|[^.[]+$|.*\.(?:local|internal|test|localhost)(?::|$))/
const ADDRESS = /^\[?(?:\d{1,3}\.){3}\d{1,3}/
const CARRIES =
  /(?:\$\{|\$\(|\$[A-Za-z_]|\{\{|\{[a-z_]+\}|\[[A-Z_ ]{3,}\]|\[\[\w|\[[a-z]+ [a-z ]+\]|%[A-Z_]{3,}%|<[a-z][a-z _-]{2,40}|=\s*['"]?\s*\+)/
/** Names that people give to hosts of attackers, in tests and in earnest. */
const TELLING =
  /(?:^|[.-])(?:evil|attacker|malicious|malware|exfil\w*|c2|backdoor|phish\w*|payloads?|stealer|beacon|covert|rogue|shadow|harvest|adversary|exploit|keylog|threat|hack(?:er|ed)?|botnet|implant|loader|bad|stealth|sniff|sqli|inject|sink|spy|steal|ransom|trojan|dropper|pwn(?:ed)?)(?:[.-]|$)/
/** A placeholder for text of the conversation, wherever it stands. */
const TELLS_TEXT =
  /[<{[]\s*(?:(?:the|last|user|full|whole|chat)[ _])*(?:conversation|summary|history|messages?|prompt|transcript|secrets?|token|chat|context|memory)\b/i
const DATA_PLACE = /[?&#=]/
const DROPS = byDomain(DROP_HOSTS)
const PASTES = byDomain(PASTE_HOSTS)
const INSTALLERS = byDomain(INSTALLER_HOSTS)

/**
 * Reads the address whose `://` begins at `colon`. Signals: `#url` for any host
 * that is not on this machine or network, `#url-local` for one that is, `#url-ip`,
 * `#url-telling` (named like a host of an attacker),
 * `#url-drop`, `#url-paste`, `#url-known` (well-known installers), `#url-plain`
 * (http), `#url-data` and `#url-carrier` (a variable or placeholder in the query), `#url-archive`,
 * `#url-script`, `#url-text` by the end of the path.
 */
export function readUrl(text: string, colon: number, schemeStart: number): SeenUrl {
  const head = text.slice(colon + 3, colon + 3 + MAX_URL)
  const cut = head.search(ENDS)
  const body = cut < 0 ? head : head.slice(0, cut)
  const scheme = text.slice(schemeStart, colon).toLowerCase()
  const wide = /^[^\n"'`)>]{0,300}/.exec(head)?.[0] ?? ''
  return {
    end: colon + 3 + body.length,
    wideEnd: colon + 3 + Math.max(body.length, wide.length),
    signals: signalsOf(scheme, body.toLowerCase(), wide.length > body.length ? wide : body),
  }
}

function signalsOf(scheme: string, body: string, wide: string): readonly string[] {
  const host = /^[^/?#]*/.exec(body)?.[0].replace(/^.*@|[.,;:!]+$/g, '') ?? ''
  if (LOCAL.test(host)) return ['#url-local']
  const path = body
    .slice(host.length)
    .replace(/[?#].*$/, '')
    .replace(/[.,;:!]+$/, '')
  const signals: string[] = []
  if (ADDRESS.test(host)) signals.push('#url-ip')
  if (TELLING.test(host)) signals.push('#url-telling')
  if (scheme === 'http') signals.push('#url-plain')
  if (isListed(DROPS, host, path)) signals.push('#url-drop')
  if (isListed(PASTES, host, path)) signals.push('#url-paste')
  if (isListed(INSTALLERS, host, path)) signals.push('#url-known')
  if (/\.(?:zip|rar|7z|exe|dmg|msi|pkg|tar\.gz|tgz|scr|bat|ps1)$/.test(path)) {
    signals.push('#url-archive')
  }
  if (/\.(?:sh|bash|py|ps1|js|bat|cmd)$/.test(path)) signals.push('#url-script')
  if (/\.(?:md|txt|mdc)$/.test(path)) signals.push('#url-text')
  const query = wide.search(DATA_PLACE)
  if (query >= 0 && CARRIES.test(wide.slice(query))) signals.push('#url-data', '#url-carrier')
  else if (TELLS_TEXT.test(wide)) signals.push('#url-carrier')
  // Last, so that what is known about the host can keep a row from going on.
  return [...signals, '#url']
}

/** A list of hosts by domain: what the path must begin with; a domain that ends in a point stands for any below it. */
type HostList = ReadonlyMap<string, readonly string[]>

function byDomain(hosts: readonly string[]): HostList {
  const list = new Map<string, string[]>()
  for (const host of hosts) {
    const slash = host.indexOf('/')
    const domain = slash < 0 ? host : host.slice(0, slash)
    list.set(domain, [...(list.get(domain) ?? []), slash < 0 ? '' : host.slice(slash)])
  }
  return list
}

function isListed(list: HostList, host: string, path: string): boolean {
  const labels = host.replace(/:\d+$/, '').split('.').slice(-6)
  return labels.some((label, at) => {
    const paths = list.get(labels.slice(at).join('.')) ?? list.get(`${label}.`)
    return paths?.some((start) => path.startsWith(start)) === true
  })
}
