import { describe, expect, it } from 'vitest'
import { compose } from '../compose/compose.ts'
import { composeInput, contentSlots } from '../compose/fixtures/compose-fixture.ts'
import { toAnthropic, toGemini, toOpenAI } from './provider-shapes.ts'

const composition = compose(composeInput({ slots: contentSlots({ SOUL: 'You are Pilot.' }) }))

describe('provider shapes', () => {
  it('hold the prompt byte for byte', () => {
    const { text } = composition
    expect(toAnthropic(composition)).toEqual({ system: [{ type: 'text', text }] })
    expect(toOpenAI(composition)).toEqual({ instructions: text })
    expect(toGemini(composition)).toEqual({ systemInstruction: { parts: [{ text }] } })
  })
})
