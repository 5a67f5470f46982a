import { AgentError } from '../port/agent-error.ts'

/**
 * The proxy that the usual variables name for a URL, or `null`: `HTTPS_PROXY`,
 * `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` in either case. Loopback addresses are
 * never sent through a proxy. Throws `AgentError` `unsupported` for a proxy that is not HTTP.
 */
export function chooseProxy(url: URL, env: Readonly<Record<string, string>>): URL | null {
  const read = (name: string): string => env[name.toLowerCase()] || env[name.toUpperCase()] || ''
  const proxy = read(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read('all_proxy')
  if (proxy === '' || isLoopback(url.hostname) || isExcepted(url, read('no_proxy'))) return null
  const parsed = parseProxy(proxy)
  if (parsed?.protocol !== 'http:') {
    throw new AgentError(
      'unsupported',
      `the recorder can use an http:// proxy, not ${withoutUser(proxy)}`,
    )
  }
  return parsed
}

function parseProxy(proxy: string): URL | null {
  const text = proxy.includes('://') ? proxy : `http://${proxy}`
  return URL.canParse(text) ? new URL(text) : null
}

function withoutUser(proxy: string): string {
  return proxy.replace(/\/\/[^@/]*@/, '//')
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}

/** `NO_PROXY` is a list of `*`, host names, `.suffixes`, each with an optional port. */
function isExcepted(url: URL, exceptions: string): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return exceptions
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((exception) => {
      if (exception === '*') return true
      const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(exception.toLowerCase()) ?? []
      if (onlyPort !== undefined && onlyPort !== port) return false
      const suffix = name.replace(/^\*?\./, '')
      return url.hostname === suffix || url.hostname.endsWith(`.${suffix}`)
    })
}
