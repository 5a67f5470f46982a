import { describe, expect, it } from 'vitest'
import { guardString } from '../../../packages/core/src/lib/guard/fixtures/slot-prompt.ts'
import { scanThreats } from '../../../packages/core/src/threats.ts'
import { inTags } from './hidden-alphabets.ts'

const flag = (region: string) => `🏴${inTags(region)}\u{e007f}`

/** Sentences with the invisible characters that their writing needs. */
const SENTENCES: readonly (readonly [name: string, text: string])[] = [
  ['Persian', 'پاسخ‌ها را کوتاه بنویس و نام پرونده‌ها را ذکر کن. می‌خواهم همه چیز روشن باشد.'],
  ['Hindi', 'उत्तर संक्षेप में लिखें। क्\u200dष और क्\u200cष अलग दिखते हैं।'],
  ['Sinhala', 'ශ්\u200dරී ලංකාවේ පිළිතුරු කෙටියෙන් ලියන්න.'],
  ['Thai', 'ตอบ\u200bสั้นๆ\u200bและ\u200bบอก\u200bชื่อ\u200bไฟล์'],
  ['Arabic', 'اكتب الإجابة باختصار. استعمل \u2067Node.js\u2069 واذكر اسم الملف.'],
  ['Hebrew', 'כתוב תשובה קצרה בשפת \u2066C++\u2069, עם סימן\u200f!'],
  ['Bengali', 'র\u200d্যাব এবং অন্যান্য শব্দ সংক্ষেপে লিখুন।'],
  ['Khmer', 'សរសេរ\u200bចម្លើយ\u200bខ្លី'],
  ['Japanese with ideographic variation', '葛\u{e0100}城市の辻\u{e0101}さんに返信する。'],
  ['Chinese with ideographic variation', '邊\u{e0101}先生的項目，回答要簡短。'],
  ['Russian with soft hyphens', 'Элек\u00adтро\u00adстан\u00adция описана в файле docs/plan.md.'],
  [
    'German with soft hyphens',
    'Die Donau\u00addampf\u00adschiff\u00adfahrt steht in docs/plan.md.',
  ],
  ['emoji families', 'Reviewed by 👩‍💻, 👨‍👩‍👧‍👦, 🏳️‍🌈, 🐈‍⬛ and 🕵🏽‍♂️. ❤️‍🔥 1️⃣ ✔︎'],
  [
    'flags of England, Scotland and Wales',
    `${['gbeng', 'gbsct', 'gbwls'].map(flag).join(' ')} team`,
  ],
  ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180eᠠ ᠬᠡᠯᠡ'],
  ['old Korean', '\u115f\u1161 \u1100\u1160 옛한글'],
  ['a drawing in Braille', '⠿⠀⠀⠿\n⠀⠀⠛'],
]

describe('legitimate scripts', () => {
  it.each(SENTENCES)('%s passes the guard unchanged and is no threat', (_name, text) => {
    expect(guardString(text, 'operator')).toMatchObject({ out: text, changes: [], diagnostics: [] })
    expect(scanThreats(text)).toEqual({ findings: [], partial: [] })
  })

  it.each(SENTENCES)('%s behind a byte order mark loses the mark alone', (_name, text) => {
    const { out, diagnostics } = guardString(`\ufeff${text}`, 'operator')
    expect(out).toBe(text)
    expect(diagnostics).toMatchObject([{ code: 'hygiene.byte-order-mark', severity: 'info' }])
    expect(scanThreats(`\ufeff${text}`)).toEqual({ findings: [], partial: [] })
  })
})
