import type { ApiCredential, ApiProvider } from './api-provider.ts'

/** The credential that counts; null: none is set. */
export function credentialOf(
  { keys }: Pick<ApiProvider, 'keys'>,
  env: Readonly<Record<string, string>>,
): ApiCredential | null {
  const variable = keys.find((name) => (env[name] ?? '').trim() !== '')
  return variable === undefined ? null : { variable, value: (env[variable] ?? '').trim() }
}
