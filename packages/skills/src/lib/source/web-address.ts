import { isArchiveName } from '../archive/read-archive.ts'
import { SkillsError } from '../skills-error.ts'

/** Words of a query that hold what opens a door: they would stand in `skills.lock`. */
const CREDENTIAL = /token|signature|secret|password|passwd|credential|^(?:api[-_]?)?key$|^sig$/i

/**
 * The address of an archive on the web; null for a text that is none. `git+` and
 * what ends like no archive belong to others.
 *
 * @throws SkillsError `source-invalid` for one that may not be asked
 */
export function archiveAddress(typed: string): URL | null {
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return null
  const url = new URL(typed)
  if (!isArchiveName(url.pathname)) return null
  const fault = faultOfAddress(url)
  if (fault !== null) throw new SkillsError('source-invalid', `${withoutSecrets(url)} ${fault}`)
  return url
}

/** Why an address may not be asked; null when it may. */
export function faultOfAddress(url: URL): string | null {
  if (url.protocol !== 'https:' && !isPlainLoopback(url)) return 'is not https'
  if (url.username !== '' || url.password !== '') return 'holds a name or a password'
  const secret = [...url.searchParams.keys()].find((name) => CREDENTIAL.test(name))
  if (secret !== undefined) return `holds a secret (${secret}), which skills.lock would keep`
  return url.hash === '' ? null : 'has a #, which means nothing in an archive'
}

/**
 * Why a redirect is not followed; null when it is. It may only lead to where a
 * person could have sent us, and never from the web to a server of this machine.
 */
export function faultOfRedirect(from: URL, to: URL): string | null {
  if (to.protocol !== 'https:' && !(isPlainLoopback(from) && isPlainLoopback(to))) {
    return 'is not https'
  }
  if (isLoopback(to) && !isLoopback(from)) return 'is a server of this machine'
  return to.username === '' && to.password === '' ? null : 'holds a name or a password'
}

/** For messages: without a user, a password and a query. */
export function withoutSecrets({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`
}

function isPlainLoopback(url: URL): boolean {
  return url.protocol === 'http:' && isLoopback(url)
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}
