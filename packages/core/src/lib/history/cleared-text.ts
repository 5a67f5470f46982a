import type { HistoryBlock } from '../layers/history-message.ts'
import { fieldOf } from '../layers/tool-blocks.ts'
import { clip } from '../text/clip.ts'
import { textOf } from './content-blocks.ts'

const BEGIN = '[cleared: the result of '

/**
 * What stands in place of a tool result that was cleared: which call it answered and
 * how much it was. It follows from the call and the result alone, so that it is the
 * same in every later request.
 */
export function clearedText(result: HistoryBlock, call: HistoryBlock | undefined): string {
  const name = call === undefined ? 'a call' : String(fieldOf(call, 'name'))
  const input = call === undefined ? '' : (JSON.stringify(fieldOf(call, 'input')) ?? '')
  const { chars, images } = sizeOf(fieldOf(result, 'content'))
  const size = images === 0 ? `${chars} characters` : `${chars} characters, ${images} images`
  return `${BEGIN}${name}(${shorten(input)}), ${size}. Call it again if it is needed.]`
}

/** Whether a result was cleared before. */
export function isCleared(result: HistoryBlock): boolean {
  const content = fieldOf(result, 'content')
  return typeof content === 'string' && content.startsWith(BEGIN)
}

const MAX_INPUT = 80

function shorten(input: string): string {
  return input.length <= MAX_INPUT ? input : `${clip(input, MAX_INPUT - 1)}…`
}

function sizeOf(content: unknown): { readonly chars: number; readonly images: number } {
  if (typeof content === 'string') return { chars: content.length, images: 0 }
  const parts: readonly HistoryBlock[] = Array.isArray(content) ? content : []
  const chars = parts.reduce((sum, part) => sum + (textOf(part)?.length ?? 0), 0)
  return { chars, images: parts.filter((part) => part.type === 'image').length }
}
