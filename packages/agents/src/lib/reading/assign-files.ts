import type { InstructionReader } from '../port/reading.ts'

/** One file for all agents whose own it is. */
export interface AssignedFile {
  /** Relative to the root of the work tree, `/`-separated. */
  readonly path: string
  readonly preamble: string
  /** Ids of the agents that it is written for. */
  readonly agents: readonly string[]
}

/** Files of one text that an agent reads beside the one that is meant for it. */
export interface ReadTwice {
  readonly agent: string
  readonly paths: readonly string[]
  /** Only some of its versions or settings do. */
  readonly sometimes: boolean
}

export interface AssignedFiles {
  /** In the order of the agents. */
  readonly files: readonly AssignedFile[]
  /** Agents that get no file of their own, because they read one of the files anyway. */
  readonly served: readonly { readonly agent: string; readonly path: string }[]
  readonly twice: readonly ReadTwice[]
}

/**
 * Gives each agent the file that one text for all of them is written to. An agent
 * that reads the file of another one beside its own gets none of its own, so that
 * the text reaches it once; where that cannot be had, `twice` says so. Pure.
 */
export function assignFiles(readers: readonly InstructionReader[]): AssignedFiles {
  const served = readers.flatMap((reader) => {
    const path = findServing(reader, readers)
    return path === undefined ? [] : [{ agent: reader.id, path }]
  })
  const own = readers.filter(({ id }) => !served.some(({ agent }) => agent === id))
  const files = [...new Set(own.map(({ reading }) => reading.file))].map((path): AssignedFile => {
    const agents = own.filter(({ reading }) => reading.file === path)
    const preamble = agents[0]?.reading.preamble ?? ''
    return { path, preamble, agents: agents.map(({ id }) => id) }
  })
  const paths = files.map(({ path }) => path)
  return { files, served, twice: readers.flatMap((reader) => findTwice(reader, paths)) }
}

/** The own file of another agent that has none to share its own with. */
function findServing(
  { id, reading }: InstructionReader,
  readers: readonly InstructionReader[],
): string | undefined {
  const others = readers.filter((other) => other.id !== id && other.reading.groups.length === 1)
  const theirs = new Set(others.map((other) => other.reading.file))
  return reading.groups
    .filter((group) => !group.includes(reading.file))
    .map((group) => group.find((path) => theirs.has(path)))
    .find((path) => path !== undefined)
}

function findTwice(
  { id, reading }: InstructionReader,
  paths: readonly string[],
): readonly ReadTwice[] {
  const always = reading.groups.flatMap((group) => group.find((path) => paths.includes(path)) ?? [])
  const maybe = (reading.sometimes ?? []).filter((path) => paths.includes(path))
  if (always.length > 1) return [{ agent: id, paths: always, sometimes: false }]
  if (always.length + maybe.length < 2) return []
  return [{ agent: id, paths: [...always, ...maybe], sometimes: true }]
}
