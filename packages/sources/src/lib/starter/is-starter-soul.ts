import { renderStarter } from './render-starter.ts'

const STARTERS: ReadonlySet<string> = new Set(
  (['en', 'zh'] as const).map((language) => normalise(renderStarter('SOUL', language))),
)

/** Whether a SOUL text is the starter as `init` wrote it without answers: nobody's persona. */
export function isStarterSoul(text: string): boolean {
  return STARTERS.has(normalise(text))
}

function normalise(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .trim()
}
