import { describeErrno } from '@onesoul/disk'

/** What an error says, as a part of a sentence. */
export function errorText(error: unknown): string {
  if (!isSystemError(error)) {
    return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
  }
  const { path, dest } = error
  const where = dest === undefined ? path : `${path} to ${dest}`
  return where === undefined ? describeErrno(error) : `${where}: ${describeErrno(error)}`
}

/** Whether the system refused a call, which is no defect of ours. */
export function isSystemError(
  error: unknown,
): error is NodeJS.ErrnoException & { readonly dest?: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
