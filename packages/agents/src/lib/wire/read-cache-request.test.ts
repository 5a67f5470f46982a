import { describe, expect, it } from 'vitest'
import type { ReadBlocks } from './read-blocks.ts'
import { readCacheRequest } from './read-cache-request.ts'

const read = (body: unknown): ReadBlocks => {
  const found = readCacheRequest(body)
  if (!found) throw new Error('not read')
  return found
}

const ANTHROPIC = {
  model: 'claude-opus-5',
  max_tokens: 100,
  thinking: { type: 'adaptive' },
  tools: [{ name: 'read_file', input_schema: {} }],
  system: [
    { type: 'text', text: 'Who you are.', cache_control: { type: 'ephemeral', ttl: '1h' } },
    { type: 'text', text: 'Who they are.' },
  ],
  messages: [
    { role: 'user', content: 'Hello' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Well', signature: 's' },
        { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'x', lines: 3 } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'a',
          content: 'text',
          cache_control: { type: 'ephemeral' },
        },
      ],
    },
  ],
}

describe('readCacheRequest', () => {
  it('reads Anthropic Messages: tools, system prompt, messages, with their marks', () => {
    const found = read(ANTHROPIC)
    expect(found.owners).toEqual([
      'tools/read_file',
      'system/0',
      'system/1',
      'messages/0/0',
      'messages/1/0',
      'messages/1/1',
      'messages/2/0',
    ])
    expect(found.blocks.map(({ kind }) => kind)).toEqual([
      'tool',
      'text',
      'text',
      'text',
      'thinking',
      'tool_use',
      'tool_result',
    ])
    expect(found.marks).toEqual([
      { index: 1, ttl: '1h' },
      { index: 6, ttl: '5m' },
    ])
    expect(found.blocks[4]?.markable).toBe(false)
    expect(found).toMatchObject({ provider: 'anthropic', settings: { model: 'claude-opus-5' } })
  })

  it('takes a text for the block of text that it is, and no mark for a part of one', () => {
    const system = [{ type: 'text', text: 'Who you are.' }]
    const hashes = (body: unknown) => read(body).blocks.map(({ hash }) => hash)
    expect(hashes({ ...ANTHROPIC, system: 'Who you are.' })).toEqual(
      hashes({ ...ANTHROPIC, system }),
    )
    const [first, marked] = hashes(ANTHROPIC)
    expect([first, marked]).toEqual(hashes({ ...ANTHROPIC, system }).slice(0, 2))
  })

  it('tells the order of keys apart, as caches do', () => {
    const [one, other] = [
      { path: 'x', lines: 3 },
      { lines: 3, path: 'x' },
    ].map(
      (input) =>
        read({
          ...ANTHROPIC,
          messages: [
            { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'r', input }] },
          ],
        }).blocks.at(-1)?.hash,
    )
    expect(one).not.toBe(other)
  })

  it('puts the mark of a whole request on its last block that can carry one', () => {
    const body = {
      ...ANTHROPIC,
      system: 'x',
      messages: ANTHROPIC.messages.slice(0, 1),
      cache_control: { type: 'ephemeral' },
    }
    expect(read(body).marks).toEqual([{ index: 2, ttl: '5m' }])
  })

  it('reads OpenAI Responses', () => {
    const found = read({
      model: 'gpt-5.6',
      instructions: 'Who you are.',
      prompt_cache_key: 'key',
      prompt_cache_options: { mode: 'explicit' },
      reasoning: { effort: 'low' },
      input: [
        {
          role: 'user',
          content: [{ type: 'input_text', text: 'Hello', prompt_cache_breakpoint: {} }],
        },
        { type: 'function_call', name: 'f', arguments: '{}' },
        { type: 'function_call_output', output: 'text' },
      ],
    })
    expect(found.owners).toEqual(['instructions', 'input/0/0', 'input/1', 'input/2'])
    expect(found).toMatchObject({
      marks: [{ index: 1, ttl: '30m' }],
      cacheKey: 'key',
      markedOnly: true,
      settings: { reasoning: '{"effort":"low"}' },
    })
  })

  it('reads Chat Completions', () => {
    const found = read({
      model: 'gpt-5',
      messages: [
        { role: 'system', content: 'Who you are.' },
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'a' }] },
        { role: 'tool', tool_call_id: 'a', content: 'text' },
      ],
    })
    expect(found.provider).toBe('openai')
    expect(found.owners).toEqual([
      'messages/0',
      'messages/1',
      'messages/2/tool_calls',
      'messages/3',
    ])
    expect(found.blocks.at(-1)?.kind).toBe('tool_result')
  })

  it('reads Gemini', () => {
    const found = read({
      systemInstruction: { parts: [{ text: 'Who you are.' }] },
      cachedContent: 'cachedContents/1',
      contents: [
        { role: 'user', parts: [{ text: 'Hello' }] },
        { role: 'model', parts: [{ functionCall: { name: 'f' } }] },
      ],
    })
    expect(found.owners).toEqual(['systemInstruction/0', 'contents/0/0', 'contents/1/0'])
    expect(found).toMatchObject({ provider: 'gemini', cacheKey: 'cachedContents/1' })
  })

  it('reads nothing else', () => {
    for (const value of [null, 3, [], {}, { messages: 'x' }])
      expect(readCacheRequest(value)).toBeNull()
  })
})
