import { fstatSync } from 'node:fs'
import { withoutFrontmatter } from '@onesoul/core'
import type { LaunchOptions } from '../port/agent.ts'
import { AgentError } from '../port/agent-error.ts'
import type { AgentServices } from '../port/services.ts'
import type { ApiRun } from './api-run.ts'

/** What the one turn of a run says: the skill that it begins with, the prompt, and what is piped in. */
export async function promptOf(run: ApiRun, options: LaunchOptions): Promise<string> {
  const piped = options.stdin === 'inherit' ? await readPiped() : ''
  const asked = run.call === null ? (run.prompt ?? '') : await callOf(run.call, options.services)
  return [asked, piped].filter((text) => text.trim() !== '').join('\n\n')
}

/** The text of a skill and what it is called with, as one message. */
export async function callOf(
  { name, args }: NonNullable<ApiRun['call']>,
  services: AgentServices = {},
): Promise<string> {
  const found = await services.readSkill?.(name, null)
  if (found === undefined || found.isError) {
    throw new AgentError('refused', found?.text ?? `nothing here can read the skill ${name}`)
  }
  const body = withoutFrontmatter(found.text).trim()
  return [`<skill name="${name}">\n${body}\n</skill>`, args].filter(Boolean).join('\n\n')
}

/** How long a pipe that says nothing is waited for. */
const SILENT_MS = 3_000

/** All of standard input when it is a file or a pipe that speaks; a pipe that stays silent counts as empty. */
async function readPiped(): Promise<string> {
  const kind = fstatSync(0)
  if (!kind.isFile() && !kind.isFIFO() && !kind.isSocket()) return ''
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      clearTimeout(timer)
      chunks.push(chunk)
    }
    const finish = (error?: Error): void => {
      clearTimeout(timer)
      process.stdin.off('data', take).off('end', finish).off('error', finish)
      // Whoever left the pipe open must not keep us from ending.
      process.stdin.pause()
      if (error === undefined) resolve()
      else reject(error)
    }
    const timer = setTimeout(finish, SILENT_MS)
    process.stdin.on('data', take).once('end', finish).once('error', finish)
  })
  return Buffer.concat(chunks).toString('utf8')
}
