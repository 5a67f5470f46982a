import { describe, expect, it } from 'vitest'
import { composed } from '../request/fixtures/composed.ts'
import { createAiSdkContext } from './ai-sdk-context.ts'
import type { AiSdkMessage, AiSdkParams } from './ai-sdk-shapes.ts'
import { stripCacheMarks } from './strip-marks.ts'

const cacheControl = { type: 'ephemeral' }
const mark = { anthropic: { cacheControl } }

describe('stripCacheMarks', () => {
  it('gives back the very parameters that have no marks', () => {
    const params: AiSdkParams = {
      prompt: [{ role: 'user', content: [{ type: 'text' }], providerOptions: { x: { y: 1 } } }],
      tools: [{ type: 'function', name: 'a' }],
    }
    expect(stripCacheMarks(params)).toBe(params)
  })

  it('takes marks off wherever a provider reads them, and nothing else', () => {
    const kept = { role: 'user', content: [{ type: 'text' }] } as const
    const output = {
      type: 'content',
      value: [{ type: 'text', text: 'r', providerOptions: mark }],
      providerOptions: { openai: { promptCacheBreakpoint: { mode: 'explicit' } } },
    }
    const result = { type: 'tool-result', output, providerOptions: mark }
    const stripped = stripCacheMarks({
      prompt: [
        { role: 'system', content: 's', providerOptions: { ...mark, openai: { a: 1 } } },
        kept,
        { role: 'tool', content: [result] },
      ],
      tools: [{ type: 'function', name: 'a', providerOptions: mark }],
      providerOptions: {
        anthropic: { cacheControl, effort: 'low' },
        openai: { promptCacheKey: 'k' },
      },
    })
    expect(stripped).toEqual({
      prompt: [
        { role: 'system', content: 's', providerOptions: { openai: { a: 1 } } },
        kept,
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              output: { type: 'content', value: [{ type: 'text', text: 'r' }] },
            },
          ],
        },
      ],
      tools: [{ type: 'function', name: 'a' }],
      providerOptions: { anthropic: { effort: 'low' } },
    })
    expect(stripped.prompt[1]).toBe(kept)
  })

  it('gives back the messages of the caller from what was laid out', () => {
    const context = createAiSdkContext({
      composition: composed('anthropic'),
      model: { provider: 'anthropic.messages', modelId: 'claude-opus-5' },
      names: { bot: 'b', session: 's', channel: 'chat' },
    })
    const prompt: AiSdkMessage[] = ['one', 'two', 'three'].map((text) => {
      const part = { type: 'text', text }
      return { role: 'user', content: [part] }
    })
    const { request } = context.prepare({ prompt })
    expect(JSON.stringify(request)).toContain('cacheControl')
    const bare = stripCacheMarks(request)
    expect(bare.prompt.slice(-3)).toEqual(prompt)
    expect(JSON.stringify(bare)).not.toContain('cacheControl')
  })

  it('lays out a request to a provider that takes no marks without any', () => {
    const context = createAiSdkContext({
      composition: composed('anthropic'),
      model: { provider: 'mistral.chat', modelId: 'large' },
      names: { bot: 'b', session: 's', channel: 'chat' },
    })
    const { request } = context.prepare({
      prompt: [{ role: 'user', content: [{ type: 'text' }], providerOptions: mark }],
    })
    expect(JSON.stringify(request)).not.toContain('cacheControl')
    expect(request.prompt[0]?.content).toContain('You are careful.')
  })

  it('sends parameters of a tool in one order, however the caller wrote them', () => {
    const context = createAiSdkContext({
      composition: composed('anthropic'),
      model: { provider: 'anthropic.messages', modelId: 'claude-opus-5' },
      names: { bot: 'b', session: 's', channel: 'chat' },
    })
    const inputSchema = { type: 'object', properties: { b: { type: 'string' }, a: {} } } as const
    const turned = { properties: { a: {}, b: { type: 'string' } }, type: 'object' } as const
    const one = { type: 'function', name: 'x', inputSchema } as const
    const other = { inputSchema: turned, name: 'x', type: 'function' } as const
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] as const
    const of = (tool: typeof one | typeof other) =>
      JSON.stringify(context.prepare({ prompt, tools: [tool] }).request.tools)
    expect(of(one)).toBe(of(other))
  })
})
