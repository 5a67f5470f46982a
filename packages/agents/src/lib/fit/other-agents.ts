import type { AgentLimit } from '../port/limits.ts'

/** An agent that we do not drive and whose limits are known. */
export interface LimitedAgent {
  readonly id: string
  readonly name: string
  readonly limits: readonly AgentLimit[]
  /** A folder is one of this agent's when it holds a file of this name. */
  readonly mark: string
}

/** Agents that read their files from a folder of their own, as their code has it. */
export const OTHER_AGENTS: readonly LimitedAgent[] = [
  {
    id: 'openclaw',
    name: 'OpenClaw',
    mark: 'SOUL.md',
    limits: [
      {
        kind: 'documents',
        what: 'bootstrap files',
        measured: '2026.8',
        names: [
          'AGENTS.md',
          'SOUL.md',
          'TOOLS.md',
          'IDENTITY.md',
          'USER.md',
          'HEARTBEAT.md',
          'MEMORY.md',
        ],
        choose: 'all',
        reach: 'directory',
        unit: 'characters',
        // 12,000 and 60,000 in April and May of 2026.
        perFile: 20_000,
        total: 150_000,
        cut: 'middle',
      },
    ],
  },
  {
    id: 'hotplex',
    name: 'HotPlex',
    mark: 'SOUL.md',
    limits: [
      {
        kind: 'documents',
        what: 'agent configs',
        measured: '1.51.0',
        names: ['SOUL.md', 'AGENTS.md', 'TOOLS.md', 'USER.md', 'MEMORY.md'],
        choose: 'all',
        reach: 'directory',
        // Called characters, compared as bytes.
        unit: 'bytes',
        perFile: 8000,
        total: 40_000,
        cut: 'end',
      },
    ],
  },
]
