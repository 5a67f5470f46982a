import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { sha256Hex } from '../launch/content-address.ts'
import { AgentError } from '../port/agent-error.ts'

/** A socket's path must fit into 104 bytes on macOS, 108 on Linux, with its end mark. */
const MAX_PATH_BYTES = 100

/**
 * Names the socket of one run: in the delivery folder, or below `TMPDIR` when
 * that path would be longer than a socket's may be. Pure.
 */
export function relaySocketPath(
  deliverDir: string,
  runId: string,
  env: Readonly<Record<string, string>>,
): string {
  const name = `codex-${runId.replaceAll('-', '').slice(0, 12)}.sock`
  const path = join(deliverDir, name)
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path
  return join(outsideSocketFolder(deliverDir, env), name)
}

/** The folder of sockets whose path in the delivery folder would be too long. Pure. */
export function outsideSocketFolder(
  deliverDir: string,
  env: Readonly<Record<string, string>>,
): string {
  const { TMPDIR } = env
  return join(TMPDIR || '/tmp', `onesoul-${sha256Hex(deliverDir).slice(0, 16)}`)
}

/**
 * Makes the folder of a socket (0700) and removes the sockets there that
 * nobody listens on any more. Throws `AgentError` `start-failed` when
 * the folder belongs to somebody else or others may write into it.
 */
export async function prepareSocketFolder(socket: string): Promise<void> {
  const folder = dirname(socket)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const foreign = process.getuid !== undefined && found.uid !== process.getuid()
  if (!found.isDirectory() || foreign || (found.mode & 0o022) !== 0) {
    throw new AgentError('start-failed', `${folder} is not a folder of ours alone`)
  }
  for (const name of await readdir(folder)) {
    if (!/^codex-.*\.sock$/.test(name)) continue
    const path = join(folder, name)
    if (!(await isListening(path))) await rm(path, { force: true })
  }
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'))
  })
}
