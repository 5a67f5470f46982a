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
