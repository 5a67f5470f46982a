import { type ConfigPath, readYamlSource } from '../config/yaml-source.ts'
import { isMapping, leavesOf, type Mapping, showKey } from './config-leaves.ts'
import type { ImportNotes } from './import-notes.ts'
import { readSource, type SourcePlace } from './read-source.ts'

export interface LeaveKeysOptions {
  readonly place: SourcePlace
  readonly notes: ImportNotes
  /** One phrase why a key stays behind; `null` for a key that something else covers. */
  readonly explain: (path: ConfigPath) => string | null
  /** Makes the text readable as YAML. Default: as it is; JSON is YAML already. */
  readonly prepare?: (text: string) => string
}

/** Names every key of a YAML or JSON file with its line; returns its data, `null` when there is none to read. */
export async function leaveKeys(path: string, options: LeaveKeysOptions): Promise<Mapping | null> {
  const { place, notes, explain, prepare = (text: string): string => text } = options
  const found = await readSource(path, place, notes)
  if (!found) return null
  const text = prepare(new TextDecoder().decode(found.bytes))
  const source = readYamlSource(text, { root: 'config', path: found.name })
  const [trouble] = source.diagnostics
  if (trouble) {
    const line = trouble.source?.line === undefined ? '' : `:${trouble.source.line}`
    // What a parser says may repeat a value.
    notes.warn(`${found.name}${line}`, 'its settings were not read: the syntax is wrong here')
    return null
  }
  if (!isMapping(source.data)) return null
  for (const leaf of leavesOf(source.data)) {
    const reason = explain(leaf)
    const line = source.locate(leaf, 'key')?.line
    const at = `${found.name}${line === undefined ? '' : `:${line}`}`
    if (reason !== null) notes.leave(`${at} ${showKey(leaf, source.data)}`, reason)
  }
  return source.data
}
