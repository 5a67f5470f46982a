import { readdirSync, readFileSync } from 'node:fs'

/** What everybody on the machine, or the same user, can read of a process. */
export interface SeenProcess {
  readonly pid: number
  readonly argv: readonly string[]
  /** `NAME=value`. */
  readonly environment: readonly string[]
}

export interface ArgvWatch {
  /** Stops watching and gives every process that was seen, with each argument vector that it had. */
  stop(): readonly SeenProcess[]
}

const INTERVAL_MS = 10

/** Watches all descendants of a process through `/proc` while they run. Linux only. */
export function watchArgv(rootPid: number): ArgvWatch {
  const seen = new Map<string, SeenProcess>()
  const look = (): void => {
    for (const pid of descendantsOf(rootPid)) {
      const argv = readList(pid, 'cmdline')
      if (argv.length === 0) continue
      const environment = readList(pid, 'environ')
      seen.set(`${pid} ${argv.join('\0')}`, { pid, argv, environment })
    }
  }
  const timer = setInterval(look, INTERVAL_MS)
  look()
  return {
    stop: () => {
      look()
      clearInterval(timer)
      return [...seen.values()]
    },
  }
}

function descendantsOf(rootPid: number): readonly number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  const queue = [rootPid]
  for (let pid = queue.shift(); pid !== undefined; pid = queue.shift()) {
    const below = children.get(pid) ?? []
    found.push(...below)
    queue.push(...below)
  }
  return found
}

function parentOf(pid: number): number {
  const stat = readProc(pid, 'stat')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

function readList(pid: number, file: 'cmdline' | 'environ'): readonly string[] {
  return readProc(pid, file).split('\0').filter(Boolean)
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It ended meanwhile.
    return ''
  }
}
