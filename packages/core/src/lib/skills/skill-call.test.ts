import { describe, expect, it } from 'vitest'
import { parseSkillCall } from './skill-call.ts'

const names = ['deploy', 'deploy-prod', 'onesoul:knit', 'one:sew', 'two:sew', 'skill', '部署']

describe(parseSkillCall, () => {
  it.each([
    ['/deploy now', 'deploy', 'now'],
    ['/deploy-prod now', 'deploy-prod', 'now'],
    ['/deploy', 'deploy', ''],
    ['/deploy\n\ntwo\nlines', 'deploy', 'two\nlines'],
    ['/deploy, now', 'deploy', ', now'],
    ['$deploy-prod  a  b ', 'deploy-prod', 'a  b '],
    ['/knit a', 'onesoul:knit', 'a'],
    ['/onesoul:knit a', 'onesoul:knit', 'a'],
    ['$onesoul:knit', 'onesoul:knit', ''],
    ['/one:sew a', 'one:sew', 'a'],
    ['/skill deploy now', 'deploy', 'now'],
    ['/worker knit a b', 'onesoul:knit', 'a b'],
    ['/skill /deploy now', 'deploy', 'now'],
    ['/worker nothing here', 'nothing', 'here'],
    ['/skill nothing here', 'skill', 'nothing here'],
    ['/skill', 'skill', ''],
    ['/部署 现在', '部署', '现在'],
  ])('reads %j as a call', (text, name, args) => {
    expect(parseSkillCall(text, { names })).toEqual({ kind: 'call', name, args })
  })

  it.each([
    'deploy now',
    ' /deploy now',
    '/deployed',
    '/deploy-production',
    '/deploy_x',
    '/unknown',
    '/tmp/deploy',
    '$',
    '$HOME/x',
    '/',
    '',
    '//deploy',
    '$5 a deploy',
  ])('takes %j for a text', (text) => {
    expect(parseSkillCall(text, { names })).toEqual({ kind: 'none' })
  })

  it('names the candidates of a name that several plugins have', () => {
    const ambiguous = { kind: 'ambiguous', written: 'sew', candidates: ['one:sew', 'two:sew'] }
    expect(parseSkillCall('/sew x', { names })).toEqual({ ...ambiguous, args: 'x' })
    expect(parseSkillCall('/skill sew x', { names })).toEqual({ ...ambiguous, args: 'x' })
  })

  it('prefers the skill of that very name to one of a plugin', () => {
    const call = parseSkillCall('/sew x', { names: [...names, 'sew'] })
    expect(call).toEqual({ kind: 'call', name: 'sew', args: 'x' })
  })

  it('leaves `$` to agents that have it', () => {
    expect(parseSkillCall('$deploy', { names, dollar: false })).toEqual({ kind: 'none' })
  })
})
