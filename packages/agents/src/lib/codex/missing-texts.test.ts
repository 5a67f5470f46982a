import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { missingTexts } from './missing-texts.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codex-history-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** What lacks in a thread whose history holds these texts, one a line. */
async function missing(
  history: readonly string[],
  delivered: string,
  updates: readonly string[] = [],
): Promise<readonly string[]> {
  const file = join(folder, 'rollout.jsonl')
  await writeFile(file, history.map((text) => JSON.stringify({ text })).join('\n'))
  return missingTexts(file, { delivered, updates })
}

describe('missingTexts', () => {
  it.each<[string, readonly string[], string, readonly string[], readonly string[]]>([
    ['a thread of another starter', ['x'], 'A "1"', [], ['A "1"']],
    ['a thread that began with the text', ['A "1"', 'x'], 'A "1"', [], []],
    ['a thread that knows no change yet', ['A', 'x'], 'B', ['a→b'], ['a→b']],
    ['a thread that knows the change', ['A', 'x', 'a→b'], 'B', ['a→b'], []],
    ['a thread that knows one of two', ['A', 'a→b'], 'C', ['a→b', 'b→c'], ['b→c']],
    ['a compaction after the change', ['A', 'a→b', 'B'], 'B', ['a→b'], []],
    ['a change after a compaction', ['A', 'a→b', 'B'], 'C', ['a→b', 'b→c'], ['b→c']],
    ['a change back to the start', ['A', 'a→b'], 'A', ['a→b', 'b→a'], ['b→a']],
    ['a change back that it knows', ['A', 'a→b', 'b→a'], 'A', ['a→b', 'b→a'], []],
    ['a change away and back that it never saw', ['A', 'x'], 'A', ['a→b', 'b→a'], []],
  ])('%s', async (_, history, delivered, updates, expected) => {
    expect(await missing(history, delivered, updates)).toEqual(expected)
  })

  it.each([null, '/nowhere/rollout.jsonl'])(
    'names the changes alone of a history that cannot be read: %s',
    async (file) => {
      expect(await missingTexts(file, { delivered: 'A', updates: [] })).toEqual([])
      expect(await missingTexts(file, { delivered: 'A', updates: ['b'] })).toEqual(['b'])
    },
  )
})
