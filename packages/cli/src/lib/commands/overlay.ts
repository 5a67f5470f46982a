import { createHash } from 'node:crypto'
import { isAbsolute, join, relative, resolve } from 'node:path'
import {
  type CorePorts,
  type Diagnostic,
  FOREIGN_BLOCK,
  findBlocks,
  type ManagedBlock,
  type Overlay,
} from '@onesoul/core'
import {
  blockContext,
  editOverlayFile,
  findUserHome,
  gatherOverlay,
  OVERLAY_PRESETS,
  type OverlayEdit,
  type OverlayFile,
  type OverlayPreset,
  type ProjectPlace,
  readCodeMap,
  readOverlayFile,
  readWrittenBlock,
} from '@onesoul/sources'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { visible } from '../format/visible.ts'
import { formatChange, formatLines, formatSections } from '../overlay/format-overlay.ts'
import { openProject } from '../prepare/open-project.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { knownValue } from '../terminal/known-value.ts'
import { printJson } from '../terminal/print-json.ts'

/** The id of the block that these commands write. */
const BLOCK = 'overlay'

export interface EditFlags {
  readonly force?: boolean
  readonly dryRun?: boolean
}

export interface ApplyFlags extends EditFlags {
  readonly preset?: string
  readonly maxChars?: string
}

/** `onesoul overlay apply [FILE]`: writes what is known of the work tree into a block of a file, `AGENTS.md` by default. */
export async function applyOverlayCommand(
  invocation: Invocation,
  named: string | undefined,
  flags: ApplyFlags,
): Promise<number> {
  const { place } = await openProject(invocation)
  const file = fileOf(invocation, place, named)
  const overlay = await compose(invocation, file, flags)
  if (!overlay) return EXIT.refused
  if (!invocation.flags.json)
    invocation.terminal.out(formatSections(overlay, invocation.terminal.style))
  const edit = { kind: 'apply', id: BLOCK, body: overlay.text } as const
  return change(invocation, { file, edit, flags, overlay })
}

export interface StripFlags extends EditFlags {
  readonly foreign?: string
}

/** `onesoul overlay strip [FILE]`: takes the block out, so that the file is as it was before. */
export async function stripOverlayCommand(
  invocation: Invocation,
  named: string | undefined,
  flags: StripFlags,
): Promise<number> {
  const { foreign } = flags
  if (foreign !== undefined && !FOREIGN_BLOCK.test(foreign)) {
    throw new CliError(EXIT.usage, `--foreign ${JSON.stringify(foreign)} is no name of a block`, {
      hints: ['for example: --foreign OMX:RUNTIME'],
    })
  }
  const { place } = await openProject(invocation)
  const file = fileOf(invocation, place, named)
  const edit: OverlayEdit =
    foreign === undefined ? { kind: 'strip', id: BLOCK } : { kind: 'strip-foreign', name: foreign }
  return change(invocation, { file, edit, flags, overlay: null })
}

/** `onesoul overlay status [FILE]`: which blocks a file has, and whether ours says what it would say now. */
export async function overlayStatusCommand(
  invocation: Invocation,
  named: string | undefined,
  flags: ApplyFlags,
): Promise<number> {
  const { place } = await openProject(invocation)
  const file = fileOf(invocation, place, named)
  const overlay = await compose(invocation, file, flags)
  const bytes = (await readOverlayFile(file))?.bytes ?? null
  const { value: blocks, diagnostics } = findBlocks(bytes ?? new Uint8Array(), blockContext(file))
  const block = blocks?.find(({ id }) => id === BLOCK)
  const status = blocks === null ? 'broken' : statusOf(block, overlay)
  const trouble = status === 'broken' || status === 'edited'
  const { terminal } = invocation
  if (invocation.flags.json) {
    const listed = blocks?.map(({ id, line, endLine, edited }) => ({ id, line, endLine, edited }))
    const sections = overlay?.sections ?? []
    const shown = { file: file.path, status, blocks: listed ?? [], sections, diagnostics }
    printJson(invocation, shown)
  } else {
    terminal.out(`${labelOf(file)}: ${describeStatus(status, block)}\n`)
    if (overlay) terminal.out(`\n${formatSections(overlay, terminal.style)}`)
    report(invocation, diagnostics)
  }
  return trouble ? EXIT.findings : EXIT.done
}

type Status = 'absent' | 'current' | 'stale' | 'edited' | 'broken'

function statusOf(block: ManagedBlock | undefined, overlay: Overlay | null): Status {
  if (!block) return 'absent'
  if (block.edited) return 'edited'
  return overlay && block.body === `${overlay.text}\n` ? 'current' : 'stale'
}

function describeStatus(status: Status, block: ManagedBlock | undefined): string {
  const where = block ? ` (lines ${block.line}–${block.endLine})` : ''
  const texts = {
    absent: 'no block; write it with `onesoul overlay apply`',
    current: `the block says what it would say now${where}`,
    stale: `the block is older than what it would say now${where}; run \`onesoul overlay apply\``,
    edited: `the block was edited by hand${where}; nothing changes it without --force`,
    broken: 'its marks make no sense; nothing is changed until they do',
  }
  return texts[status]
}

