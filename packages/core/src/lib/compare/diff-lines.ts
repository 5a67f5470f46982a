/** One line of two texts laid beside each other; `removed` stands only in the first, `added` only in the second. */
export interface LineChange {
  readonly kind: 'same' | 'removed' | 'added'
  /** Without its line end. */
  readonly text: string
}

/** A run of changed lines with the unchanged lines around it. */
export interface LineHunk {
  /** 1-based line of the first text at which the run begins; for a pure addition, the line that it stands before. */
  readonly before: number
  /** The same for the second text. */
  readonly after: number
  readonly lines: readonly LineChange[]
}

/**
 * More lines that differ than this are not laid beside each other: all of the
 * old ones are removed, all of the new ones added. Bounds the cost to this
 * number times the lines of both texts.
 */
export const MAX_LINE_EDITS = 1000

/**
 * Says which lines two texts share, with the fewest lines removed and added
 * (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986). The lines
 * that are not `added`, joined, are the first text; those that are not `removed`
 * are the second. Removed lines of a run come before its added ones.
 */
export function diffLines(before: string, after: string): readonly LineChange[] {
  const a = before.split('\n')
  const b = after.split('\n')
  const head = commonHead(a, b)
  const tail = commonTail(a.slice(head), b.slice(head))
  const middleA = a.slice(head, a.length - tail)
  const middleB = b.slice(head, b.length - tail)
  return [
    ...linesOf('same', a.slice(0, head)),
    ...(editScript(middleA, middleB) ?? replaceAll(middleA, middleB)),
    ...linesOf('same', a.slice(a.length - tail)),
  ]
}

/** Gathers the changed lines of a diff with up to `context` (default 2) unchanged lines around each run. */
export function toHunks(changes: readonly LineChange[], context = 2): readonly LineHunk[] {
  const hunks: { before: number; after: number; lines: LineChange[] }[] = []
  let before = 1
  let after = 1
  let end = 0
  for (const [index, change] of changes.entries()) {
    if (isNear(changes, index, context)) {
      if (index !== end || hunks.length === 0) hunks.push({ before, after, lines: [] })
      hunks.at(-1)?.lines.push(change)
      end = index + 1
    }
    if (change.kind !== 'added') before++
    if (change.kind !== 'removed') after++
  }
  return hunks
}

function isNear(changes: readonly LineChange[], index: number, context: number): boolean {
  const from = Math.max(0, index - context)
  return changes.slice(from, index + context + 1).some((change) => change.kind !== 'same')
}

function commonHead(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length)
  let count = 0
  while (count < most && a[count] === b[count]) count++
  return count
}

function commonTail(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length)
  let count = 0
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count++
  return count
}

function linesOf(kind: LineChange['kind'], lines: readonly string[]): readonly LineChange[] {
  return lines.map((text) => ({ kind, text }))
}

function replaceAll(a: readonly string[], b: readonly string[]): readonly LineChange[] {
  return [...linesOf('removed', a), ...linesOf('added', b)]
}

/** Per number of edits, how far each diagonal reaches: index `diagonal + edits` holds a line of the first text. */
type Trace = readonly Int32Array[]

/** The fewest edits from `a` to `b`; `null` when they are more than `MAX_LINE_EDITS`. */
function editScript(a: readonly string[], b: readonly string[]): readonly LineChange[] | null {
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= Math.min(a.length + b.length, MAX_LINE_EDITS); edits++) {
    const reached = new Int32Array(2 * edits + 1)
    trace.push(reached)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(trace, edits, diagonal).x
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++
      reached[diagonal + edits] = x
      if (x >= a.length && x - diagonal >= b.length) return walkBack(trace, a, b)
    }
  }
  return null
}

/** Where `diagonal` begins after one more edit, and the diagonal that it comes from. */
function startOf(
  trace: Trace,
  edits: number,
  diagonal: number,
): { readonly x: number; readonly from: number } {
  if (edits === 0) return { x: 0, from: 0 }
  const reach = (at: number): number => trace[edits - 1]?.[at + edits - 1] ?? -1
  const down = diagonal === edits ? -1 : reach(diagonal + 1)
  const right = diagonal === -edits ? -1 : reach(diagonal - 1)
  return right < down ? { x: down, from: diagonal + 1 } : { x: right + 1, from: diagonal - 1 }
}

function walkBack(trace: Trace, a: readonly string[], b: readonly string[]): readonly LineChange[] {
  const reversed: LineChange[] = []
  let diagonal = a.length - b.length
  let x = a.length
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const start = startOf(trace, edits, diagonal)
    while (x > start.x) reversed.push({ kind: 'same', text: a[--x] ?? '' })
    if (edits === 0) break
    const isAdded = start.from > diagonal
    const text = isAdded ? b[x - diagonal - 1] : a[x - 1]
    reversed.push({ kind: isAdded ? 'added' : 'removed', text: text ?? '' })
    if (!isAdded) x--
    diagonal = start.from
  }
  return removedFirst(reversed.reverse())
}

/** Orders each run of changed lines: what goes before what comes. */
function removedFirst(changes: readonly LineChange[]): readonly LineChange[] {
  const out: LineChange[] = []
  let added: LineChange[] = []
  for (const change of changes) {
    if (change.kind === 'added') added.push(change)
    else if (change.kind === 'removed') out.push(change)
    else {
      out.push(...added, change)
      added = []
    }
  }
  return [...out, ...added]
}
