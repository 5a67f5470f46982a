import { hostOf, partsOf, percentDecoded } from './address-parts.ts'
import { carriesData, IMAGE_LIMITS, LINK_LIMITS } from './carried-data.ts'
import { holdsValue, type KnownValue } from './known-value.ts'
import type { Stopped } from './output-finding.ts'
import { standsAt, type TextReader } from './text-reader.ts'

/** How much text before an address tells an image from a link. */
export const LOOK_BEHIND = 512
const LONGEST_ADDRESS = 4096

/** Inside an address that has been judged as a whole. */
const INSIDE = /https?:[/\\]{2}[^\s"'`<>|()。，；！？、）】」』》“”‘’…]*$/i
const MARKDOWN_TARGET = /\]\([<\s]*$/
const MARKDOWN_LINK = /(?:^|[^!])\[[^[\]]*\]\([<\s]*$/
const REFERENCE = /(?:^|\n)[ >]{0,8}\[[^\]\n]+\]:\s*<?$/
const FETCHING_ELEMENT =
  /<(?:img|image|source|video|audio|embed|iframe|object|link|script|input|track|use)\b[^>]*$/i
const STYLE = /\burl\(\s*["']?$/i
const ATTRIBUTE = /\b(?:src|srcset|href|data|poster|action)\s*=\s*["']?$/i

/** What the filter knows when it judges an address. */
export interface AddressRules {
  readonly values: readonly KnownValue[]
  /** Hosts that may receive anything but known values; `*.` in front stands for every subdomain. */
  readonly allowHosts: readonly string[]
}

/** Finds an address of the web that carries data, at one offset. */
export function createAddressDetector(
  rules: AddressRules,
): (reader: TextReader, at: number) => Stopped | undefined {
  return (reader, at) => {
    const before = reader.slice(at - LOOK_BEHIND, at)
    if (!startsAddress(reader, at, before) || INSIDE.test(before)) return undefined
    const end = endOfAddress(reader, at, before)
    const address = reader.slice(at, end)
    const isImage = isFetched(before)
    const tooLong = end - at >= LONGEST_ADDRESS
    if (!tooLong && !isStopped(address, isImage, rules)) return undefined
    return isImage
      ? { kind: 'remote-image', message: `The output fetches an address ${REASON}.`, end }
      : { kind: 'data-link', message: `The output links to an address ${REASON}.`, end }
  }
}

const REASON = 'that carries data with it'

function isStopped(address: string, isImage: boolean, rules: AddressRules): boolean {
  if (holdsValue(address, rules.values) || holdsValue(percentDecoded(address), rules.values)) {
    return true
  }
  if (isAllowed(hostOf(address), rules.allowHosts)) return false
  return carriesData(partsOf(address), isImage ? IMAGE_LIMITS : LINK_LIMITS)
}

function isAllowed(host: string, allowed: readonly string[]): boolean {
  return allowed.some((one) =>
    one.startsWith('*.') ? host.endsWith(one.slice(1).toLowerCase()) : host === one.toLowerCase(),
  )
}

/** `http:` or `https:` with two slashes, or two slashes alone where a reader takes an address. */
function startsAddress(reader: TextReader, at: number, before: string): boolean {
  if (/[/\\]/.test(reader.unit(at))) {
    const expected = [MARKDOWN_TARGET, REFERENCE, STYLE, ATTRIBUTE]
    return isSlash(reader, at + 1) && expected.some((pattern) => pattern.test(before))
  }
  const scheme = ['http:', 'https:'].find((one) => standsInAnyCase(reader, at, one))
  if (scheme === undefined) return false
  return isSlash(reader, at + scheme.length) && isSlash(reader, at + scheme.length + 1)
}

function isSlash(reader: TextReader, at: number): boolean {
  return standsAt(reader, at, '/') || standsAt(reader, at, '\\')
}

function standsInAnyCase(reader: TextReader, start: number, lower: string): boolean {
  for (let index = 0; index < lower.length; index++) {
    if (reader.unit(start + index).toLowerCase() !== lower.charAt(index)) return false
  }
  return true
}

/** Whether a reader fetches the address unasked: an image, or what is not plainly a link. */
function isFetched(before: string): boolean {
  if (MARKDOWN_TARGET.test(before)) return !MARKDOWN_LINK.test(before)
  return [REFERENCE, FETCHING_ELEMENT, STYLE].some((pattern) => pattern.test(before))
}

/** The offset where an address ends: at white space, a quote, a bracket that it did not open, or a sentence's end. */
function endOfAddress(reader: TextReader, start: number, before: string): number {
  const ends = before.endsWith('<') ? /[<>\n]/ : /[\s\p{Cc}"'`<>|。，；！？、）】」』》“”‘’…]/u
  let open = 0
  let at = start
  while (at < start + LONGEST_ADDRESS) {
    const unit = reader.unit(at)
    if (unit === '' || ends.test(unit)) break
    if (unit === '(') open++
    else if (unit === ')' && open-- === 0) break
    at++
  }
  return at - (/[.,;:!?*_]+$/.exec(reader.slice(start, at))?.[0].length ?? 0)
}