/** A file below the work tree: `AGENTS.md` at its root, or one named from the working directory. */
function fileOf({ cwd }: Invocation, place: ProjectPlace, named: string | undefined): OverlayFile {
  const path = named === undefined ? join(place.root, 'AGENTS.md') : resolve(cwd, named)
  const below = relative(place.root, path)
  if (below !== '' && !below.startsWith('..') && !isAbsolute(below)) return { place, path }
  throw new CliError(EXIT.usage, `${path} does not lie in the work tree ${place.root}`, {
    hints: ['run it there, or name that work tree with --cwd'],
  })
}

async function compose(
  invocation: Invocation,
  { place, path }: OverlayFile,
  flags: Pick<ApplyFlags, 'preset' | 'maxChars'>,
): Promise<Overlay | null> {
  const presets = Object.keys(OVERLAY_PRESETS) as OverlayPreset[]
  const preset = knownValue('--preset', flags.preset ?? 'default', presets)
  const maxChars = flags.maxChars === undefined ? {} : { maxChars: parseMaxChars(flags.maxChars) }
  const { scanThreats } = await import('@onesoul/core/threats')
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
  const ports: CorePorts = { sha256, scanThreats }
  const { map: codeMap } = await readCodeMap({
    cwd: place.root,
    env: invocation.env,
    userHome: findUserHome(invocation.env),
    home: place.home,
    // Whether the file is there depends on the overlay itself.
    exclude: [relative(place.root, path)],
    now: new Date(),
  })
  const request = { ports, preset, codeMap, ...maxChars }
  const { value, diagnostics } = await gatherOverlay(place, request)
  report(invocation, diagnostics)
  return value
}

function parseMaxChars(typed: string): number {
  if (/^\d{1,9}$/.test(typed)) return Number(typed)
  throw new CliError(EXIT.usage, `--max-chars ${JSON.stringify(typed)} is no number of characters`)
}

interface WantedChange {
  readonly file: OverlayFile
  readonly edit: OverlayEdit
  readonly flags: EditFlags
  readonly overlay: Overlay | null
}

async function change(invocation: Invocation, wanted: WantedChange): Promise<number> {
  const { file, edit, flags, overlay } = wanted
  const dryRun = flags.dryRun ?? false
  const { value, diagnostics } = await editOverlayFile(file, edit, {
    dryRun,
    force: flags.force ?? false,
  })
  if (!value) {
    if (invocation.flags.json)
      printJson(invocation, { file: file.path, refused: true, diagnostics })
    report(invocation, diagnostics)
    await showEdit(invocation, file)
    return EXIT.refused
  }
  const { changed, backup, before, after } = value
  if (invocation.flags.json) {
    const exists = after !== null
    const sections = overlay?.sections ?? []
    printJson(invocation, {
      file: file.path,
      refused: false,
      dryRun,
      changed,
      exists,
      backup,
      sections,
    })
    return EXIT.done
  }
  const { terminal } = invocation
  const view = { style: terminal.style, verbose: invocation.flags.verbose ?? false }
  if (dryRun && changed) terminal.out(`\n${formatChange({ before, after }, view)}\n`)
  terminal.out(`${labelOf(file)}: ${describeDone(edit, { ...value, dryRun })}\n`)
  if (backup !== null) terminal.out(`as it was before: ${visible(backup)}\n`)
  return EXIT.done
}

/** What somebody did to the block, when that is why it is refused and the text that was written is kept. */
async function showEdit({ terminal, flags }: Invocation, file: OverlayFile): Promise<void> {
  const bytes = (await readOverlayFile(file))?.bytes ?? new Uint8Array()
  const block = findBlocks(bytes, blockContext(file)).value?.find(({ id }) => id === BLOCK)
  const written = block?.edited === true ? await readWrittenBlock(file, block) : null
  if (!block || written === null || flags.json || flags.quiet) return
  const view = { style: terminal.style, verbose: flags.verbose ?? false }
  terminal.err(`\n${formatLines(written, block.body, view)}`)
}

function describeDone(
  { kind }: OverlayEdit,
  done: { readonly changed: boolean; readonly dryRun: boolean; readonly after: Uint8Array | null },
): string {
  if (!done.changed)
    return kind === 'apply' ? 'the block is there already' : 'there is no such block'
  const would = done.dryRun ? 'would be ' : ''
  if (kind === 'apply') return `the block ${done.dryRun ? 'would be' : 'is'} written`
  if (done.after === null) return `${would}removed; it did not exist before the block`
  return done.dryRun ? 'the block would be taken out' : 'the block is taken out'
}

function labelOf({ place, path }: OverlayFile): string {
  return visible(relative(place.root, path))
}

function report({ terminal, flags }: Invocation, diagnostics: readonly Diagnostic[]): void {
  const shown = diagnostics.filter(({ severity }) => flags.verbose || severity !== 'info')
  if (shown.length > 0 && !flags.quiet) terminal.err(formatDiagnostics(shown, terminal.style))
}
