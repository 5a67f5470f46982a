import { constants } from 'node:fs'
import { open, readdir, readlink, realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { isUnder } from '@onesoul/disk'
import {
  failed,
  type LoopTool,
  optionalText,
  type ToolInput,
  type ToolResult,
} from '../loop-tool.ts'

export interface ListToolOptions {
  /** The folder that the tool may see. */
  readonly root: string
  /** Most names of a folder that are told. Default: 1,000. */
  readonly maxNames?: number
}

/**
 * `list_files`: the names in a folder of the work tree, folders with a slash, links
 * with an @. No link leads out of it: on Linux the folder that was opened is asked
 * where it lies.
 */
export function createListTool(options: ListToolOptions): LoopTool {
  return {
    name: 'list_files',
    description: 'Lists the files and folders in a folder of the work tree.',
    inputSchema: {
      type: 'object',
      properties: {
        path: {
          type: 'string',
          description: 'Of the folder, relative to the work tree. Default: the work tree itself.',
        },
      },
      additionalProperties: false,
    },
    run: (input) => list(input, options),
  }
}

async function list(
  input: ToolInput,
  { root, maxNames = 1000 }: ListToolOptions,
): Promise<ToolResult> {
  const path = optionalText(input, 'path')
  if (path !== null && typeof path !== 'string') return path
  if (path?.includes('\0')) return failed('a path holds no NUL')
  const top = await realpath(root)
  const wanted = resolve(top, path ?? '')
  if (!isUnder(wanted, top)) return failed(`${path} is not in the work tree`)
  const shown = relative(top, wanted).split(sep).join('/') || '.'
  try {
    const names = await namesIn(wanted, top)
    if (names === null) return failed(`${shown} leads out of the work tree`)
    if (names.length === 0) return { text: `${shown} is empty` }
    const more = names.length - maxNames
    const rest = more > 0 ? [`… and ${more} more`] : []
    return { text: [...names.slice(0, maxNames), ...rest].join('\n') }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return failed(`${shown} does not exist`)
    if (code === 'ENOTDIR') return failed(`${shown} is no folder`)
    return failed(`${shown} cannot be listed (${code ?? 'unknown'})`)
  }
}

/** Sorted; null: the folder lies elsewhere. */
async function namesIn(wanted: string, top: string): Promise<readonly string[] | null> {
  const folder = await open(wanted, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const opened = process.platform === 'linux' ? `/proc/self/fd/${folder.fd}` : null
    const real = opened === null ? await realpath(wanted) : await readlink(opened)
    if (!isUnder(real, top)) return null
    const entries = await readdir(opened ?? real, { withFileTypes: true })
    return entries
      .map((entry) => {
        const mark = entry.isDirectory() ? '/' : entry.isSymbolicLink() ? '@' : ''
        return shownName(entry.name) + mark
      })
      .sort()
  } finally {
    await folder.close()
  }
}

/** A name with a line break would be two names. */
function shownName(name: string): string {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) ? JSON.stringify(name) : name
}
