/** What to do with a signal that this process receives. */
export type SignalHandlers = Partial<Readonly<Record<NodeJS.Signals, () => void>>>

/** Takes over the given signals of this process; the returned function gives them back. */
export function handleSignals(handlers: SignalHandlers): () => void {
  const entries = Object.entries(handlers) as [NodeJS.Signals, () => void][]
  for (const [signal, handler] of entries) process.on(signal, handler)
  return () => {
    for (const [signal, handler] of entries) process.off(signal, handler)
  }
}

/** Signals of this process that are kept back. */
export interface HeldSignals {
  /** Gives them back, and sends this process those that came meanwhile. */
  raise(): void
}

/** Keeps signals back while something is begun that must not be left half done. */
export function holdSignals(names: readonly NodeJS.Signals[]): HeldSignals {
  const came = new Set<NodeJS.Signals>()
  const restore = handleSignals(
    Object.fromEntries(names.map((name) => [name, () => came.add(name)])),
  )
  return {
    raise() {
      restore()
      for (const name of came) process.kill(process.pid, name)
    },
  }
}
