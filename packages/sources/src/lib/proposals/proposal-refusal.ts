/**
 * Why a proposal is not kept, or not accepted. Expected trouble, told to the model or the person.
 * - `text-invalid`: empty, too long, or not a text that may stand in the file.
 * - `threat`, `order`: what the scanner or the lint refuses.
 * - `over-budget`: the file would have more than its budget.
 * - `duplicate`: the entry is there already, or is proposed already.
 * - `full`: too many proposals wait.
 * - `target`: the file is not one that this session may change.
 * - `changed`: the file changed since it was proposed.
 * - `file`: the file cannot be added to as it is.
 * - `missing`: no such proposal.
 */
export type ProposalRefusalCode =
  | 'text-invalid'
  | 'threat'
  | 'order'
  | 'over-budget'
  | 'duplicate'
  | 'full'
  | 'target'
  | 'changed'
  | 'file'
  | 'missing'

export interface ProposalRefusal {
  readonly code: ProposalRefusalCode
  /** One sentence, without a full stop. */
  readonly message: string
}

/** What was asked for, or why it was refused; then nothing changed. */
export type Decided<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: ProposalRefusal }

export function granted<T>(value: T): Decided<T> {
  return { ok: true, value }
}

export function refused(
  code: ProposalRefusalCode,
  message: string,
): { readonly ok: false; readonly refusal: ProposalRefusal } {
  return { ok: false, refusal: { code, message } }
}
