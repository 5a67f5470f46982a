import { describe, expect, it } from 'vitest'
import { scanThreats, type ThreatScan } from '../../../packages/core/src/threats.ts'
import { CORPUS_FOLDER, type CorpusItem, readCorpus } from './corpus-items.ts'
import { OBFUSCATIONS, wrap } from './obfuscations.ts'

/** Takes every text in every obfuscation. */
const { ONESOUL_WHOLE } = process.env

const corpus = readCorpus()

/** Changes that leave the meaning and the appearance of a text as they are. */
const REWRITINGS: readonly (readonly [name: string, apply: (text: string) => string])[] = [
  ['reflow', reflow],
  ['CRLF', (text) => text.replace(/\r?\n/g, '\r\n')],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['quoting', (text) => text.replace(/(^|\n)/g, '$1> ')],
]

if (corpus) {
  const isGated = ({ tier }: { readonly tier: string }) => tier !== 'C-chat'

  describe('scanThreats on rewritten texts of the corpus', () => {
    const gated = corpus.filter(isGated)
    const caught = gated.filter((item) => item.label === 'malicious' && isCaught(item))
    const clean = gated.filter((item) => item.label === 'benign' && isClean(item))

    it('has texts to rewrite, and 32 obfuscations', () => {
      expect(caught.length).toBeGreaterThan(400)
      expect(clean.length).toBeGreaterThan(1500)
      expect(new Set(OBFUSCATIONS.map(({ name }) => name)).size).toBe(32)
    })

    it('flags what it flags in 32 obfuscations too, at least 97 of 100', {
      timeout: 300_000,
    }, () => {
      // Every text takes half a minute; a different half of them is as good for every obfuscation.
      const taken = OBFUSCATIONS.map((one, place) => {
        const texts = ONESOUL_WHOLE
          ? caught
          : caught.filter((_, index) => (index + place) % 2 === 0)
        return { ...one, texts }
      })
      const rows = taken.map(({ name, apply, texts }) => {
        const kept = texts.filter((item) => isCaught(item, apply(item.text))).length
        return { name, kept, of: texts.length, share: ((100 * kept) / texts.length).toFixed(1) }
      })
      const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
      const whole = sum(rows.map(({ of }) => of))
      const all = sum(rows.map(({ kept }) => kept)) / whole
      console.log(rows.map(({ name, share }) => `${share.padStart(6)} % ${name}`).join('\n'))
      console.log(`${(100 * all).toFixed(2)} % of ${whole} of ${rows.length} x ${caught.length}`)
      expect(all).toBeGreaterThanOrEqual(0.97)
    })

    it.each(REWRITINGS)(
      'leaves clean texts clean after %s',
      { timeout: 120_000 },
      (_name, apply) => {
        const flagged = clean.filter((item) => !isClean(item, apply(item.text)))
        // A count alone: texts of the corpus are not printed.
        expect(flagged.length).toBe(0)
      },
    )
  })
} else {
  describe('scanThreats on rewritten texts of the corpus', () => {
    it.skip(
      `NOT RUN: no corpus in ${CORPUS_FOLDER}; ONESOUL_CORPUS names the folder with malicious.jsonl and benign.jsonl`,
    )
  })
}

function scan(item: CorpusItem, text: string): ThreatScan {
  return scanThreats(text, { carrier: item.carrier.startsWith('skill') ? 'skill' : 'context' })
}

/** Whether something of severity medium or higher is found. */
function isCaught(item: CorpusItem, text: string = item.text): boolean {
  return scan(item, text).findings.some(({ severity }) => !['info', 'low'].includes(severity))
}

function isClean(item: CorpusItem, text: string = item.text): boolean {
  return !isCaught(item, text) && scan(item, text).partial.length === 0
}

/** Wraps prose anew; fences, tables, lists, headings, quotes and indented lines stay. */
function reflow(text: string): string {
  let fenced = false
  return text
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced
      const isProse =
        !fenced && /^[\p{L}\p{N}"'(`*_]/u.test(line) && !/^(?:\d+\.|[*-] |---)/.test(line)
      return isProse ? wrap(line, 72) : line
    })
    .join('\n')
}
