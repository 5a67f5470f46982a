import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markLog, readSessionId } from './session-log.ts'

const CWD = '/work/tree'

function line(run: string, message: string): string {
  return `timestamp=2026-11-30T08:00:00.000Z level=INFO run=${run} message=${message}\n`
}

function started(run: string, directory = CWD): string {
  return line(run, `"creating instance" directory=${directory}`)
}

function created(run: string, id: string, parent = 'undefined'): string {
  const rest = `slug=calm-sailor version=1.18.33 projectID=p directory=${CWD} path="" workspaceID=undefined`
  return line(run, `created id=${id} ${rest} parentID=${parent} title="say parentID=x title=y"`)
}

function used(run: string, id: string): string {
  return line(run, `loop session.id=${id} step=0`)
}

describe('readSessionId', () => {
  let data = ''
  let log = ''

  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'opencode-log-'))
    log = join(data, 'opencode', 'log', 'opencode.log')
    await mkdir(join(log, '..'), { recursive: true })
  })
  afterEach(() => rm(data, { recursive: true, force: true }))

  async function learn(lines: string, earlier = ''): Promise<string | null> {
    if (earlier !== '') await writeFile(log, earlier)
    const mark = await markLog({ XDG_DATA_HOME: data })
    await appendFile(log, lines)
    return readSessionId(mark, CWD)
  }

  it('finds the session that the run created', async () => {
    const lines = started('a1') + created('a1', 'ses_new') + used('a1', 'ses_new')
    expect(await learn(lines)).toBe('ses_new')
  })

  it('finds the session that the run went on with', async () => {
    expect(await learn(started('a1') + used('a1', 'ses_old'))).toBe('ses_old')
  })

  it('finds the one used last when there were several', async () => {
    const lines =
      started('a1') + created('a1', 'ses_1') + created('a1', 'ses_2') + used('a1', 'ses_1')
    expect(await learn(lines)).toBe('ses_1')
  })

  it('passes over sub-agents', async () => {
    const child = created('a1', 'ses_child', 'ses_1') + used('a1', 'ses_child')
    expect(await learn(started('a1') + created('a1', 'ses_1') + child)).toBe('ses_1')
  })

  it('passes over runs in other directories and what stood there before', async () => {
    const earlier = started('f0') + created('f0', 'ses_before')
    const other = started('b2', '"/work/other tree"') + created('b2', 'ses_other')
    expect(await learn(other + started('a1') + created('a1', 'ses_1'), earlier)).toBe('ses_1')
  })

  it('knows a directory with spaces', async () => {
    const mark = await markLog({ XDG_DATA_HOME: data })
    await writeFile(log, started('a1', '"/a \\"b\\" c"') + used('a1', 'ses_1'))
    expect(await readSessionId(mark, '/a "b" c')).toBe('ses_1')
  })

  it('does not guess between two runs in one directory', async () => {
    const lines = started('a1') + started('b2') + created('a1', 'ses_1') + created('b2', 'ses_2')
    expect(await learn(lines)).toBeNull()
  })

  it('knows nothing from a log without sessions', async () => {
    expect(await learn(started('a1'))).toBeNull()
    expect(await learn('not a log\n')).toBeNull()
  })

  it('knows nothing without a log', async () => {
    const mark = await markLog({ XDG_DATA_HOME: join(data, 'none') })
    expect(await readSessionId(mark, CWD)).toBeNull()
  })

  it('reads a log that was begun anew from its start', async () => {
    await writeFile(log, started('f0').repeat(50))
    const mark = await markLog({ XDG_DATA_HOME: data })
    await writeFile(log, started('a1') + used('a1', 'ses_1'))
    expect(await readSessionId(mark, CWD)).toBe('ses_1')
  })
})
