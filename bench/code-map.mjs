/** Code maps of three projects, each in a process of its own: time, memory, and what a kept map takes. */

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { inProcess, median, ms, printTable, root } from './lib.mjs'

const HITS = 25
const FILES = 100_000
const ENDINGS = ['go', 'py', 'ts', 'md', 'json', 'svg', 'txt', 'yaml', 'css', 'html']
const TEXTS = {
  go: (n) => `package p\nfunc MakePart${n}() {}\nfunc use${n}() { MakePart${n >> 4}() }\n`,
  py: (n) =>
    `from part import make_part_${n >> 4}\ndef make_part_${n}(size):\n    return make_part_${n >> 4}(size)\n`,
  ts: (n) =>
    `import { makePart${n >> 4} } from './x.ts'\nexport function makePart${n}(): void { makePart${n >> 4}() }\n`,
}

async function report() {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'onesoul-code-map-')))
  try {
    const many = makeMany(join(place, 'many'))
    const projects = [
      ['100,000 files, names in any script', many],
      ['the same, from a folder in it', join(many, 'größe-3')],
      ['a package without git', makePackage(join(place, 'package'))],
      ['this repository, with a submodule', makeSubmodule(join(place, 'outer'))],
    ]
    const rows = [['', 'files', 'parsed', 'first', 'kept', 'memory', 'tokens']]
    for (const [index, [name, cwd]] of projects.entries()) {
      for (const variant of ['plain', 'symbols']) {
        const home = join(place, `home-${index}-${variant}`)
        const found = await inProcess(import.meta.filename, [variant, cwd, home])
        const kept = found.isKept ? ms(found.hit) : 'not kept'
        const sizes = [String(found.files), String(found.parsed), ms(found.first), kept]
        rows.push([`${name}: ${variant}`, ...sizes, `${found.megabytes} MB`, String(found.tokens)])
      }
    }
    printTable(`code maps, kept: median of ${HITS}, symbols: 1000 tokens`, rows)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function makeMany(folder) {
  for (let n = 0; n < FILES; n++) {
    const inner = join(folder, `größe-${n % 10}`, `部分 ${n % 97}`)
    if (n < 970) mkdirSync(inner, { recursive: true })
    const ending = ENDINGS[(n >> 3) % ENDINGS.length]
    writeFileSync(join(inner, `файл-${n}.${ending}`), TEXTS[ending]?.(n) ?? '')
  }
  return toRepository(folder)
}

function makePackage(folder) {
  cpSync(join(root, 'node_modules/dependency-cruiser'), folder, { recursive: true })
  return folder
}

function makeSubmodule(folder) {
  const inner = `${folder}-inner`
  mkdirSync(inner)
  writeFileSync(join(inner, 'lib.c'), 'int add(int a, int b) { return a + b; }\n')
  toRepository(inner)
  git(root, ['clone', '-q', '--no-hardlinks', root, folder])
  git(folder, ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'vendored'])
  return folder
}

function toRepository(folder) {
  git(folder, ['init', '-q'])
  git(folder, ['add', '-A'])
  git(folder, ['-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'a'])
  return folder
}

function git(cwd, args) {
  execFileSync('git', ['-c', 'gc.auto=0', '-c', 'maintenance.auto=false', ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function measure(variant, cwd, home) {
  const { findGrammars, readCodeMap, readSymbolMap } = await import('@onesoul/sources')
  const { estimateTokens, renderCodeMap } = await import('@onesoul/core')
  const { prepareState } = await import('@onesoul/disk')
  mkdirSync(home)
  await prepareState(home)
  // Nothing here is young: a file that was written a moment ago would not be kept.
  const now = () => new Date(Date.now() + 60_000)
  const grammars = findGrammars(import.meta.url)
  const input = { cwd, env: process.env, userHome: home, home, grammars }
  const draw = async () => {
    if (variant === 'symbols') return readSymbolMap({ ...input, now: now() })
    const found = await readCodeMap({ ...input, now: now() })
    return { ...found, text: renderCodeMap(found.map).text }
  }
  const [first, found] = await timed(draw)
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  const hits = []
  for (let index = 0; index < HITS; index++) hits.push(await timed(draw))
  return {
    first,
    hit: median(hits.map(([time]) => time)),
    isKept: hits.every(([, one]) => one.isKept),
    megabytes,
    files: found.files?.all ?? found.map.files,
    parsed: found.files?.parsed ?? 0,
    tokens: found.map.tokens ?? estimateTokens(found.text),
  }
}

async function timed(action) {
  const start = performance.now()
  const value = await action()
  return [performance.now() - start, value]
}

const [variant, cwd, home] = process.argv.slice(2)
if (variant) console.log(JSON.stringify(await measure(variant, cwd, home)))
else await report()
