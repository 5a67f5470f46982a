import { scanBlocks } from '../budget/blocks.ts'

/**
 * What a Markdown text says under its first heading `## <title>`, up to the next heading of that level or above;
 * `null` without one. A heading of another level, in a fence or only beginning like this one is another heading.
 */
export function markdownSection(text: string, title: string): string | null {
  const headings = scanBlocks(text).filter(({ heading }) => heading)
  const at = headings.findIndex(({ heading }) => heading?.level === 2 && heading.text === title)
  const own = headings[at]
  if (!own) return null
  const next = headings.slice(at + 1).find(({ heading }) => (heading?.level ?? 6) <= 2)
  return text.slice(own.end, next?.start).trim()
}
