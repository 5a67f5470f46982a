import { describe, expect, it } from 'vitest'
import { formatReceipt } from './format-receipt.ts'
import type { JudgedSection, Receipt, ReceiptSlot, RunReceipt } from './receipt.ts'

const AGENT = { id: 'claude-code', version: '2.1.332' }

function judged(id: string, change: Partial<JudgedSection> = {}): JudgedSection {
  const found = [{ slot: 'system/3', start: 5199, end: 7777 }]
  return { id, verdict: 'delivered', hedged: false, found, echoes: [], ...change }
}

function turn(index: number, rest: Partial<Receipt> = {}): Receipt {
  const slot = { tokens: 1234 } as ReceiptSlot
  return {
    schemaVersion: 1,
    level: 'wire',
    offsets: 'utf16',
    agent: AGENT,
    request: { index, kind: 'turn', model: 'claude-opus' },
    slots: [slot, slot],
    sections: [judged('persona'), judged('rules')],
    changedSince: null,
    ...rest,
  }
}

const NOTHING: RunReceipt = {
  schemaVersion: 1,
  level: 'wire',
  agent: AGENT,
  verdict: 'unproven',
  sections: [],
  turns: [],
  others: [],
  subagents: { requests: 0, inheritsDirectives: false, inheritsUserData: false },
  userSources: [],
  counts: { requests: 0, notKept: 0 },
  warnings: [{ code: 'receipt.no-turn', message: 'Nothing is proven.' }],
}

describe('formatReceipt', () => {
  it('reads as a table', () => {
    const twice = [
      { slot: 'system/3', start: 10, end: 20 },
      { slot: 'messages/0/0', start: 400, end: 458 },
    ]
    const firstDifference = { slot: 'messages/3', offset: 0, owner: 'conversation' as const }
    const receipt: RunReceipt = {
      ...NOTHING,
      verdict: 'failed',
      sections: [
        { id: 'persona', verdict: 'delivered', hedged: false },
        { id: 'rules', verdict: 'missing', hedged: false },
        { id: 'project:CLAUDE.md', verdict: 'twice', hedged: true },
      ],
      turns: [
        turn(2),
        turn(3, {
          sections: [
            judged('persona'),
            judged('rules', { verdict: 'missing', found: [] }),
            judged('project:CLAUDE.md', { verdict: 'twice', found: twice }),
          ],
          changedSince: { request: 2, firstDifference, prefixTokensKept: 2468 },
        }),
        turn(4, { changedSince: { request: 3, firstDifference: null, prefixTokensKept: 2468 } }),
      ],
      others: [{ index: 1, kind: 'side', name: 'title', model: 'claude-haiku' }],
      userSources: [{ what: '--append-system-prompt', where: 'flag', found: true }],
      upstream: { provider: 'acme', baseUrl: 'https://models.acme.test/v1' },
    }
    expect(formatReceipt(receipt)).toMatchInlineSnapshot(`
      "claude-code 2.1.332 · claude-opus · wire · 3 turns, 1 other request · failed

        persona             delivered   system/3 5,199–7,777
        rules               missing                                                     turn 2
        project:CLAUDE.md   twice       system/3 10–20, messages/0/0 400–458   hedged   turn 2

        turn 1   request 2   2,468 tokens
        turn 2   request 3   2,468 tokens   2,468 kept from request 2, then messages/3 at 0 (conversation)
        turn 3   request 4   2,468 tokens   2,468 kept from request 3, all
        side     request 1   title          claude-haiku

        your --append-system-prompt   flag   found
        passed on to https://models.acme.test/v1 (acme)

        ! Nothing is proven.   receipt.no-turn
      "
    `)
  })

  it('says that nothing was seen', () => {
    expect(formatReceipt(NOTHING)).toBe(
      'claude-code 2.1.332 · wire · 0 turns · unproven\n\n' +
        '  ! Nothing is proven.   receipt.no-turn\n',
    )
  })
})
