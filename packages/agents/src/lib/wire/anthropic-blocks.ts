import type { CacheBlock, CacheBlockKind } from '@onesoul/core/cache'
import { CacheDraft, settingsOf } from './cache-draft.ts'
import { asList, asRecord, asText, type JsonRecord, roleOf, typeOf } from './json.ts'
import type { ReadBlocks } from './read-blocks.ts'

/** Reads a body of the Anthropic Messages API. A text in place of blocks is one block of text, as the API takes it. */
export function readAnthropicBlocks(body: JsonRecord): ReadBlocks {
  const draft = new CacheDraft('5m')
  for (const [index, tool] of asList(body['tools']).entries()) {
    const name = asText(asRecord(tool)['name']) || String(index)
    draft.add(tool, `tools/${name}`, { part: 'tools', kind: 'tool' })
  }
  for (const [index, block] of blocksOf(body['system']).entries()) {
    draft.add(block, `system/${index}`, { part: 'system', kind: 'text' })
  }
  for (const [index, message] of asList(body['messages']).entries()) {
    addMessage(draft, asRecord(message), `messages/${index}`)
  }
  const { cache_control: automatic, model, thinking, tool_choice, output_config, speed } = body
  const last = draft.blocks.findLastIndex(({ markable }) => markable !== false)
  if (automatic !== undefined && automatic !== null) draft.mark(last, automatic)
  return {
    provider: 'anthropic',
    model: asText(model),
    blocks: draft.blocks,
    owners: draft.owners,
    marks: draft.marks,
    settings: settingsOf({ model, thinking, tool_choice, output_config, speed }),
  }
}

function addMessage(draft: CacheDraft, message: JsonRecord, path: string): void {
  const role = roleOf(message)
  for (const [index, block] of blocksOf(message['content']).entries()) {
    const kind = anthropicKind(typeOf(asRecord(block)))
    draft.add(block, `${path}/${index}`, {
      part: 'messages',
      role: isRole(role) ? role : 'user',
      kind,
      ...(kind === 'thinking' ? { markable: false } : {}),
    })
  }
}

function isRole(role: string): role is NonNullable<CacheBlock['role']> {
  return role === 'user' || role === 'assistant' || role === 'system'
}

/** What a block of the Anthropic Messages API holds, by its `type`. */
export function anthropicKind(type: string): CacheBlockKind {
  if (type.endsWith('thinking')) return 'thinking'
  if (type.endsWith('tool_use')) return 'tool_use'
  if (type.endsWith('tool_result')) return 'tool_result'
  return type === 'image' || type === 'document' ? type : 'text'
}

function blocksOf(content: unknown): readonly unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content)
}
