import { countCacheMarkers } from '@onesoul/core/cache'
import { repairHistory } from '@onesoul/core/history'
import { expect, it } from 'vitest'
import { holdLongConversation, PINNED } from './fixtures/long-conversation.ts'

it('keeps a long conversation valid and as cheap as predicted, whatever the provider does', async () => {
  const { provider, predicted, deployed, events, history } = await holdLongConversation({
    isOver: ({ requests }) => requests >= 200,
    onTurn: (end, messages) => {
      expect(end).toBe('done')
      expect(repairHistory(messages)).toEqual(messages)
    },
  })
  expect(provider.refusals).toEqual([])
  const marks = provider.bodies.map(({ tools, system, messages }) =>
    countCacheMarkers([tools, system, messages].flatMap((list) => list ?? [])),
  )
  expect(Math.max(...marks)).toBeLessThanOrEqual(4)
  expect(Math.max(...marks)).toBeGreaterThan(1)
  expect(new Set(deployed).size).toBe(deployed.length)
  expect(events.filter(({ type }) => type === 'compacted').length).toBeGreaterThan(1)
  expect(events.filter(({ type }) => type === 'retry').length).toBeGreaterThan(10)
  expect(JSON.stringify(history)).toContain(PINNED)
  expect(predicted).toHaveLength(provider.bodies.length)
  const billed = provider.bills.reduce((sum, { cost }) => sum + cost, 0)
  const expected = provider.billed.reduce((sum, index) => sum + (predicted[index] ?? 0), 0)
  expect(Math.abs(expected / billed - 1)).toBeLessThan(0.02)
  // Nothing of it cached would cost this much.
  const uncached = provider.bills.reduce((sum, { total }) => sum + total, 0)
  expect(billed / uncached).toBeLessThan(0.35)
}, 60_000)
