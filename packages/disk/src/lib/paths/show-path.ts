// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A path as it may be shown to people: control, invisible and direction characters stand as `\u{…}`. */
export function showPath(path: string): string {
  return path.replace(unsafe, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}
