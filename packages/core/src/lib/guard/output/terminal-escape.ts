import { hostOf } from './address-parts.ts'
import type { Stopped } from './output-finding.ts'
import { skipWhile, standsAt, type TextReader } from './text-reader.ts'

const ESCAPE = '\u001b'
const LINK = `${ESCAPE}]8;`
const LONGEST_SEQUENCE = 64
const LONGEST_LINK = 4096
const LONGEST_TEXT = 512

/** Any control character but tab, line feed, and carriage returns in front of a line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/

/** Finds what a terminal would obey at one offset: an escape sequence, or a control character. */
export function detectTerminalEscape(reader: TextReader, at: number): Stopped | undefined {
  const unit = reader.unit(at)
  if (!CONTROL.test(unit)) return undefined
  if (unit === '\r') return endsLine(reader, at) ? undefined : escapeUpTo(at + 1)
  if (standsAt(reader, at, LINK)) return linkAt(reader, at)
  if (unit === '\u009b') return escapeUpTo(endOfSequence(reader, at + 1))
  if (standsAt(reader, at, `${ESCAPE}[`)) return escapeUpTo(endOfSequence(reader, at + 2))
  return escapeUpTo(at + 1)
}

function escapeUpTo(end: number): Stopped {
  return {
    kind: 'terminal-escape',
    message: 'The output holds a control character that a terminal would obey.',
    end,
  }
}

/** Whether only carriage returns stand between here and a line feed. */
function endsLine(reader: TextReader, at: number): boolean {
  const end = skipWhile(reader, at, { pattern: /\r/, max: LONGEST_SEQUENCE })
  return reader.unit(end) === '\n'
}

/** The end of `CSI` and what belongs to it. */
function endOfSequence(reader: TextReader, start: number): number {
  const end = skipWhile(reader, start, { pattern: /[ -?]/, max: LONGEST_SEQUENCE })
  return /[@-~]/.test(reader.unit(end)) ? end + 1 : end
}

/** A link of a terminal (OSC 8); one whose text shows another host is named as such. */
function linkAt(reader: TextReader, at: number): Stopped {
  const start = at + LINK.length
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they end the address
  const close = skipWhile(reader, start, { pattern: /[^\x00-\x1f\x7f-\x9f]/, max: LONGEST_LINK })
  const end = endOfString(reader, close)
  if (end === close) return escapeUpTo(at + 1)
  const address = reader.slice(start, close).split(';').slice(1).join(';')
  const shown = address === '' ? '' : textOfLink(reader, end)
  if (!showsOtherHost(shown, hostOf(address))) return escapeUpTo(end)
  return {
    kind: 'terminal-link',
    message: 'The output holds a terminal link whose text shows another address than its own.',
    end,
  }
}

/** The offset after BEL or ST; the same offset when neither stands there. */
function endOfString(reader: TextReader, at: number): number {
  if (standsAt(reader, at, `${ESCAPE}\\`)) return at + 2
  return ['\u0007', '\u009c'].includes(reader.unit(at)) ? at + 1 : at
}

function textOfLink(reader: TextReader, start: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the end of the link is a control
  const end = skipWhile(reader, start, { pattern: /[^\x1b]/, max: LONGEST_TEXT })
  return reader.slice(start, end)
}

function showsOtherHost(shown: string, host: string): boolean {
  const hosts = shown.toLowerCase().match(/[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu) ?? []
  return hosts.some((one) => one !== host && !host.endsWith(`.${one}`))
}
