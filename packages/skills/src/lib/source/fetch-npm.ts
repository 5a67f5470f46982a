import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '@onesoul/sources'
import { readArchive } from '../archive/read-archive.ts'
import { SkillsError } from '../skills-error.ts'
import { readArchiveFile } from './fetch-archive.ts'
import { runTool } from './run-tool.ts'
import type { SkillSource } from './skill-source.ts'
import { type FetchOptions, type SourceTree, treeOfFiles, unreachable } from './source-tree.ts'

/**
 * Fetches the package that npm packs for this range from the person's registry. It
 * is only unpacked: no script of it runs, nothing it depends on is fetched. The
 * revision is its version and integrity.
 *
 * @throws SkillsError `source-unreachable`, `lock-differs`, `archive-refused`
 */
export async function fetchNpm(source: SkillSource, options: FetchOptions): Promise<SourceTree> {
  const name = source.location.replace(/^npm:/, '')
  const [locked, integrity] = options.revision?.split(' ') ?? []
  const range = locked ?? source.ref ?? 'latest'
  const args = ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--no-update-notifier']
  const out = await runTool(
    'npm',
    [...args, `--pack-destination=${options.temp}`, '--', `${name}@${range}`],
    {
      what: `${name}@${range}`,
      cwd: options.temp,
      env: npmEnvironment(options.env),
    },
  )
  const version = versionIn(out.toString('utf8'))
  const [file] = (await readdir(options.temp)).filter((one) => one.endsWith('.tgz'))
  if (version === null || file === undefined) throw unreachable(name, 'npm packed nothing')
  const bytes = await readArchiveFile(join(options.temp, file))
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (integrity !== undefined && integrity !== found) {
    const message = `${name}@${version} is not what skills.lock says: it has ${found}`
    throw new SkillsError('lock-differs', message)
  }
  const files = (await readArchive(bytes, file)).map((one) => ({
    ...one,
    // Every package has one folder around all that is in it.
    path: one.path.replace(/^[^/]+\//, ''),
  }))
  return treeOfFiles(files, `${version} ${found}`)
}

function npmEnvironment(env: Environment): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(
    ([name]) => !/^(?:NODE_OPTIONS|npm_lifecycle_)/i.test(name),
  )
  return { ...Object.fromEntries(own), npm_config_audit: 'false', npm_config_fund: 'false' }
}

function versionIn(json: string): string | null {
  try {
    const data: unknown = JSON.parse(json)
    const list = Array.isArray(data) ? data : Object.values(data as object)
    const [{ version }] = list as [{ version?: unknown }]
    return typeof version === 'string' && /^[0-9A-Za-z.+-]{1,100}$/.test(version) ? version : null
  } catch {
    // What npm prints beside it is no answer; the caller says so.
    return null
  }
}
