import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { compose, type Diagnostic } from '@onesoul/core'
import { readFileSafely } from '@onesoul/disk'
import type { ConfigFile } from '../config/config-file.ts'
import type { Environment } from '../config/environment-layer.ts'
import { CONFIG_FILE, loadConfig } from '../config/load-config.ts'
import { DEFAULT_CONFIG } from '../config/settings.ts'
import { composeEach } from '../inputs/compose-each.ts'
import { gatherInputs } from '../inputs/gather.ts'
import { SourcesError } from '../sources-error.ts'
import { expandPath, findUserHome } from './expand-path.ts'
import type { Home, HomePlace } from './home.ts'

export interface OpenHomeOptions {
  /** The home. Default: `ONESOUL_HOME`, else `~/.onesoul`. */
  readonly dir?: string
  /** A folder of slots in place of the home's own; then no home is needed. Relative to `cwd`. */
  readonly configs?: string
  /** Default: empty. */
  readonly env?: Environment
  /** Default: the working directory of this process. */
  readonly cwd?: string
  /** Values of flags, in the shape of a configuration file; stronger than everything else. */
  readonly flags?: ConfigFile
  /** Ids that `agents` and `bots[].agent` may name. Default: any. */
  readonly agents?: readonly string[]
}

/**
 * Opens a home, or a folder of slots alone. Trouble with the configuration is
 * in `diagnostics`; only something that is not there at all throws.
 *
 * @throws SourcesError `home-missing`, `configs-missing`.
 */
export async function openHome(options: OpenHomeOptions = {}): Promise<Home> {
  const env = options.env ?? {}
  const cwd = resolve(options.cwd ?? process.cwd())
  const userHome = findUserHome(env)
  const dir = homeDir(options, { base: cwd, userHome })
  const exists = await isDirectory(dir)
  if (!exists && options.configs === undefined) throw homeMissing(dir, userHome)
  const config = await loadConfigOf(dir, { ...options, env })
  const configsDir = options.configs
    ? expandPath(options.configs, { base: cwd, userHome })
    : expandPath(config.settings.configs, { base: dir, userHome })
  const diagnostics = [...config.diagnostics, ...(await checkConfigs(configsDir, options, dir))]
  const place: HomePlace = { dir, exists, configsDir, userHome, cwd, env, config, diagnostics }
  return {
    ...place,
    compose: async (request) => compose((await gatherInputs(place, request)).input),
    composeEach: (requests) => composeEach(place, requests),
  }
}

function homeDir(
  options: OpenHomeOptions,
  places: { readonly base: string; readonly userHome: string },
): string {
  const { ONESOUL_HOME } = options.env ?? {}
  const named = options.dir || ONESOUL_HOME
  return named ? expandPath(named, places) : join(places.userHome, '.onesoul')
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    // Whatever the reason, there is no folder for us; the caller says so with the path.
    return false
  }
}

function homeMissing(dir: string, userHome: string): SourcesError {
  const named = dir === join(userHome, '.onesoul') ? '' : ` --home ${dir}`
  return new SourcesError('home-missing', `no home at ${dir}`, {
    hints: [
      `create one with \`onesoul init${named}\`, or point --configs at an existing agent-configs folder`,
      'for a home elsewhere name it with `--home DIR`',
    ],
  })
}

async function loadConfigOf(
  dir: string,
  options: OpenHomeOptions & { readonly env: Environment },
): Promise<ReturnType<typeof loadConfig>> {
  const found = await readFileSafely(join(dir, CONFIG_FILE), {
    roots: [dir],
    homeDir: findUserHome(options.env),
  })
  const text = found.outcome === 'content' ? new TextDecoder().decode(found.bytes) : null
  const { env, flags, agents } = options
  const loaded = loadConfig({ text, env, ...(flags && { flags }), ...(agents && { agents }) })
  if (found.outcome !== 'failed') return loaded
  const unreadable: Diagnostic = {
    code: 'config.unreadable',
    severity: 'error',
    message: found.message.replaceAll(`${dir}/`, ''),
    source: { root: 'home', path: CONFIG_FILE },
    ...(found.fix !== undefined && { fix: found.fix }),
  }
  return { ...loaded, diagnostics: [unreadable, ...loaded.diagnostics] }
}

/** A folder that was named and is not there is an error: its prompt would be empty without a word. */
async function checkConfigs(
  configsDir: string,
  options: OpenHomeOptions,
  dir: string,
): Promise<readonly Diagnostic[]> {
  if (await isDirectory(configsDir)) return []
  if (options.configs !== undefined) {
    throw new SourcesError('configs-missing', `no folder of slots at ${configsDir}`, {
      hints: ['name an existing agent-configs folder with --configs'],
    })
  }
  const slots = await explainSlotsFolder(dir)
  if (slots !== null) return [slots]
  const shown = configsDir.replace(`${dir}/`, '')
  return [
    {
      code: 'home.no-configs',
      severity: 'error',
      message: `the folder of slots is missing: ${shown}`,
      source: { root: 'home', path: CONFIG_FILE },
      fix: `create it with \`onesoul init --home ${dir}\`, or set \`configs\` in ${CONFIG_FILE}`,
    },
  ]
}

/** A folder of slots that was named as a home: `init` would put a second one inside it. */
async function explainSlotsFolder(dir: string): Promise<Diagnostic | null> {
  const names = await listNames(dir)
  const isHome = names.includes(CONFIG_FILE)
  const isSlots = basename(dir) === DEFAULT_CONFIG.configs || names.includes('SOUL.md')
  if (isHome || !isSlots) return null
  const parent = dirname(dir)
  const ofHome = (await listNames(parent)).includes(CONFIG_FILE)
  return {
    code: 'home.no-configs',
    severity: 'error',
    message: `${dir} is a folder of slots, not a home`,
    fix: `use \`--configs ${dir}\`${ofHome ? `, or \`--home ${parent}\` with its ${CONFIG_FILE}` : ''}`,
  }
}

async function listNames(dir: string): Promise<readonly string[]> {
  try {
    return await readdir(dir)
  } catch {
    // What cannot be listed tells nothing; the missing folder is reported as it is.
    return []
  }
}
