/**
 * Runs a test as a user whom permissions bind: as root that is uid 65534, for
 * the time of the call; anybody else is bound already.
 */
export async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
