import { describe, expect, it } from 'vitest'
import type { WireProtocol } from '../port/traits.ts'
import { readSlots } from './read-slots.ts'

function places(protocol: WireProtocol, body: unknown): string[] {
  return readSlots({ protocol, body }).map(
    (slot) => `${slot.path} ${slot.level} ${slot.role}: ${slot.text}`,
  )
}

describe('readSlots', () => {
  it('reads Anthropic Messages in cache order', () => {
    const body = {
      model: 'claude',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'reminder' },
            { type: 'text', text: 'hi' },
          ],
        },
        { role: 'system', content: 'skills' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'tool_use', name: 'Read', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', content: 'file' },
            { type: 'tool_result', content: [{ type: 'text', text: 'part' }] },
          ],
        },
      ],
      system: [
        { type: 'text', text: 'header' },
        { type: 'text', text: 'prompt' },
      ],
      tools: [{ name: 'Read' }],
    }
    expect(places('anthropic-messages', body)).toEqual([
      'tools tool tool: [{"name":"Read"}]',
      'system/0 instruction system: header',
      'system/1 instruction system: prompt',
      'messages/0/0 conversation user: reminder',
      'messages/0/1 conversation user: hi',
      'messages/1 instruction system: skills',
      'messages/2/0 conversation assistant: {"type":"thinking","thinking":"hm"}',
      'messages/2/1 tool assistant: {"type":"tool_use","name":"Read","input":{}}',
      'messages/3/0 tool tool: file',
      'messages/3/1/0 tool tool: part',
    ])
  })

  it('reads a system prompt and messages that are plain strings', () => {
    const body = { system: 'be', messages: [{ role: 'user', content: 'hi' }] }
    expect(places('anthropic-messages', body)).toEqual([
      'system instruction system: be',
      'messages/0 conversation user: hi',
    ])
  })

  it('reads cache markers, with the default life of five minutes', () => {
    const body = {
      system: [
        { text: 'a', cache_control: { type: 'ephemeral', scope: 'global' } },
        { text: 'b', cache_control: { type: 'ephemeral', ttl: '1h' } },
        { text: 'c', cache_control: null },
      ],
      tools: [{ name: 'x' }, { name: 'y', cache_control: { type: 'ephemeral' } }],
    }
    expect(readSlots({ protocol: 'anthropic-messages', body }).map((slot) => slot.cache)).toEqual([
      { type: 'ephemeral', ttl: '5m', scope: null },
      { type: 'ephemeral', ttl: '5m', scope: 'global' },
      { type: 'ephemeral', ttl: '1h', scope: null },
      null,
    ])
  })

  it('reads OpenAI Responses, with the base prompt as a key or as a message', () => {
    const body = {
      instructions: 'base',
      tools: [{ type: 'function', name: 'shell' }],
      input: [
        { type: 'additional_tools', role: 'developer', tools: [{ name: 'more' }] },
        {
          type: 'message',
          role: 'developer',
          content: [
            { type: 'input_text', text: 'ours' },
            { type: 'input_text', text: 'skills' },
          ],
        },
        { role: 'user', content: 'agents.md' },
        { type: 'message', role: 'user', content: [{ type: 'input_image', image_url: 'data:' }] },
        { type: 'function_call', name: 'shell', arguments: '{}' },
        { type: 'function_call_output', output: 'done' },
        { type: 'custom_tool_call_output', output: [{ type: 'input_text', text: 'out' }] },
        { type: 'reasoning', summary: [] },
      ],
    }
    expect(places('openai-responses', body)).toEqual([
      'tools tool tool: [{"type":"function","name":"shell"}]',
      'instructions instruction system: base',
      'input/0/tools tool tool: [{"name":"more"}]',
      'input/1/0 instruction developer: ours',
      'input/1/1 instruction developer: skills',
      'input/2 conversation user: agents.md',
      'input/3/0 conversation user: {"type":"input_image","image_url":"data:"}',
      'input/4 tool assistant: {"type":"function_call","name":"shell","arguments":"{}"}',
      'input/5 tool tool: done',
      'input/6/0 tool tool: out',
      'input/7 conversation assistant: {"type":"reasoning","summary":[]}',
    ])
    expect(places('openai-responses', { input: 'hi' })).toEqual(['input conversation user: hi'])
  })

  it('reads Gemini in cache order', () => {
    const body = {
      tools: [{ functionDeclarations: [{ name: 'look' }] }],
      systemInstruction: { parts: [{ text: 'be' }, { text: 'do' }] },
      contents: [
        { role: 'user', parts: [{ text: 'hi' }, { inlineData: {} }] },
        { role: 'model', parts: [{ text: 'hm' }, { functionCall: { name: 'look' } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'look' } }] },
      ],
    }
    expect(places('gemini-generate', body)).toEqual([
      'tools tool tool: [{"functionDeclarations":[{"name":"look"}]}]',
      'systemInstruction/0 instruction system: be',
      'systemInstruction/1 instruction system: do',
      'contents/0/0 conversation user: hi',
      'contents/0/1 conversation user: {"inlineData":{}}',
      'contents/1/0 conversation assistant: hm',
      'contents/1/1 tool assistant: {"functionCall":{"name":"look"}}',
      'contents/2/0 tool tool: {"functionResponse":{"name":"look"}}',
    ])
  })

  it('reads OpenAI Chat Completions', () => {
    const body = {
      tools: [{ type: 'function' }],
      messages: [
        { role: 'system', content: 'be' },
        { role: 'developer', content: [{ type: 'text', text: 'do' }] },
        { role: 'user', content: [{ type: 'image_url' }] },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c1' }] },
        { role: 'tool', content: 'result' },
      ],
    }
    expect(places('openai-chat', body)).toEqual([
      'tools tool tool: [{"type":"function"}]',
      'messages/0 instruction system: be',
      'messages/1/0 instruction developer: do',
      'messages/2/0 conversation user: {"type":"image_url"}',
      'messages/3/tool_calls tool assistant: [{"id":"c1"}]',
      'messages/4 tool tool: result',
    ])
  })

  it('finds nothing in what is no request to a model', () => {
    expect(readSlots({ protocol: null, body: { system: 'x' } })).toEqual([])
    for (const body of [null, 'text', 7, [], { messages: 'x', system: 5, tools: {} }]) {
      expect(readSlots({ protocol: 'anthropic-messages', body })).toEqual([])
      expect(readSlots({ protocol: 'openai-chat', body })).toEqual([])
      expect(readSlots({ protocol: 'openai-responses', body })).toEqual([])
    }
  })
})
