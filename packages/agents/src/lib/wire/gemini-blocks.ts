import type { CacheBlockKind } from '@onesoul/core/cache'
import { CacheDraft, settingsOf } from './cache-draft.ts'
import { asList, asRecord, asText, type JsonRecord, roleOf } from './json.ts'
import type { ReadBlocks } from './read-blocks.ts'

/** Reads a body of Gemini's `generateContent`; its model stands in the address, so a body may name none. */
export function readGeminiBlocks(body: JsonRecord): ReadBlocks {
  const draft = new CacheDraft('5m')
  for (const [index, tool] of asList(body['tools']).entries()) {
    draft.add(tool, `tools/${index}`, { part: 'tools', kind: 'tool' })
  }
  const system = asRecord(body['systemInstruction'] ?? body['system_instruction'])
  for (const [index, part] of asList(system['parts']).entries()) {
    draft.add(part, `systemInstruction/${index}`, { part: 'system', kind: 'text' })
  }
  for (const [index, value] of asList(body['contents']).entries()) {
    const content = asRecord(value)
    const role = roleOf(content) === 'model' ? 'assistant' : 'user'
    for (const [at, part] of asList(content['parts']).entries()) {
      draft.add(part, `contents/${index}/${at}`, {
        part: 'messages',
        role,
        kind: kindOf(asRecord(part)),
      })
    }
  }
  const { model, toolConfig, cachedContent } = body
  return {
    provider: 'gemini',
    model: asText(model).replace(/^models\//, ''),
    blocks: draft.blocks,
    owners: draft.owners,
    marks: draft.marks,
    ...(typeof cachedContent === 'string' ? { cacheKey: cachedContent } : {}),
    settings: settingsOf({ model, toolConfig }),
  }
}

function kindOf(part: JsonRecord): CacheBlockKind {
  if (part['functionCall'] !== undefined) return 'tool_use'
  if (part['functionResponse'] !== undefined) return 'tool_result'
  return part['inlineData'] === undefined && part['fileData'] === undefined ? 'text' : 'image'
}
