import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchSource } from '../source/fetch-source.ts'
import type { SkillSource } from '../source/skill-source.ts'
import type { SourceTree } from '../source/source-tree.ts'
import type { LifePlace, SkillsLife } from './life-place.ts'
import { clearTemp } from './recover.ts'

/** Fetches a source into a folder of its own for as long as `use` lasts. */
export async function withSource<T>(
  place: LifePlace,
  wanted: {
    readonly source: SkillSource
    readonly revision?: string | null
    readonly env: SkillsLife['env']
  },
  use: (tree: SourceTree) => Promise<T>,
): Promise<T> {
  const temp = join(place.temp, `fetch-${randomBytes(9).toString('hex')}`)
  await mkdir(temp, { mode: 0o700 })
  try {
    const { source, revision, env } = wanted
    const pinned = revision === undefined || revision === null ? {} : { revision }
    const tree = await fetchSource(source, { temp, env, ...pinned })
    await place.step('fetched')
    return await use(tree)
  } finally {
    await clearTemp(temp)
  }
}
