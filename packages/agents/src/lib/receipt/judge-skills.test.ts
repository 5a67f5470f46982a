import { describe, expect, it } from 'vitest'
import type { RecordedRequest } from '../port/request.ts'
import { judgeSkills } from './judge-skills.ts'

function turn(system: string, user = 'hi'): RecordedRequest {
  const body = { model: 'm', system, messages: [{ role: 'user', content: user }] }
  return {
    ...{ index: 1, method: 'POST', path: '/v1/messages', headers: {}, bytes: 0, time: 0 },
    protocol: 'anthropic-messages',
    body,
  }
}
const listed = [
  { calledAs: 'onesoul:sew', description: 'Sews a <b>seam</b>\nby hand.' },
  { calledAs: 'onesoul:mow', description: 'Mows the lawn.' },
  { calledAs: 'onesoul:dig', description: 'Digs.' },
  { calledAs: 'onesoul:se', description: 'Is no beginning of another.' },
]
const verdicts = (...texts: readonly string[]) =>
  judgeSkills(
    { listed },
    texts.map((text) => turn(text)),
  ).listed.map(({ verdict }) => verdict)

describe(judgeSkills, () => {
  it('reads the list of any agent', () => {
    const lines =
      '- onesoul:sew: Sews a &lt;b&gt;seam&lt;/b&gt; by hand.\n- onesoul:mow: Mo…\n- onesoul:dig\n'
    expect(verdicts(lines)).toEqual(['whole', 'shortened', 'name', 'missing'])
    const entry = '  <name>onesoul:mow</name>\n    <description>Mows the lawn.</description>'
    expect(verdicts(entry)[1]).toBe('whole')
    expect(verdicts('- onesoul:mow: Mows the lawn. (file: r1/mow/SKILL.md)')[1]).toBe('whole')
    expect(verdicts('We talked of onesoul:mow: Mows the lawn.')[1]).toBe('missing')
  })

  it('takes the worst of all turns', () => {
    expect(verdicts('- onesoul:mow: Mows the lawn.', '- onesoul:mow\n')[1]).toBe('name')
    expect(verdicts('- onesoul:mow: Mows the lawn.', 'nothing')[1]).toBe('missing')
  })

  it('finds the text of a called skill around what the agent fills in', () => {
    const body = '\nSew $ARGUMENTS with \u0024{CLAUDE_SKILL_DIR}/needle.\n\nThen knot it.\n'
    const said = (text: string) =>
      judgeSkills({ listed: [], called: { calledAs: 'sew', body } }, [turn('x'), turn('x', text)])
    expect(said('Sew it with /s/needle.\n\nThen knot it.').called?.verdict).toBe('delivered')
    expect(said(body).called?.verdict).toBe('delivered')
    expect(said('Sew it with /s/needle.').called?.verdict).toBe('missing')
    expect(said('/sew it').called?.verdict).toBe('missing')
  })
})
