import { readdir } from 'node:fs/promises'

/**
 * The name of what stands in a folder under this name, or under one that a common
 * file system cannot tell from it: `Pdf` beside `pdf`, two forms of one letter.
 */
export async function findTwin(folder: string, name: string): Promise<string | null> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.includes(name)) return name
  const folded = foldName(name)
  return names.find((one) => foldName(one) === folded) ?? null
}

export function describeTwin(there: string, name: string): string {
  return `${JSON.stringify(there)} stands there, which other systems cannot tell from ${JSON.stringify(name)}; rename or remove it`
}

function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
