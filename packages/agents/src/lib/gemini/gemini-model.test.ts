import { GoogleGenAI } from '@google/genai'
import { expect, it } from 'vitest'
import type { LoopTool } from '../loop/loop-tool.ts'
import { createToolLoop } from '../loop/tool-loop.ts'
import { composed } from '../request/fixtures/composed.ts'
import { startJsonServer, type WireJson } from '../request/fixtures/json-server.ts'
import { createGeminiContext } from './gemini-context.ts'
import { createGeminiModel } from './gemini-model.ts'

const chunk = (parts: readonly WireJson[], finishReason?: string): WireJson => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }) }],
  usageMetadata: {
    promptTokenCount: 3_000,
    cachedContentTokenCount: 2_500,
    candidatesTokenCount: 4,
  },
})

const look: LoopTool = {
  name: 'look',
  description: 'Looks.',
  inputSchema: { type: 'object', properties: { at: { type: 'string' } } },
  run: async ({ at }) => ({ text: `seen ${at}` }),
}

it('runs tools through the official client, and sends signed parts back as they came', async () => {
  const call = {
    functionCall: { id: 'c1', name: 'look', args: { at: 'a' } },
    thoughtSignature: 'c2ln',
  }
  const script = [
    [chunk([{ text: 'Hm.', thought: true }]), chunk([call], 'STOP')],
    [chunk([{ text: 'Do' }]), chunk([{ text: 'ne.' }], 'STOP')],
    [chunk([{ text: 'Cut' }])],
    [chunk([{ text: 'Whole.' }], 'STOP')],
  ]
  const server = await startJsonServer((_, index) => script[index] ?? [])
  try {
    const context = createGeminiContext({
      composition: composed('gemini'),
      model: 'gemini-3-pro',
      names: { bot: 'dev', session: 's', channel: 'chat' },
    })
    const client = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url } })
    const said: string[] = []
    const loop = createToolLoop({
      model: createGeminiModel({ client, context, model: 'gemini-3-pro' }),
      tools: [look],
      retry: { wait: async () => undefined },
      onEvent: (event) => event.type === 'text' && said.push(event.text),
    })
    expect(await loop.turn({ text: 'go' })).toMatchObject({
      end: 'done',
      text: 'Done.',
      cost: 1_540,
    })
    expect(said).toEqual(['Do', 'ne.'])
    const [first, second] = server.bodies
    expect(second?.['contents']).toEqual([
      { role: 'user', parts: [{ text: 'go' }] },
      { role: 'model', parts: [{ text: 'Hm.', thought: true }, call] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'c1', name: 'look', response: { output: 'seen a' } } }],
      },
    ])
    expect(second?.['systemInstruction']).toEqual(first?.['systemInstruction'])
    expect(JSON.stringify(first?.['systemInstruction'])).toContain('You are careful.')
    expect(first?.['tools']).toMatchObject([{ functionDeclarations: [{ name: 'look' }] }])
    // An answer without an end is asked for again; half of it is not kept.
    expect((await loop.turn({ text: 'and?' })).text).toBe('Whole.')
    expect(JSON.stringify(loop.history())).not.toContain('Cut')
  } finally {
    await server.close()
  }
})
