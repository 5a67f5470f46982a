/** Reads standard input to its end, or `maxBytes` of it. */
export async function readStandardInput(
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) break
  }
  const bytes = Buffer.concat(chunks)
  return { bytes: bytes.subarray(0, maxBytes), isWhole: length <= maxBytes }
}
