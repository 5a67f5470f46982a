const SECRET_HEADER = /authorization|api-?key|cookie|token|secret|password/i
const SECRET_PARAMETER = /^(?:key|api-?key|api_key|access_token|token|sig|signature)$/i

/** Stands in for a credential in everything that is kept. */
export const MASKED = 'masked'

/** The headers of a request with every credential replaced; several values of one name are joined. */
export function maskHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  const masked: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const text = typeof value === 'string' ? value : value.join(', ')
    masked[name] = SECRET_HEADER.test(name) ? MASKED : text
  }
  return masked
}

/** A path with the values of credential parameters in its query replaced. */
export function maskPath(path: string): string {
  const [pathname = '', query] = splitOnce(path, '?')
  if (query === undefined) return path
  const parameters = query.split('&').map((parameter) => {
    const [name = ''] = splitOnce(parameter, '=')
    return SECRET_PARAMETER.test(name) ? `${name}=${MASKED}` : parameter
  })
  return `${pathname}?${parameters.join('&')}`
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
