import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { afterAll } from 'vitest'

const sourceDir = fileURLToPath(new URL('../src', import.meta.url))
let compiledDir

afterAll(() => {
  if (compiledDir !== undefined) rmSync(compiledDir, { recursive: true, force: true })
  compiledDir = undefined
})

/** The package as JavaScript in a temporary folder, because a child on Node 20 cannot load TypeScript. */
function compiled() {
  if (compiledDir !== undefined) return pathToFileURL(`${compiledDir}/`).href
  const outDir = mkdtempSync(join(tmpdir(), 'onesoul-disk-compiled-'))
  for (const name of readdirSync(sourceDir, { recursive: true })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
    const target = join(outDir, name.replace(/\.ts$/u, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, transpile(readFileSync(join(sourceDir, name), 'utf8')))
  }
  writeFileSync(join(outDir, 'package.json'), '{"type":"module"}')
  makeReadable(outDir)
  compiledDir = outDir
  return pathToFileURL(`${outDir}/`).href
}

function transpile(text) {
  return ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      rewriteRelativeImportExtensions: true,
    },
  }).outputText
}

function makeReadable(dir) {
  execFileSync('chmod', ['-R', 'go+rX', dir])
}

const prelude = `
const { base, args, asNobody } = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'))
const load = (name) => import(new URL(name + '.js', base).href)
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
const die = () => process.kill(process.pid, 'SIGKILL')
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
if (asNobody && process.getuid() === 0) {
  process.setgroups([])
  process.setgid(65534)
  process.setuid(65534)
}
`

export function startChild(script, args = {}, options = {}) {
  const argv = ['--input-type=module', '--eval', prelude + script]
  const [command, ...rest] = [...(options.wrapper ?? []), process.execPath, ...argv]
  const child = spawn(command, rest, {
    cwd: tmpdir(),
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  })
  // Not as an argument or in the environment, where only 128 KiB have room.
  const input = { base: compiled(), args, asNobody: options.asNobody === true }
  child.stdin.on('error', () => undefined).end(JSON.stringify(input))
  let stdout = ''
  let stderr = ''
  const waiting = new Set()
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
    for (const check of waiting) check()
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const exit = new Promise((done) => {
    child.once('close', (code, signal) => {
      for (const check of waiting) check(true)
      done({ code, signal, said: stdout.split('\n').filter(Boolean).map(JSON.parse), stderr })
    })
  })
  return {
    pid: child.pid,
    exit,
    kill: (signal = 'SIGKILL') => child.kill(signal),
    heard: (text) =>
      new Promise((done, fail) => {
        const check = (ended) => {
          if (stdout.includes(text)) done()
          else if (ended) fail(new Error(`The child ended without saying ${text}: ${stderr}`))
          else return
          waiting.delete(check)
        }
        waiting.add(check)
        check(child.exitCode !== null || child.signalCode !== null)
      }),
  }
}

export async function runChild(script, args, options) {
  const result = await startChild(script, args, options).exit
  if (result.code !== 0) throw new Error(`The child failed (${result.signal ?? result.code}): ${result.stderr}`)
  return result.said
}
