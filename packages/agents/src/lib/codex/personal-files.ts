import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PersonalFile, PersonalFilesInput } from '../port/personal-file.ts'

/**
 * The one file of the person's own that Codex sends in every directory: of
 * `AGENTS.override.md` and `AGENTS.md` in its home the first that is not empty
 * (0.171.0).
 */
export async function readPersonalFiles({
  env,
}: PersonalFilesInput): Promise<readonly PersonalFile[]> {
  const { CODEX_HOME, HOME = '/' } = env
  const folder = CODEX_HOME || join(HOME, '.codex')
  for (const name of ['AGENTS.override.md', 'AGENTS.md']) {
    const path = join(folder, name)
    // A FIFO would be waited for without end.
    const isFile = await stat(path)
      .then((found) => found.isFile())
      .catch(() => false)
    const text = isFile ? await readFile(path, 'utf8').catch(() => '') : ''
    if (text.trim() === '') continue
    return [{ path, realPath: await realpath(path), text, body: text.trim() }]
  }
  return []
}
