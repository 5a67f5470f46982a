/** Variables that an isolated run passes on: what a program needs to find itself, its terminal and the network. */
const ALLOWED = new Set([
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'PATH',
  'TERM',
  'COLORTERM',
  'LANG',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
])

/** An allow-list of the environment plus what `agents.<id>.env` sets. */
export function isolatedEnvironment(
  env: Readonly<Record<string, string>>,
  configured: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name]) => ALLOWED.has(name) || name.startsWith('LC_'))
  return { ...Object.fromEntries(kept), ...configured }
}
