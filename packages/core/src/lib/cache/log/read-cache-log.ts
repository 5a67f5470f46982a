import type { Diagnostic, WithDiagnostics } from '../../model/diagnostic.ts'
import type { CacheBlock, CacheScope } from '../model/cache-block.ts'
import type { CacheLayer, CacheSettings, LayerChange, LayerVersion } from '../plan/plan-input.ts'
import type { CacheTurn } from '../strategies/cache-turn.ts'
import {
  type Fields,
  LogFault,
  readBlock,
  readBlocks,
  readNumber,
  readObject,
  readOptionalText,
  readText,
  readWord,
} from './log-fields.ts'

/** What a recorded log says: for which model, and what was to be sent when. */
export interface CacheLog {
  readonly provider: string
  readonly model: string
  readonly turns: readonly CacheTurn[]
}

/** Lines that are told of; of more only their number. */
const MAX_TOLD = 10

interface KnownLayer {
  readonly scope: CacheLayer['scope']
  readonly versions: Map<string, LayerVersion>
  readonly changes: LayerChange[]
}

interface Reading {
  header: { readonly provider: string; readonly model: string } | null
  readonly layers: Map<string, KnownLayer>
  readonly histories: Map<string, readonly CacheBlock[]>
  readonly turns: CacheTurn[]
}

/**
 * Reads a log of JSON lines, as docs/caching.md tells: a first line with the model, then layers and requests. A line
 * that cannot be understood is left out and told as `cache.log-invalid`, an error.
 */
export function readCacheLog(text: string): WithDiagnostics<CacheLog> {
  const reading: Reading = { header: null, layers: new Map(), histories: new Map(), turns: [] }
  const faults: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      readLine(reading, readObject(JSON.parse(line), 'the line'))
    } catch (error) {
      if (!(error instanceof LogFault) && !(error instanceof SyntaxError)) throw error
      const reason = error instanceof LogFault ? error.message : 'it is no JSON'
      faults.push(`Line ${index + 1} cannot be understood: ${reason}.`)
    }
  }
  if (reading.turns.length === 0 && faults.length === 0) faults.push('The log has no request.')
  const { provider, model } = reading.header ?? { provider: '', model: '' }
  return { value: { provider, model, turns: reading.turns }, diagnostics: tell(faults) }
}

function tell(faults: readonly string[]): readonly Diagnostic[] {
  const more = faults.length - MAX_TOLD
  const told = [
    ...faults.slice(0, MAX_TOLD),
    ...(more > 0 ? [`${more} more lines cannot be understood.`] : []),
  ]
  return told.map((message) => ({ code: 'cache.log-invalid', severity: 'error', message }))
}

function readLine(reading: Reading, fields: Fields): void {
  if (!reading.header) reading.header = readHeader(fields)
  else if (fields['layer'] !== undefined) addLayer(reading, fields)
  else addTurn(reading, fields)
}

function readHeader(fields: Fields): Reading['header'] {
  if (fields['cacheLog'] !== 1) {
    throw new LogFault('the first line has to say "cacheLog": 1, the version of the format')
  }
  return { provider: readText(fields, 'provider'), model: readText(fields, 'model') }
}

const SCOPES: readonly Exclude<CacheScope, 'turn'>[] = ['bot', 'tenant', 'user', 'session']

function addLayer({ layers }: Reading, fields: Fields): void {
  const id = readText(fields, 'layer')
  const version = readText(fields, 'version')
  const scope = readWord(fields, 'scope', { known: SCOPES, missing: 'session' })
  const blocks = readBlocks(fields['blocks'], 'system')
  const layer: KnownLayer = layers.get(id) ?? { scope, versions: new Map(), changes: [] }
  layer.versions.set(version, { version, blocks })
  if (fields['change'] !== undefined) {
    layer.changes.push({ to: version, block: readBlock(fields['change'], 'messages') })
  }
  layers.set(id, layer)
}

const TURNS = ['human', 'tool', 'one-shot', 'compaction'] as const

function addTurn(reading: Reading, fields: Fields): void {
  const session = readText(fields, 'session')
  const before = reading.histories.get(session) ?? []
  const keep = fields['keep'] === undefined ? before.length : readNumber(fields, 'keep', 0)
  if (keep > before.length) throw new LogFault(`"keep" is more than the ${before.length} blocks`)
  const added = readBlocks(fields['add'] ?? [], 'messages')
  const history = [...before.slice(0, keep), ...added]
  const volatile = readBlocks(fields['volatile'] ?? [], 'messages')
  const kind = readWord(fields, 'kind', { known: TURNS, missing: 'human' })
  const turn: CacheTurn = {
    at: readNumber(fields, 'at', 0),
    names: readNames(fields, session),
    layers: readLayers(reading, readObject(fields['layers'] ?? {}, '"layers"')),
    history,
    hint: { kind },
    ...(volatile.length > 0 ? { volatile } : {}),
    ...(fields['settings'] === undefined ? {} : { settings: readSettings(fields) }),
  }
  reading.turns.push(turn)
  reading.histories.set(session, history)
}

function readNames(fields: Fields, session: string): CacheTurn['names'] {
  const [tenant, user] = ['tenant', 'user'].map((key) => readOptionalText(fields, key, undefined))
  return {
    session,
    bot: readOptionalText(fields, 'bot', 'bot'),
    channel: readOptionalText(fields, 'channel', 'chat'),
    ...(tenant === undefined ? {} : { tenant }),
    ...(user === undefined ? {} : { user }),
  }
}

/** The layers of a request by name and version, each of which a line before it told. */
function readLayers({ layers }: Reading, asked: Fields): readonly CacheLayer[] {
  return Object.keys(asked).map((id) => {
    const known = layers.get(id)
    const current = known?.versions.get(readText(asked, id))
    if (!known || !current) {
      throw new LogFault(
        `layer "${id}" has no version ${JSON.stringify(asked[id])} on a line before`,
      )
    }
    const older = [...known.versions.values()].filter((one) => one !== current)
    return { id, scope: known.scope, current, older, changes: [...known.changes] }
  })
}

const SETTINGS = [
  'model',
  'workspace',
  'route',
  'serverTools',
  'speed',
  'thinking',
  'effort',
  'toolChoice',
  'images',
] as const satisfies readonly (keyof CacheSettings)[]

function readSettings(fields: Fields): CacheSettings {
  const settings = readObject(fields['settings'], '"settings"')
  const given = SETTINGS.filter((key) => settings[key] !== undefined)
  return Object.fromEntries(given.map((key) => [key, readText(settings, key)]))
}
