import {
  applyBlock,
  type BlockChange,
  type BlockOptions,
  stripBlock,
  type WithDiagnostics,
} from '@onesoul/core'
import { EXPORT_BLOCK } from './export-target.ts'

/** A text for a file, and what stands above it in a file that is ours alone. */
export interface ExportText {
  readonly preamble: string
  readonly body: string
}

/** Whether a file begins with a preamble, whatever its line ends. */
export function beginsWith(file: Uint8Array, preamble: string): boolean {
  return textOf(file).startsWith(preamble)
}

/**
 * `applyBlock` for the block of an export. With a preamble the file is ours alone: one that holds anything else is
 * refused, and `force` replaces it.
 */
export function applyExport(
  file: Uint8Array | null,
  { preamble, body }: ExportText,
  options: BlockOptions,
): WithDiagnostics<BlockChange | null> {
  const block = { id: EXPORT_BLOCK, body }
  if (preamble === '') return applyBlock(file, block, options)
  const alone = applyBlock(null, block, options).value?.bytes ?? new Uint8Array()
  const whole = Buffer.concat([Buffer.from(preamble), alone])
  if (file === null) return { value: { bytes: whole, changed: true }, diagnostics: [] }
  const rest = stripExport(file, preamble, options)
  if (rest.value === null) return options.force ? replaced(whole) : { ...rest, value: null }
  if (rest.value.changed && rest.value.bytes === null) return applyBlock(file, block, options)
  if (options.force) return replaced(whole)
  const message = 'the file holds more than the block of an export; nothing was changed'
  const diagnostic = {
    code: 'export.not-alone',
    severity: 'error',
    message,
    ...(options.source && { source: options.source }),
    fix: 'Move what is yours into a file beside it, or force the change.',
  } as const
  return { value: null, diagnostics: [diagnostic] }
}

/** `stripBlock` for the block of an export; a file of which the preamble alone would be left goes with it. */
export function stripExport(
  file: Uint8Array,
  preamble: string,
  options: BlockOptions,
): WithDiagnostics<BlockChange | null> {
  const stripped = stripBlock(file, EXPORT_BLOCK, options)
  const bytes = stripped.value?.bytes
  const isAlone = preamble !== '' && stripped.value?.changed && bytes && textOf(bytes) === preamble
  return isAlone ? replaced(null) : stripped
}

function replaced(bytes: Uint8Array | null): WithDiagnostics<BlockChange> {
  return { value: { bytes, changed: true }, diagnostics: [] }
}

function textOf(file: Uint8Array): string {
  return new TextDecoder().decode(file).replaceAll('\r\n', '\n')
}
