import { describe, expect, it } from 'vitest'
import { agentEnvironment } from './environment.ts'

describe('agentEnvironment', () => {
  it('passes everything on but nested markers and our own secrets', () => {
    const env = {
      PATH: '/bin',
      ANTHROPIC_API_KEY: 'the agent needs it',
      CLAUDECODE: '1',
      CODEX_SANDBOX: 'seatbelt',
      CODEX_SANDBOX_NETWORK_DISABLED: '1',
      ONESOUL_HOME: '/home/me/.onesoul',
      ONESOUL_PLATFORM: 'slack',
      ONESOUL_SLACK_TOKEN: 'x',
      ONESOUL_ADMIN_KEY: 'x',
    }
    expect(agentEnvironment(env, ['CLAUDECODE', 'CODEX_SANDBOX*'])).toEqual({
      PATH: '/bin',
      ANTHROPIC_API_KEY: 'the agent needs it',
      ONESOUL_HOME: '/home/me/.onesoul',
      ONESOUL_PLATFORM: 'slack',
    })
  })

  it('takes a marker without a star as a whole name', () => {
    expect(agentEnvironment({ CLAUDECODE_X: '1' }, ['CLAUDECODE'])).toEqual({ CLAUDECODE_X: '1' })
  })
})
