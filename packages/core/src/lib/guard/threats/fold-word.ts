/** Accents, Arabic vowels and lengthening, the dot below of Hindi. */
const MARKS = /[\u0300-\u036f\u0640\u064b-\u065f\u0670\u093c]/g

/** The form in which words are compared: lower case without accents. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  return isAscii(lower) ? lower : lower.normalize('NFKD').replace(MARKS, '').replaceAll('ß', 'ss')
}

function isAscii(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) > 127) return false
  return true
}

const FACTOR = 31

/** One step of the hash by which the lexicon is asked whether it may know a word. */
export function hashStep(hash: number, code: number): number {
  return (Math.imul(hash, FACTOR) + code) | 0
}

/** The hash of a word of so many characters with one more in front. */
export function prependToHash(code: number, hash: number, length: number): number {
  let weight = 1
  for (let at = 0; at < length; at++) weight = Math.imul(weight, FACTOR)
  return (Math.imul(code, weight) + hash) | 0
}

/** The hash of a whole folded word. */
export function hashWord(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at))
  return hash
}
