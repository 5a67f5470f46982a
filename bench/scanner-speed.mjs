import { median, printTable } from './lib.mjs'

const MB = 1 << 20
const RUNS = 5
/** A file of the size that most context files stay below, scanned often enough to be compiled. */
const WARM_FILE = 40_000
const WARM_RUNS = 200

/** Texts that make a scanner slow which looks back or ahead without a bound; each is about `size` long. */
const FAMILIES = [
  [
    'filler words',
    (size) => `ignore ${filled('word ', 400_000)}`.repeat(Math.ceil(size / 400_007)),
  ],
  ['nested comments', (size) => filled('<!-- a ', size)],
  ['closed comments', (size) => filled('<!-- a -->', size)],
  ['long base64', (size) => filled('SGVsbG8gd29ybGQs', size)],
  ['long hex', (size) => filled('48656c6c6f20', size)],
  ['one line', (size) => filled(`${filled('a plain word ', MB)}\n`, size)],
  ['deep quotes', (size) => filled(`${filled('> ', 2000)}x\n`, size)],
  ['backticks', (size) => filled('`` ` ``` ', size)],
  ['headings', (size) => filled('# a\n', size)],
  ['brackets', (size) => filled('[](<', size)],
  ['percent signs', (size) => filled('%69', size)],
  ['invisible characters', (size) => filled('a\u200b', size / 2)],
]

/** Prints the speed of the scanner beside that of the patterns; gives the goals that were missed. */
export function printSpeed(items, { scan, patterns, mb }) {
  const texts = items.map(({ text }) => text)
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  const search = (text) => patterns.some((pattern) => pattern.test(text))
  const rates = [scan, search].map((run) => size / seconds(() => texts.map((text) => run(text))))
  const warm = warmTime(texts, scan)
  printTable(`Speed on ${size.toFixed(1)} MB of texts`, [
    ['measure', 'scanner', 'six patterns'],
    ['MB/s', ...rates.map((rate) => rate.toFixed(1))],
    [
      `ms for a file of ${WARM_FILE / 1000} KB, warm`,
      warm.toFixed(2),
      warmTime(texts, search).toFixed(2),
    ],
  ])
  const families = FAMILIES.map(([name, make]) => [name, timePerMB(make(mb * 1e6), scan)])
  printTable(`Texts that attack a scanner, ${mb} MB each`, [
    ['family', 'ms a MB'],
    ...families.map(([name, time]) => [name, time.toFixed(0)]),
  ])
  return [
    ...(rates[0] < 10 ? [`speed: ${rates[0].toFixed(1)} MB/s, at least 10`] : []),
    ...(warm > 8 ? [`warm file: ${warm.toFixed(1)} ms, at most 8`] : []),
    ...families
      .filter(([, time]) => time > 250)
      .map(([name, time]) => `${name}: ${time.toFixed(0)} ms a MB, at most 250`),
  ]
}

function filled(part, size) {
  return part.repeat(Math.ceil(size / part.length))
}

function seconds(run) {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    run()
    return (performance.now() - start) / 1000
  })
  return median(times)
}

function timePerMB(text, scan) {
  const start = performance.now()
  scan(text)
  return (performance.now() - start) / (Buffer.byteLength(text) / 1e6)
}

/** The median time for one file made of real ones. */
function warmTime(texts, run) {
  const file = texts
    .filter((text) => text.length > 2000)
    .join('\n\n')
    .slice(0, WARM_FILE)
  for (let count = 0; count < WARM_RUNS; count++) run(file)
  const times = Array.from({ length: WARM_RUNS }, () => {
    const start = performance.now()
    run(file)
    return performance.now() - start
  })
  return median(times)
}
