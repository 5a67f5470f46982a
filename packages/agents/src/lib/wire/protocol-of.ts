import type { WireProtocol } from '../port/traits.ts'

const ENDINGS: readonly (readonly [ending: RegExp, protocol: WireProtocol])[] = [
  [/\/messages$/, 'anthropic-messages'],
  [/\/responses(?:\/compact)?$/, 'openai-responses'],
  [/\/chat\/completions$/, 'openai-chat'],
  [/:(?:generateContent|streamGenerateContent)$/, 'gemini-generate'],
]

/** The protocol of a request that asks a model, by its method and path; `null` for everything else. */
export function protocolOf(method: string, path: string): WireProtocol | null {
  if (method !== 'POST') return null
  const [pathname = ''] = path.split('?')
  return ENDINGS.find(([ending]) => ending.test(pathname))?.[1] ?? null
}
