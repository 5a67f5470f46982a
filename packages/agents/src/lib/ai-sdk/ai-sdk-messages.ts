import type { CacheBlockKind } from '@onesoul/core/cache'
import type { MessageShape } from '../request/message-shape.ts'
import type { AiSdkMessage, AiSdkPart } from './ai-sdk-shapes.ts'
import { type CacheDialect, withOptions } from './cache-dialect.ts'

/** How a prompt of the AI SDK writes a conversation. Its marks have to be stripped before. */
export function aiSdkMessages(dialect: CacheDialect | null): MessageShape<AiSdkMessage, AiSdkPart> {
  return {
    partsOf: (message) =>
      typeof message.content === 'string'
        ? [textPart(message.content, message.providerOptions)]
        : message.content,
    roleOf: ({ role }) => (role === 'tool' ? 'user' : role),
    factsOf(part, { role }) {
      if (part === null) return { kind: 'text', markable: false }
      const markable = dialect?.takesMark(part, role) === true && !isEmptyText(part)
      return { kind: kindOf(part), markable }
    },
    unmarked: (part) => part,
    readsOf,
    textPart: (text) => textPart(text),
    marked: (part, mark) =>
      dialect === null
        ? part
        : {
            ...part,
            providerOptions: withOptions(part.providerOptions, dialect.name, dialect.markOf(mark)),
          },
    withParts: (message, parts) =>
      message.role === 'system' ? systemMessage(parts) : { ...message, content: parts },
    ownMessage: (role, parts) =>
      role === 'system' ? systemMessage(parts) : { role: 'user', content: parts },
    // A message of the system is one text.
    joins: ({ role }, wanted) => role === 'user' && wanted === 'user',
  }
}

function textPart(text: string, providerOptions?: AiSdkPart['providerOptions']): AiSdkPart {
  const part = { type: 'text', text, ...(providerOptions && { providerOptions }) }
  return part
}

function systemMessage([part]: readonly AiSdkPart[]): AiSdkMessage {
  const options = part?.providerOptions
  return {
    role: 'system',
    content: part ? textOf(part) : '',
    ...(options && { providerOptions: options }),
  }
}

function textOf(part: AiSdkPart): string {
  return 'text' in part ? String(part.text) : ''
}

function isEmptyText(part: AiSdkPart): boolean {
  return part.type === 'text' && textOf(part).trim() === ''
}

const KINDS: Readonly<Record<string, CacheBlockKind>> = {
  reasoning: 'thinking',
  'tool-call': 'tool_use',
  'tool-result': 'tool_result',
}

function kindOf(part: AiSdkPart): CacheBlockKind {
  if (part.type === 'file') return isImage(part) ? 'image' : 'document'
  return KINDS[part.type] ?? 'text'
}

function isImage(part: AiSdkPart): boolean {
  return 'mediaType' in part && String(part.mediaType).startsWith('image/')
}

/** A result without what only the SDK reads of it; bytes and addresses of a file as the text that is sent. */
function readsOf(part: AiSdkPart): unknown {
  if (part.type === 'tool-result' && 'output' in part) return resultOf(part)
  if (part.type !== 'file' || !('data' in part)) return part
  const { data } = part
  const text = data instanceof Uint8Array ? Buffer.from(data).toString('base64') : String(data)
  return { ...part, type: isImage(part) ? 'image' : 'file', data: text }
}

function resultOf(part: AiSdkPart & { readonly output: unknown }): unknown {
  const { toolName: _, output, ...rest } = part as typeof part & { readonly toolName?: unknown }
  const { type, ...said } = output as { readonly type?: unknown }
  return { ...rest, ...said, ...(type !== 'text' && { as: type }) }
}
