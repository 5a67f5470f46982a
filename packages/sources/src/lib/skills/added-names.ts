import { readFileSafely, stateLayout } from '@onesoul/disk'

/** Which folders of the home's skills were added from elsewhere. */
export type AddedNames = Pick<ReadonlySet<string>, 'has' | 'size'>

/** Of a lock that says nothing certain, everything counts as added. */
const ALL: AddedNames = { has: () => true, size: Number.POSITIVE_INFINITY }

const MAX_BYTES = 16 * 1024 * 1024

/**
 * The names that `skills.lock` lists: those skills belong to whoever wrote them,
 * not to the person. Only the names are taken, line by line: whoever changes
 * skills reads the whole file and says what is wrong with it.
 */
export async function readAddedNames(home: string): Promise<AddedNames> {
  const path = stateLayout(home).skillsLock
  const found = await readFileSafely(path, { roots: [home], maxBytes: MAX_BYTES })
  if (found.outcome === 'missing') return new Set()
  if (found.outcome === 'failed') return ALL
  const text = new TextDecoder().decode(found.bytes)
  const list = text.indexOf('\nskills:')
  if (list < 0 || !text.endsWith('\n...\n')) return ALL
  const names = text.slice(list).matchAll(/^ {2}(?:"([^"\\]+)"|'([^']+)'|([^\s:#"'][^\s:]*)):/gm)
  return new Set([...names].map(([, quoted, single, plain]) => quoted ?? single ?? plain ?? ''))
}
