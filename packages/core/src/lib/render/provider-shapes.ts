import type { Composition } from '../model/composition.ts'

/**
 * A composition as the `system` of an Anthropic Messages request: one block for
 * each part, without cache markers. Composed with the format `anthropic` there is
 * a block for what never changes, what a session fixes, the context, and the facts.
 */
export function toAnthropic(composition: Composition): {
  readonly system: readonly { readonly type: 'text'; readonly text: string }[]
} {
  return { system: composition.parts.map(({ text }) => ({ type: 'text', text })) }
}

/** A composition as the `instructions` of an OpenAI Responses request: the parts joined, what never changes first. */
export function toOpenAI(composition: Composition): { readonly instructions: string } {
  return { instructions: composition.text }
}

/** A composition as the developer message that opens the `input` of an OpenAI Responses request. */
export function toOpenAIMessage(composition: Composition): {
  readonly role: 'developer'
  readonly content: readonly { readonly type: 'input_text'; readonly text: string }[]
} {
  const content = composition.parts.map(({ text }) => ({ type: 'input_text' as const, text }))
  return { role: 'developer', content }
}

/** A composition as the `systemInstruction` of a Gemini generateContent request: one part for each part. */
export function toGemini(composition: Composition): {
  readonly systemInstruction: { readonly parts: readonly { readonly text: string }[] }
} {
  return { systemInstruction: { parts: composition.parts.map(({ text }) => ({ text })) } }
}
