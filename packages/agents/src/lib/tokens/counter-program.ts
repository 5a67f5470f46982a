/**
 * What the counting thread runs. It is text because a thread has to start from one
 * file in every way this package is loaded; it counts runs of one kind of character
 * in pieces, because a tokenizer takes quadratic time for a run without a boundary.
 */
export const COUNTER_PROGRAM: string = String.raw`
const { parentPort, workerData } = require('node:worker_threads')
const { encoding, files, maxRun } = workerData

function load() {
  if (encoding === 'o200k') {
    const { countTokens } = require(files[0])
    const plain = { allowedSpecial: new Set(), disallowedSpecial: new Set() }
    return (text) => countTokens(text, plain)
  }
  const { Tokenizer } = require(files[0])
  const tokenizer = new Tokenizer(require(files[1]))
  return (text) => tokenizer.encode(text, 'all').length
}

const RUNS = /[\p{L}\p{M}]+|\p{N}+|\s+|[^\p{L}\p{M}\p{N}\s]+/gu

function pieces(text) {
  const found = []
  let start = 0
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (run.length <= maxRun) continue
    for (let at = maxRun; at < run.length; at += maxRun) {
      const unit = run.charCodeAt(at)
      const cut = index + at + (unit >= 0xdc00 && unit <= 0xdfff ? 1 : 0)
      found.push(text.slice(start, cut))
      start = cut
    }
  }
  found.push(text.slice(start))
  return found
}

const count = load()
parentPort.on('message', (text) => {
  try {
    const parts = text.length > maxRun ? pieces(text) : [text]
    parentPort.postMessage({ tokens: parts.reduce((sum, part) => sum + count(part), 0) })
  } catch (error) {
    parentPort.postMessage({ error: String(error) })
  }
})
`
