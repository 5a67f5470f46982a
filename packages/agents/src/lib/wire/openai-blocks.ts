import type { CacheBlock, CacheBlockKind } from '@onesoul/core/cache'
import { CacheDraft, settingsOf } from './cache-draft.ts'
import { asList, asRecord, asText, type JsonRecord, roleOf, typeOf } from './json.ts'
import type { ReadBlocks } from './read-blocks.ts'

/** Reads a body of the OpenAI Responses or Chat Completions API. */
export function readOpenAiBlocks(body: JsonRecord): ReadBlocks {
  const draft = new CacheDraft('30m')
  for (const [index, tool] of asList(body['tools']).entries()) {
    const { name, function: called } = asRecord(tool)
    const owner = asText(name) || asText(asRecord(called)['name']) || String(index)
    draft.add(tool, `tools/${owner}`, { part: 'tools', kind: 'tool' })
  }
  if (typeof body['instructions'] === 'string') {
    draft.add({ text: body['instructions'] }, 'instructions', { part: 'system', kind: 'text' })
  }
  const isChat = body['input'] === undefined
  const items = isChat ? body['messages'] : body['input']
  if (typeof items === 'string') draft.add({ text: items }, 'input', shapeOf('user', 'text'))
  for (const [index, item] of asList(items).entries()) {
    addItem(draft, asRecord(item), `${isChat ? 'messages' : 'input'}/${index}`)
  }
  const { model, reasoning, reasoning_effort, text, verbosity, service_tier, tool_choice } = body
  const options = asRecord(body['prompt_cache_options'])
  const key = body['prompt_cache_key']
  return {
    provider: 'openai',
    model: asText(model),
    blocks: draft.blocks,
    owners: draft.owners,
    marks: draft.marks,
    ...(options['mode'] === 'explicit' ? { markedOnly: true } : {}),
    ...(typeof key === 'string' ? { cacheKey: key } : {}),
    settings: settingsOf({
      model,
      reasoning,
      reasoning_effort,
      text,
      verbosity,
      service_tier,
      tool_choice,
    }),
  }
}

/** One item or message: its parts one by one, and what is beside them (calls, ids) as one block. */
function addItem(draft: CacheDraft, item: JsonRecord, path: string): void {
  const { content, ...rest } = item
  const role = roleOf(item)
  const type = typeOf(item)
  const kind = kindOf(type, role)
  if (typeof content === 'string') {
    draft.add({ text: content, ...markerOf(item) }, path, shapeOf(role, kind))
  } else {
    for (const [index, part] of asList(content).entries()) {
      draft.add(part, `${path}/${index}`, shapeOf(role, partKind(typeOf(asRecord(part)), kind)))
    }
  }
  const calls = rest['tool_calls']
  if (Array.isArray(calls)) draft.add(calls, `${path}/tool_calls`, shapeOf(role, 'tool_use'))
  else if (content === undefined || content === null) draft.add(item, path, shapeOf(role, kind))
}

function markerOf({ cache_control }: JsonRecord): JsonRecord {
  return cache_control === undefined ? {} : { cache_control }
}

function shapeOf(role: string, kind: CacheBlockKind): Omit<CacheBlock, 'hash' | 'tokens'> {
  const known = role === 'system' || role === 'assistant' ? role : 'user'
  return { part: 'messages', role: role === 'developer' ? 'system' : known, kind }
}

function kindOf(type: string, role: string): CacheBlockKind {
  if (type.endsWith('_output') || role === 'tool') return 'tool_result'
  if (type.endsWith('_call')) return 'tool_use'
  return type === 'reasoning' ? 'thinking' : 'text'
}

function partKind(type: string, kind: CacheBlockKind): CacheBlockKind {
  return type.includes('image') ? 'image' : kind
}
