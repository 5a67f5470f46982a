import { join } from 'node:path'
import type { AgentServices, ServiceAnswer } from '@onesoul/agents'
import { decideSkill, type Skill } from '@onesoul/core'
import { listTree, readFileSafely } from '@onesoul/disk'
import { createMemoryPorts } from '@onesoul/sources'
import { parseViewer } from '../prepare/target-flags.ts'
import type { Invocation } from '../terminal/global-flags.ts'
import { readBody } from './expect-skills.ts'
import { folderHints } from './folder-hints.ts'
import type { PreparedRun } from './prepare-run.ts'

/** What a run gives to the tools of a loop of ours. */
export async function loopServices(
  invocation: Invocation,
  run: PreparedRun,
): Promise<AgentServices> {
  const { home, session, skills } = run
  const { platform, bot, viewer, cwd, id } = session.record
  const target = {
    cwd,
    viewer: parseViewer(viewer),
    ...(platform === null ? {} : { platform }),
    ...(bot === null ? {} : { bot }),
  }
  const hasSkills = skills.offer.offered.length > 0
  return {
    hintsFor: folderHints(invocation, run),
    ...(await createMemoryPorts({ home, target, sessionId: id })),
    ...(hasSkills && { readSkill: (name, file) => readSkill(skills, name, file) }),
  }
}

async function readSkill(
  { skills, offer, call }: PreparedRun['skills'],
  name: string,
  file: string | null,
): Promise<ServiceAnswer> {
  const { offered } = offer
  const decision = decideSkill({
    name,
    skills,
    offered,
    catalogue: offered.map(({ calledAs }) => calledAs),
    // What the person called, the model goes on reading.
    by: name === call?.name ? 'person' : 'model',
  })
  if (!decision.allowed) return failed(decision.reason)
  return file === null ? readMain(decision.skill) : readBeside(decision.skill, file)
}

async function readMain(skill: Skill): Promise<ServiceAnswer> {
  const body = (await readBody(skill)).trim()
  if (body === '') return failed(`the text of ${skill.name} cannot be read`)
  const beside = (await listTree(skill.folder, { exclude: EXCLUDED }).catch(() => []))
    .filter(({ type, path }) => type === 'file' && path !== 'SKILL.md')
    .map(({ path }) => `- ${path}`)
  if (beside.length === 0) return { text: body }
  return { text: `${body}\n\nFiles beside it, by their path:\n${beside.join('\n')}` }
}

const EXCLUDED = ['.git', 'node_modules'] as const

async function readBeside({ name, folder }: Skill, file: string): Promise<ServiceAnswer> {
  const found = await readFileSafely(join(folder, file), { roots: [folder] })
  if (found.outcome === 'missing') return failed(`${name} has no file ${file}`)
  if (found.outcome === 'failed') return failed(found.message.replaceAll(folder, name))
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(found.bytes) }
  } catch {
    // Bytes that are no UTF-8 carry no words.
    return failed(`${file} of ${name} is no text`)
  }
}

function failed(text: string): ServiceAnswer {
  return { text, isError: true }
}
