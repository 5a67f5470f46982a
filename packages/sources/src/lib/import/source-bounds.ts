import { realpath } from 'node:fs/promises'
import { basename, relative, resolve, sep } from 'node:path'
import { isCredentialPlace, isUnder } from '@onesoul/disk'
import type { SourcePlace } from './source-place.ts'

/** Files whose name says that they hold tokens; a Markdown file may be about them. */
const SECRET_FILE =
  /^(?!.*\.(?:md|mdc|mdx|markdown)$)(?:.*[._-])?(?:tokens?|secrets?|passwords?|credentials?)(?:[._-].*)?$/i

/**
 * Why nothing of a file or folder is taken over, whichever way led to it;
 * `null`: it may be read, or it is not there.
 */
export async function refusePlace(path: string, place: SourcePlace): Promise<string | null> {
  const [real] = await realPathsOf([path])
  if (real === undefined) return null
  const bases = [place.dir, place.userHome]
  if (isCredential(path, bases)) return CREDENTIAL
  const realBases = await realPathsOf(bases)
  if (isCredential(real, realBases)) return CREDENTIAL
  if (realBases.some((base) => isUnder(real, base))) return null
  return 'it lies outside of the set-up and of the home directory: nothing of it was copied'
}

const CREDENTIAL = 'a place for credentials: nothing of it was copied'

/** Why a text is no instruction text, whatever its file is called; `null`: it may be one. */
export function refuseText(text: string): string | null {
  const start = text.replace(/^\uFEFF/, '').trimStart()
  if (/^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(start)) return 'a private key: it was not copied'
  if (!/^[{[]/.test(start)) return null
  try {
    return hasSecretKey(JSON.parse(start)) ? SECRET_JSON : null
  } catch {
    // A text that only begins like JSON is a text.
    return null
  }
}

const SECRET_JSON =
  'JSON with entries that are named like credentials, no instruction text: it was not copied'
const SECRET_KEY = /token|key|secret|passw|credential/i

function hasSecretKey(data: unknown): boolean {
  const waiting: unknown[] = [data]
  for (const one of waiting) {
    if (typeof one !== 'object' || one === null) continue
    if (!Array.isArray(one) && Object.keys(one).some((key) => SECRET_KEY.test(key))) return true
    waiting.push(...Object.values(one))
  }
  return false
}

/** By the names below the first folder that holds it: where the set-up itself lies says nothing. */
function isCredential(path: string, bases: readonly string[]): boolean {
  const absolute = resolve(path)
  const base = bases.find((one) => isUnder(absolute, one)) ?? sep
  const names = relative(base, absolute).split(sep)
  return isCredentialPlace(names) || SECRET_FILE.test(basename(absolute))
}

/** Only those that are there. */
async function realPathsOf(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => realpath(path).catch(() => null)))
  return found.filter((path) => path !== null)
}
