import type { Diagnostic } from '@onesoul/core'
import { caseVariants } from './list-folder.ts'
import { platformSpellings, type SlotPlace } from './slot-place.ts'
import type { SlotReader } from './slot-reader.ts'

/** Reports folders that differ from the platform or the bot in case alone and are therefore not read. */
export async function checkFolders(
  place: SlotPlace,
  reader: SlotReader,
): Promise<readonly Diagnostic[]> {
  if (place.platform === null) return []
  const spellings = platformSpellings(place.platform)
  const found = await variants({ reader, parent: '', wanted: spellings })
  if (place.bot === null) return found
  const bot = [place.bot]
  const inside = await Promise.all(
    spellings.map((parent) => variants({ reader, parent, wanted: bot })),
  )
  return [...found, ...inside.flat()]
}

interface VariantSearch {
  readonly reader: SlotReader
  readonly parent: string
  readonly wanted: readonly string[]
}

async function variants({ reader, parent, wanted }: VariantSearch): Promise<readonly Diagnostic[]> {
  const names = await reader.list(parent)
  return wanted.flatMap((meant) =>
    caseVariants(names, meant)
      .filter((name) => !wanted.includes(name))
      .map((name): Diagnostic => {
        const path = parent === '' ? name : `${parent}/${name}`
        const message = `the folder ${path} is not read; did you mean ${meant}?`
        const fix = `rename it to ${meant}`
        const source = { root: 'configs', path } as const
        return { code: 'scope.wrong-case', severity: 'warning', message, fix, source }
      }),
  )
}
