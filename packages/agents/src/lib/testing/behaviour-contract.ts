import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { expect, it } from 'vitest'
import type { PermissionTier } from '../port/traits.ts'
import { type AgentContractOptions, type Checked, deepFreeze, TIERS } from './checked-agent.ts'
import { CONTRACT_FILES } from './contract-texts.ts'

/** What shared code may rely on before anything is planned. */
export function describeIdentity(get: () => Checked): void {
  it('is found, with an absolute path and a version', () => {
    const { agent, detection } = get()
    expect(detection).toMatchObject({ found: true, id: agent.id })
    expect(isAbsolute(detection.path) && isAbsolute(detection.realPath)).toBe(true)
    expect(detection.version).toMatch(/^\d/)
    expect(detection.proven).toBe(agent.traits.provenVersions.includes(detection.version))
  })

  it('declares its traits', () => {
    const { traits } = get().agent
    expect(traits.name).not.toBe('')
    expect(traits.channel).not.toBe('')
    expect(traits.protocols.length).toBeGreaterThan(0)
    expect(traits.provenVersions.length).toBeGreaterThan(0)
    expect(traits.maxTokens).toBeGreaterThan(0)
    expect(traits.hedges).not.toContain('')
    expect(traits.nestedMarkers).not.toContain('')
    expect(
      Object.keys(traits.permissionFlags).every((tier) => TIERS.includes(tier as PermissionTier)),
    ).toBe(true)
  })

  it('names what is no model request', () => {
    const request = { index: 1, method: 'GET', path: '/v1/models', headers: {}, bytes: 0, time: 0 }
    const kind = get().agent.classify({ ...request, body: null, protocol: null })
    expect(kind.kind).toBe('other')
  })
}

/** Every instruction file of a work tree gets one verdict. */
export function describeOwnership(get: () => Checked): void {
  it.each([
    ['trusted', true, ''],
    ['untrusted', false, ''],
    ['below the root', true, 'pkg'],
  ])('says for every file of a work tree who brings it: %s', (_, trusted, cwd) => {
    const { agent, detection, setting } = get()
    const paths = CONTRACT_FILES.map(({ path }) => path)
    const input = {
      detection,
      files: CONTRACT_FILES,
      cwd,
      hasGitRoot: true,
      trusted,
      env: setting.env,
    }
    const verdicts = agent.ownership(deepFreeze(input))
    expect(verdicts.map(({ path }) => path).sort()).toEqual([...paths].sort())
    for (const verdict of verdicts) {
      expect(verdict.reason).not.toBe('')
      expect(paths).toEqual(expect.arrayContaining([...(verdict.imports ?? [])]))
      if (verdict.delivery === 'inject') expect(verdict.hedged).toBe(false)
    }
    expect(agent.ownership(deepFreeze(input))).toEqual(verdicts)
  })
}

/** A refusal starts nothing; a launch leaves nothing. */
export function describeLaunch(get: () => Checked, options: AgentContractOptions): void {
  it('starts nothing when the plan is refused', async () => {
    const { agent, plan } = get()
    const dir = await mkdtemp(join(tmpdir(), 'onesoul-contract-'))
    const command = join(dir, 'agent')
    await writeFile(command, '#!/bin/sh\ntouch "$0.started"\n')
    await chmod(command, 0o755)
    const refusal = { code: 'not-recordable', message: 'no' }
    const refused = agent.launch({ ...plan(), command, refusal }, { stdio: 'capture' })
    await expect(refused).rejects.toMatchObject({ code: 'refused' })
    expect(await readdir(dir)).toEqual(['agent'])
    await rm(dir, { recursive: true })
  })

  it.runIf(options.launches ?? true)(
    'leaves no file, no lease and no process behind',
    async () => {
      const { agent, plan, setting } = get()
      const marker = `ONESOUL_CONTRACT_RUN=${randomUUID()}`
      const [name = '', value = ''] = marker.split('=')
      const made = plan({ env: { ...setting.env, [name]: value } })
      await mkdir(dirname(setting.deliverDir), { recursive: true })
      let stderr = ''
      const status = await agent.launch(made, {
        stdio: 'capture',
        onStderr: (chunk) => {
          stderr += Buffer.from(chunk).toString('utf8')
        },
      })
      expect(status, stderr).toMatchObject({ code: 0, signal: null })
      expect(await filesBelow(setting.deliverDir)).toEqual([])
      expect(await processesWith(marker)).toEqual([])
    },
    120_000,
  )
}

async function filesBelow(dir: string): Promise<readonly string[]> {
  const isThere = await stat(dir).catch(() => null)
  if (isThere === null) return []
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)
}

/** Linux: the processes that were started with this in their environment. Elsewhere nothing is known. */
async function processesWith(marker: string): Promise<readonly string[]> {
  const names = await readdir('/proc').catch(() => [])
  const found: string[] = []
  for (const pid of names.filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')
    if (environment.split('\0').includes(marker)) found.push(pid)
  }
  return found
}
