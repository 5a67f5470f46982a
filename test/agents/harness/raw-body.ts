/** A JSON body of a model request, read without any code of the product. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** How often a text occurs in all strings of a body. */
export function countIn(body: unknown, text: string): number {
  return stringsOf(body as Json).reduce((sum, one) => sum + one.split(text).length - 1, 0)
}

/** The texts that a model obeys: of Anthropic Messages, OpenAI Responses and Chat Completions. */
export function instructionsOf(body: unknown): string {
  const { system = null, instructions = null, input = [], messages = [] } = body as Body
  const said = [...input, ...messages].filter(({ role }) =>
    /^(?:system|developer)$/.test(role ?? ''),
  )
  return stringsOf([system, instructions, ...said.map(({ content }) => content ?? null)]).join('\n')
}

interface Body {
  readonly system?: Json
  readonly instructions?: Json
  readonly input?: readonly Message[]
  readonly messages?: readonly Message[]
}

interface Message {
  readonly role?: string
  readonly content?: Json
}

function stringsOf(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap((one: Json) => stringsOf(one))
}
