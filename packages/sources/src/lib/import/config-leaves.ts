import type { ConfigPath } from '../config/yaml-source.ts'

export type Mapping = Readonly<Record<string, unknown>>

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path; `undefined` when the path leads nowhere. */
export function valueAt(data: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return typeof step === 'number' ? at[step] : undefined
    return isMapping(at) && Object.hasOwn(at, String(step)) ? at[String(step)] : undefined
  }, data)
}

/** Paths of all values that are no mapping; a list of plain values is one value. */
export function leavesOf(data: unknown, path: ConfigPath = []): readonly ConfigPath[] {
  if (isMapping(data) && Object.keys(data).length > 0) {
    return Object.entries(data).flatMap(([key, value]) => leavesOf(value, [...path, key]))
  }
  if (Array.isArray(data) && data.some(isMapping)) {
    return data.flatMap((value, index) => leavesOf(value, [...path, index]))
  }
  return path.length === 0 ? [] : [path]
}

/** `messaging.slack.bots[dev-bot].name`: an entry of a list is named by its `name`, else by its place. */
export function showKey(path: ConfigPath, data: unknown): string {
  return path
    .map((step, depth) => {
      if (typeof step === 'string') return depth === 0 ? step : `.${step}`
      const name = valueAt(data, [...path.slice(0, depth + 1), 'name'])
      return `[${typeof name === 'string' ? name : step}]`
    })
    .join('')
}
