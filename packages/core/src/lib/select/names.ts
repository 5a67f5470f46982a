import { escapeForDisplay } from '../text/escape-for-display.ts'

export type NameCheck = { readonly ok: true } | { readonly ok: false; readonly message: string }

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$/i

/**
 * Checks the name of a bot or platform: 1–64 characters of `[A-Za-z0-9._-]`,
 * not starting with a dot, not ending with one, no Windows device name. A bad
 * name is an error with the name shown escaped; it is never shortened to something that passes.
 */
export function validateName(kind: 'platform' | 'bot', name: string): NameCheck {
  const fault = nameFault(name)
  if (!fault) return { ok: true }
  return { ok: false, message: `${kind} name ${escapeForDisplay(String(name))} ${fault}` }
}

function nameFault(name: string): string | undefined {
  if (typeof name !== 'string') return 'is not a text'
  if (name === '') return 'is empty'
  if (name.length > 64) return 'is longer than 64 characters'
  if (name.startsWith('.')) return 'starts with a dot'
  if (!NAME.test(name)) return 'has a character outside A-Z a-z 0-9 . _ -'
  if (name.endsWith('.')) return 'ends with a dot, which Windows drops'
  if (WINDOWS_DEVICE.test(name)) return 'is a device name on Windows'
  return undefined
}

/** The platform's own spelling: `webchat` is an alias of `web`; case is kept. */
export function canonicalPlatform(name: string): string {
  return name.toLowerCase() === 'webchat' ? 'web' : name
}
