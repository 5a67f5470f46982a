/**
 * A bundler plugin that writes every character beyond ASCII as an escape: Node
 * keeps a file with one such character at two bytes a character, which doubles
 * what each start reads.
 */
export function asciiOnly() {
  return {
    name: 'ascii-only',
    renderChunk: {
      order: 'post',
      handler(code) {
        if (/\\[^\0-\x7f]/u.test(code))
          throw new Error('an escaped character beyond ASCII would change its meaning')
        return { code: code.replace(/[^\0-\x7f]/g, escapeOf), map: null }
      },
    },
  }
}

function escapeOf(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
