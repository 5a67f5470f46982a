import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeAgentContract } from '../testing/contract.ts'
import { createOpenCodeAgent } from './agent.ts'

/** Behaves like OpenCode where the adapter meets it: version, instructions, log. */
const PROGRAM = `#!${process.execPath}
const fs = require('node:fs')
const path = require('node:path')
if (process.argv.includes('--version')) { console.log('1.18.33'); process.exit(0) }
const config = JSON.parse(process.env.OPENCODE_CONFIG_CONTENT)
const log = path.join(process.env.HOME, '.local/share/opencode/log/opencode.log')
fs.mkdirSync(path.dirname(log), { recursive: true })
const line = (message) => fs.appendFileSync(log, 'timestamp=t level=INFO run=ab message=' + message + '\\n')
line('"creating instance" directory=' + JSON.stringify(process.cwd()))
line('loop session.id=ses_1 step=0')
process.stdout.write(config.instructions.map((file) => fs.readFileSync(file, 'utf8')).join('|'))
process.stderr.write(process.argv.slice(2).join(' '))
setTimeout(() => process.exit(Number(process.env.STATUS ?? 0)), Number(process.env.LASTS ?? 0))
`

describe('createOpenCodeAgent', () => {
  let base = ''

  beforeEach(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'opencode-launch-')))
    await mkdir(join(base, 'bin'))
    await mkdir(join(base, 'work'))
    await writeFile(join(base, 'bin', 'opencode'), PROGRAM)
    await chmod(join(base, 'bin', 'opencode'), 0o755)
  })
  afterEach(() => rm(base, { recursive: true, force: true }))

  const agent = createOpenCodeAgent({ managedConfigDir: '/none' })

  async function prepare(permission?: 'read-only') {
    const env = { HOME: base, PATH: join(base, 'bin'), STATUS: '7' }
    const cwd = join(base, 'work')
    const detection = await agent.detect({ env })
    if (!detection.found) throw new Error(detection.reason)
    const inspection = await agent.inspect({ detection, cwd, env, args: [] })
    return agent.plan({
      detection,
      inspection,
      text: 'the text 中文\n',
      directivesText: '',
      session: { mode: 'new' },
      freshSessionId: '',
      prompt: 'say hi',
      cwd,
      env,
      deliverDir: join(base, 'deliver'),
      trusted: true,
      ...(permission && { permission }),
    })
  }

  it('finds the program and knows the measured version', async () => {
    const env = { HOME: base, PATH: join(base, 'bin') }
    expect(await agent.detect({ env })).toMatchObject({
      found: true,
      id: 'opencode',
      path: join(base, 'bin', 'opencode'),
      version: '1.18.33',
      proven: true,
    })
    expect(await agent.detect({ env: { PATH: '/none' } })).toEqual({
      found: false,
      id: 'opencode',
      reason: 'no opencode in PATH',
    })
  })

  it('runs the plan, passes output and status on, learns the session and leaves nothing', async () => {
    const output = { out: '', err: '' }
    const end = await agent.launch(await prepare(), {
      stdio: 'capture',
      onStdout: (chunk) => {
        output.out += Buffer.from(chunk).toString()
      },
      onStderr: (chunk) => {
        output.err += Buffer.from(chunk).toString()
      },
    })
    expect(end).toEqual({ code: 7, signal: null, agentSessionId: 'ses_1' })
    expect(output).toEqual({ out: 'the text 中文\n', err: 'run -- say hi' })
    const left = await readdir(join(base, 'deliver'), { recursive: true })
    expect(left.filter((name) => !name.startsWith('.'))).toEqual([])
  })

  it('tells the session while the program still runs', async () => {
    const plan = await prepare()
    let ended = false
    const told: (readonly [string, boolean])[] = []
    await agent.launch(
      { ...plan, env: { ...plan.env, LASTS: '3000' } },
      { stdio: 'capture', onAgentSession: (id) => told.push([id, ended]) },
    )
    ended = true
    expect(told).toEqual([['ses_1', false]])
  })

  it('starts nothing when the plan is refused', async () => {
    const plan = await prepare('read-only')
    await expect(agent.launch(plan, { stdio: 'capture' })).rejects.toMatchObject({
      code: 'refused',
    })
    await expect(readFile(join(base, '.local/share/opencode/log/opencode.log'))).rejects.toThrow()
  })
})

let folder = ''
describeAgentContract({
  name: 'opencode',
  create: () => createOpenCodeAgent({ managedConfigDir: join(folder, 'none') }),
  setUp: async () => {
    folder = await mkdtemp(join(tmpdir(), 'opencode-contract-'))
    const command = join(folder, 'opencode')
    await writeFile(command, PROGRAM)
    await chmod(command, 0o755)
    const env = { HOME: folder, PATH: '/usr/bin:/bin' }
    return { command, env, cwd: folder, deliverDir: join(folder, 'deliver') }
  },
  tearDown: () => rm(folder, { recursive: true, force: true }),
})
