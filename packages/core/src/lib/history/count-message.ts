import type { HistoryBlock, HistoryMessage } from '../layers/history-message.ts'
import { fieldOf } from '../layers/tool-blocks.ts'
import { estimateTokens } from '../text/tokens.ts'
import { blocksOf, textOf } from './content-blocks.ts'

/** The tokens of a message. It must say the same of the same message every time. */
export type CountMessage = (message: HistoryMessage) => number

export interface CountOptions {
  /** Tokens of a text. Default: `estimateTokens`. */
  readonly countText?: (text: string) => number
  /** Tokens of an image or a document whose size nobody told. Default: 1600, what Anthropic charges at most for one image. */
  readonly imageTokens?: number
}

/**
 * Tokens of a message: its texts, thinking, calls with their arguments, and results,
 * 2 for the message itself. What only the provider can read (signatures, redacted
 * thinking) counts 0: it is not billed as text.
 */
export function countMessage(
  message: HistoryMessage,
  { countText = estimateTokens, imageTokens = 1600 }: CountOptions = {},
): number {
  const { content } = message
  if (typeof content === 'string') return PER_MESSAGE + (content === '' ? 0 : countText(content))
  const sizes = { countText, imageTokens }
  return blocksOf(message).reduce((sum, block) => sum + countBlock(block, sizes), PER_MESSAGE)
}

export function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Measured on Claude Opus 4.5. */
const PER_MESSAGE = 2

function countBlock(block: HistoryBlock, sizes: Required<CountOptions>): number {
  const { countText, imageTokens } = sizes
  const text = textOf(block)
  if (text !== null) return countText(text)
  switch (block.type) {
    case 'image':
    case 'document':
      return imageTokens
    case 'thinking':
      return countText(String(fieldOf(block, 'thinking') ?? ''))
    case 'redacted_thinking':
      return 0
    case 'tool_use':
      return countText(`${fieldOf(block, 'name')}${asJson(fieldOf(block, 'input'))}`)
    case 'tool_result':
      return countResult(fieldOf(block, 'content'), sizes)
    default:
      return countText(asJson(block))
  }
}

function countResult(content: unknown, sizes: Required<CountOptions>): number {
  if (typeof content === 'string') return sizes.countText(content)
  if (!Array.isArray(content)) return 0
  return content.reduce<number>((sum, part) => sum + countBlock(part, sizes), 0)
}

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
