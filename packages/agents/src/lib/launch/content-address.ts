import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Hex SHA-256 of the UTF-8 bytes of `text`. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/**
 * Names the delivery file for a text: `<dir>/<first 32 hex of its SHA-256>.md`.
 * Equal texts share one file; a file never changes once it is there.
 */
export function deliveryPath(dir: string, content: string): string {
  return join(dir, `${sha256Hex(content).slice(0, 32)}.md`)
}
