import type { MissExplanation } from '@onesoul/core/cache'
import { formatCount } from './columns.ts'
import { visible } from './visible.ts'

/** Under which rules, and after how long, a request was looked at. */
export interface MissRules {
  readonly provider: string
  readonly model: string
  readonly asOf: string
  readonly gapSeconds: number
  readonly isAssumed: boolean
}

/** What was left in the cache and what was read of it, and each reason for the rest on a line of its own. */
export function formatMiss(explained: MissExplanation, rules: MissRules): string {
  const { left, read, lost, causes } = explained
  const [whole, found, missing] = [left, read, lost].map(formatCount)
  const model = rules.model === '' ? 'a model that is not named' : visible(rules.model)
  const gap = `${rules.gapSeconds} s later${rules.isAssumed ? ' (assumed, --gap tells)' : ''}`
  const head = `${model} at ${visible(rules.provider)}, rules of ${rules.asOf}, ${gap}`
  const sums =
    left === 0
      ? 'The first request left nothing in the cache.'
      : `The first request left about ${whole} tokens in the cache; the second reads ${found}, and ${missing} are lost.`
  const reasons = causes.map(({ text }) => `  ${visible(text)}\n`)
  return `${head}\n\n${sums}\n${reasons.length > 0 ? `\n${reasons.join('')}` : ''}`
}
