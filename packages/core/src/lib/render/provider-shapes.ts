import type { Composition } from '../model/composition.ts'

/** A composition as the `system` of an Anthropic Messages request. */
export function toAnthropic(composition: Composition): {
  readonly system: readonly { readonly type: 'text'; readonly text: string }[]
} {
  return { system: composition.parts.map(({ text }) => ({ type: 'text', text })) }
}

/** A composition as the `instructions` of an OpenAI Responses request. */
export function toOpenAI(composition: Composition): { readonly instructions: string } {
  return { instructions: composition.text }
}

/** A composition as the `systemInstruction` of a Gemini generateContent request. */
export function toGemini(composition: Composition): {
  readonly systemInstruction: { readonly parts: readonly { readonly text: string }[] }
} {
  return { systemInstruction: { parts: composition.parts.map(({ text }) => ({ text })) } }
}
