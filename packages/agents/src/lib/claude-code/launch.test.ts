import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClaudeCodeAgent } from './agent.ts'

/** Answers like `claude`: its version, or its arguments and what stands in the files of its flags. */
const FAKE = `#!${process.execPath}
const { readFileSync, statSync } = require('node:fs')
const args = process.argv.slice(2)
if (args[0] === '--version') {
  console.log('2.1.332 (Claude Code)')
} else {
  const file = (flag) => args[args.indexOf(flag) + 1]
  const append = file('--append-system-prompt-file')
  console.log(JSON.stringify({
    args,
    append: readFileSync(append, 'utf8'),
    children: readFileSync(file('--append-subagent-system-prompt-file'), 'utf8'),
    mode: statSync(append).mode & 0o777,
  }))
  process.exitCode = 7
}
`

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onesoul-claude-'))
  await writeFile(join(folder, 'claude'), FAKE)
  await chmod(join(folder, 'claude'), 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function planRun() {
  const agent = createClaudeCodeAgent({ managedSettingsFile: join(folder, 'none.json') })
  const env = { PATH: folder, HOME: folder }
  const detection = await agent.detect({ env })
  if (!detection.found) throw new Error(detection.reason)
  const args = ['--append-system-prompt', 'mine']
  const inspection = await agent.inspect({ detection, cwd: folder, env, args, trusted: true })
  const plan = agent.plan({
    detection,
    inspection,
    text: 'directives and USER',
    directivesText: 'directives',
    session: { mode: 'new' },
    freshSessionId: '0b7e6f6a-3c1e-4c51-9d0e-5a2f3d1c7e88',
    prompt: 'hi',
    cwd: folder,
    env,
    deliverDir: join(folder, 'deliver'),
    trusted: true,
  })
  return { agent, detection, plan }
}

describe('createClaudeCodeAgent', () => {
  it('detects the program by its version', async () => {
    const { detection } = await planRun()
    expect(detection).toMatchObject({
      id: 'claude-code',
      path: join(folder, 'claude'),
      version: '2.1.332',
      proven: true,
      behaviours: { readsAgentsMd: true },
    })
  })

  it('does not take another program of that name for Claude Code', async () => {
    await writeFile(join(folder, 'claude'), '#!/bin/sh\necho 1.2.3\n')
    const env = { PATH: folder }
    expect(await createClaudeCodeAgent().detect({ env })).toMatchObject({ found: false })
  })

  it('runs the plan, passes the status on, and leaves no delivery file', async () => {
    const { agent, plan } = await planRun()
    let stdout = ''
    const status = await agent.launch(plan, {
      stdio: 'capture',
      onStdout: (chunk) => {
        stdout += Buffer.from(chunk).toString()
      },
    })
    expect(status).toEqual({ code: 7, signal: null, agentSessionId: plan.agentSessionId })
    expect(JSON.parse(stdout)).toEqual({
      args: plan.args,
      append: 'mine\n\ndirectives and USER',
      children: 'directives',
      mode: 0o600,
    })
    const left = await readdir(join(folder, 'deliver'), { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
  })

  it('starts nothing for a refused plan', async () => {
    const { agent, plan } = await planRun()
    const refused = { ...plan, refusal: { code: 'flag-conflict', message: 'no' } }
    await expect(agent.launch(refused, { stdio: 'capture' })).rejects.toMatchObject({
      code: 'refused',
    })
    await expect(readFile(plan.files[0]?.path ?? '')).rejects.toThrow('ENOENT')
  })
})
