import { chooseProxy } from '../recorder/choose-proxy.ts'
import { startRecorder } from '../recorder/recorder.ts'
import type { ApiRun } from './api-run.ts'

/**
 * Gives the address that the official client talks to. Node's own client knows no
 * `HTTPS_PROXY` before version 24, so where one is set requests go through a
 * forwarder of this process that does, and keeps nothing.
 */
export async function withDirectAddress<T>(
  { baseUrl }: Pick<ApiRun, 'baseUrl'>,
  env: Readonly<Record<string, string>>,
  work: (baseUrl: string) => Promise<T>,
): Promise<T> {
  if (chooseProxy(new URL(baseUrl), env) === null) return work(baseUrl)
  const forwarder = await startRecorder({ upstream: baseUrl, env, maxKeptBytes: 0 })
  try {
    return await work(forwarder.url)
  } finally {
    await forwarder.close()
  }
}
