import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import {
  DiskError,
  isCredentialPlace,
  readFileSafely,
  realPathOfFuture,
  writeFileSafely,
} from '@onesoul/disk'
import { failed, type LoopTool, type ToolInput, type ToolResult, textField } from '../loop-tool.ts'
import { isSteering, type NamedFile, nameFile } from './work-tree.ts'

export interface FileToolOptions {
  /** The folder that the tools may see. */
  readonly root: string
  /** Most bytes of a file that is read. Default: 256 KiB. */
  readonly maxBytes?: number
  /** What to add to the first result from a folder, as its instructions; null: nothing. */
  readonly hintFor?: (folder: string) => Promise<string | null>
  /** Whether a hint that was given once is given again when it is asked for; then `hintFor` decides. Default: false. */
  readonly repeatsHints?: boolean
}

/**
 * `read_file` and `write_file`, confined to a work tree: no link, no `..` and no
 * change between check and use leads out of it, for the place of a file is asked of
 * the file that was opened. A file that exists is written only over the content
 * that was read before.
 */
export function createFileTools(options: FileToolOptions): readonly [LoopTool, LoopTool] {
  const files = new WorkTreeFiles(options)
  return [
    {
      name: 'read_file',
      description: 'Reads a text file of the work tree.',
      inputSchema: schema({ path: 'Of the file, relative to the work tree.' }),
      run: (input) => files.read(input),
    },
    {
      name: 'write_file',
      description:
        'Writes a text file of the work tree, whole. A file that exists has to be read before.',
      inputSchema: schema({
        path: 'Of the file, relative to the work tree.',
        content: 'The whole text of the file.',
      }),
      asks: true,
      describe: ({ path, content }) =>
        `write ${JSON.stringify(path)} (${String(content ?? '').length} characters)`,
      run: (input) => files.write(input),
    },
  ]
}

function schema(fields: Readonly<Record<string, string>>): LoopTool['inputSchema'] {
  const properties = Object.entries(fields).map(([name, description]) => {
    return [name, { type: 'string', description }] as const
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(fields),
    additionalProperties: false,
  }
}

class WorkTreeFiles {
  readonly #options: FileToolOptions
  /** Hash of what was read or written, by real path. */
  readonly #known = new Map<string, string>()
  readonly #hinted = new Set<string>()

  constructor(options: FileToolOptions) {
    this.#options = options
  }

  async read(input: ToolInput): Promise<ToolResult> {
    const root = await realpath(this.#options.root)
    const named = nameIn(root, input)
    if (isResult(named)) return named
    const { maxBytes = 256 * 1024 } = this.#options
    const found = await readFileSafely(named.path, { roots: [root], maxBytes })
    if (found.outcome === 'missing') return failed(`${named.shown} does not exist`)
    if (found.outcome === 'failed') return failed(found.message.replaceAll(named.path, named.shown))
    // A link inside of the work tree may lead to a secret of it; such a file needs its own name.
    const place = relative(root, found.realPath).split(sep)
    if (isCredentialPlace(place)) return failed(`${named.shown} holds credentials; it is not read`)
    this.#known.set(found.realPath, found.sha256)
    const text = textOf(found.bytes)
    if (text === null) return failed(`${named.shown} is no text`)
    return { text: text + (await this.#hint(named)) }
  }

  async write(input: ToolInput): Promise<ToolResult> {
    const root = await realpath(this.#options.root)
    const named = nameIn(root, input)
    if (isResult(named)) return named
    const content = textField(input, 'content')
    if (typeof content !== 'string') return content
    const steers = (place: string): boolean =>
      isSteering(relative(root, place).split(sep).join('/'))
    try {
      // Asked before a folder is made for it, and again of the place that was opened.
      if (steers(named.path) || steers(await realPathOfFuture(named.path))) {
        return failed(`${named.shown} steers other programs; it is not written`)
      }
      const real = await realpath(named.path).catch(() => null)
      const written = await writeFileSafely(named.path, content, {
        roots: [root],
        mode: 0o644,
        expectedSha256: real === null ? null : (this.#known.get(real) ?? null),
        forbids: steers,
      })
      this.#known.set(written.realPath, written.sha256)
      return { text: `${written.created ? 'created' : 'wrote'} ${named.shown}` }
    } catch (error) {
      if (!(error instanceof DiskError)) throw error
      return failed(error.message.replaceAll(named.path, named.shown))
    }
  }

  async #hint({ shown }: NamedFile): Promise<string> {
    const folder = shown.slice(0, Math.max(0, shown.lastIndexOf('/')))
    const hint = (await this.#options.hintFor?.(folder)) ?? null
    if (hint === null) return ''
    const content = createHash('sha256').update(hint).digest('hex')
    if (this.#hinted.has(content) && !this.#options.repeatsHints) return ''
    this.#hinted.add(content)
    return `\n\n${hint}`
  }
}

function nameIn(root: string, input: ToolInput): NamedFile | ToolResult {
  const path = textField(input, 'path')
  return typeof path === 'string' ? nameFile(root, path) : path
}

function isResult(value: NamedFile | ToolResult): value is ToolResult {
  return !('path' in value)
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    // Bytes that are no UTF-8 carry no words.
    return null
  }
}
