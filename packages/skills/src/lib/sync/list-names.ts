import { readdir } from 'node:fs/promises'
import { errorText } from './error-text.ts'

/** What stands in a folder, sorted. One that is not there holds nothing; why another cannot be listed is told. */
export async function listNames(
  folder: string,
): Promise<{ readonly names: readonly string[]; readonly fault: readonly string[] }> {
  try {
    return { names: (await readdir(folder)).sort(), fault: [] }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { names: [], fault: isMissing ? [] : [errorText(error)] }
  }
}
