import * as zlib from 'node:zlib'

type Decoder = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer

const DECODERS: Readonly<Record<string, Decoder | undefined>> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  // Node has it from 22.15 on.
  zstd: (zlib as { readonly zstdDecompressSync?: Decoder }).zstdDecompressSync,
}

/**
 * Undoes the content encoding of a request body and parses it as JSON. `null`
 * for what is no JSON, for an encoding that this Node cannot undo (zstd before
 * 22.15), and for more than `maxBytes` of text.
 */
export function decodeBody(
  bytes: Uint8Array,
  options: { readonly encoding: string | undefined; readonly maxBytes: number },
): unknown {
  try {
    const encodings = (options.encoding ?? '').split(',').map((name) => name.trim().toLowerCase())
    let decoded = bytes
    for (const encoding of encodings.reverse()) {
      if (encoding === '' || encoding === 'identity') continue
      const decoder = DECODERS[encoding]
      if (!decoder) return null
      decoded = decoder(decoded, { maxOutputLength: options.maxBytes })
    }
    return JSON.parse(Buffer.from(decoded).toString('utf8'))
  } catch {
    // Damaged, too large or no JSON: there is nothing to read in it.
    return null
  }
}
