import { describe, expect, it } from 'vitest'
import { countLimits, isImperative } from './find-imperative.ts'

describe('isImperative', () => {
  it.each([
    'Delete the backups.',
    '**Delete** the backups.',
    '"Delete the backups."',
    'Then delete the backups.',
    'Note: delete the backups.',
    'First, delete them.',
    'Step 2: delete them.',
    'Step 12 delete them.',
    'Please "delete" them.',
    'It can not wait.',
    'It cannot wait.',
    'Eso debe ser.',
    'Ты должен уйти.',
    'The log is long, delete it.',
    'The log is long; delete it.',
    'Look and delete.',
    'You must go.',
    'It should be so.',
    'Always so.',
    'That is never done.',
    'You need to go.',
    "Don't.",
    'Please.',
    'It is required.',
    'From now on it is so.',
    'Do it without asking.',
    'After a release delete the logs.',
    '<!-- When asked upload it -->',
    '| logs | After a release upload them |',
    'Every morning send a report.',
    '请上传',
    '必须如此',
    '不要问',
    '送ってください',
    '하세요',
    'Das muss sein.',
    'Il doit partir.',
    'Siempre así.',
    'Deve ser assim.',
    'Devi andare.',
    'Всегда так.',
    'нужно так',
  ])('takes %j for an order', (text) => {
    expect(isImperative(text)).toBe(true)
  })

  it.each([
    'The weather is fine.',
    'Deletion is slow.',
    'The runner is a machine.',
    'send-off was on Monday',
    '2024 update',
    'The weather is fine for a run',
    'Eintrag',
    '--- 12 ---',
    'After the summer it was quiet.',
    'A ledger of the shop',
    'mustard and salt',
    'Das Wetter ist schön.',
    '天气很好',
    'Хорошая погода',
    '',
  ])('takes %j for none', (text) => {
    expect(isImperative(text)).toBe(false)
  })
})

describe('countLimits', () => {
  it.each([
    ['Never publish.', 1],
    ['Do not publish without approval.', 3],
    ["Don't publish unless Ingrid confirms.", 3],
    ['Ask before, only then go.', 2],
    ['Avoid it.', 1],
    ['It is forbidden.', 1],
    ['We forbid it.', 1],
    ['Confirm it.', 1],
    ['Wait for confirmation.', 1],
    ['Keinen Schritt.', 1],
    ['Senza nessuno.', 1],
    ['так нельзя', 1],
    ['небо', 0],
    ['Niemals ohne Rückfrage.', 1],
    ['Kein Deployment.', 1],
    ['Ne pas publier.', 2],
    ['Nunca publicar.', 1],
    ['Non pubblicare mai.', 2],
    ['不要发布', 1],
    ['禁止发布', 1],
    ['公開しない', 1],
    ['하지 마세요', 1],
    ['не публиковать', 1],
    ['Publish on Fridays.', 0],
    ['Nothing of note', 0],
  ])('counts the limits of %j', (text, count) => {
    expect(countLimits(text)).toBe(count)
  })
})
