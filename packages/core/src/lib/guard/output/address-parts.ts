/** The parts of an address that whoever wrote it may fill with data, percent-decoded. */
export interface AddressParts {
  /** In lower case, without user, password and port. */
  readonly host: string
  /** User, labels of the host, and segments of the path. */
  readonly names: readonly string[]
  /** The path with its slashes, which base64 has too. */
  readonly path: string
  /** Keys and values of the query, and the fragment. */
  readonly fields: readonly string[]
}

/** Takes an address apart as browsers do: backslashes are slashes, what stands before `@` is no host. */
export function partsOf(address: string): AddressParts {
  const rest = address.replaceAll('\\', '/').replace(/^(?:[a-z]+:)?\/\//i, '')
  const [, authority = '', path = '', tail = ''] = /^([^/?#]*)([^?#]*)(.*)$/s.exec(rest) ?? []
  const host = authority.replace(/^.*@/s, '').replace(/:\d*$/, '').toLowerCase()
  const user = authority.includes('@') ? [authority.replace(/@[^@]*$/s, '')] : []
  return {
    host,
    names: filled([...user, ...host.split('.'), ...path.split(/[/;]/)]),
    path: percentDecoded(path),
    fields: filled(tail.split(/[?#&=;]/)),
  }
}

/** The host of an address, in lower case. */
export function hostOf(address: string): string {
  return partsOf(address).host
}

/** Decodes twice, for data that was encoded in an address inside an address. */
export function percentDecoded(value: string): string {
  return decodeOnce(decodeOnce(value))
}

function filled(values: readonly string[]): readonly string[] {
  return values.filter((value) => value !== '').map(percentDecoded)
}

function decodeOnce(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    // Not UTF-8, or a lone percent sign: what can be read of it is enough to judge it.
    return value.replace(/%([2-7][0-9a-f])/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
}
