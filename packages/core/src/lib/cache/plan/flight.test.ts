import { describe, expect, it } from 'vitest'
import { enterFlight, landFlight, NO_FLIGHTS } from './flight.ts'

const writer = { flight: { key: 'head', writes: true } }
const reader = { flight: { key: 'head', writes: false } }
const other = { flight: { key: 'another', writes: true } }

describe('enterFlight', () => {
  it('lets the first one go, and the others of its head wait for 3 seconds at most', () => {
    const first = enterFlight(NO_FLIGHTS, writer, 10)
    expect(first.waitUntil).toBeNull()
    expect(enterFlight(first.flights, writer, 10.2).waitUntil).toBe(13)
    expect(enterFlight(first.flights, reader, 10.2).waitUntil).toBe(13)
    expect(enterFlight(first.flights, other, 10.2).waitUntil).toBeNull()
    expect(enterFlight(first.flights, reader, 13).waitUntil).toBeNull()
  })

  it('holds nobody for a head that nobody writes', () => {
    const { flights, waitUntil } = enterFlight(NO_FLIGHTS, reader, 10)
    expect([flights, waitUntil]).toEqual([{}, null])
  })

  it('lets the next one write when the first one failed', () => {
    const { flights } = enterFlight(NO_FLIGHTS, writer, 10)
    const landed = landFlight(flights, writer)
    const next = enterFlight(landed, writer, 11)
    expect(next.waitUntil).toBeNull()
    expect(enterFlight(next.flights, writer, 11.5).waitUntil).toBe(14)
  })

  it('changes nothing that it was given', () => {
    const { flights } = enterFlight(Object.freeze({}), writer, 10)
    landFlight(Object.freeze(flights), writer)
    expect(flights).toEqual({ head: 13 })
  })
})
