/**
 * Tokens that a request to a Claude model takes beside its texts: 6 for itself, 549
 * once when it has tools, 53 for each tool whose texts are counted by themselves
 * (`ai-tokenizer`'s calibration for Opus 4.5). The 2 of each message are in
 * `countMessage`.
 */
export function requestOverhead({ tools = 0 }: { readonly tools?: number } = {}): number {
  return tools > 0 ? 6 + 549 + 53 * tools : 6
}
