import { describe, expect, it } from 'vitest'
import { isCredentialPlace } from '../../index.ts'

describe('isCredentialPlace', () => {
  it.each([
    '.ssh/config',
    '.ssh',
    'backup/.SSH/known_hosts',
    '.aws/x.md',
    '.config/gcloud/notes.md',
    '.kube/config',
    '.docker/config.json',
    '.netrc',
    '.npmrc',
    'project/.env',
    'project/.env.local',
    '.envrc',
    'keys/id_ed25519',
    'keys/id_rsa.pub',
    'server.PEM',
    '.claude/.credentials.json',
    '.codex/auth.json',
    '.git-credentials',
  ])('knows %s', (path) => {
    expect(isCredentialPlace(path.split('/'))).toBe(true)
  })

  it.each([
    'SOUL.md',
    'dotfiles/agent-configs/SOUL.md',
    '.config/onesoul/SOUL.md',
    'gcloud/notes.md',
    'ssh/SOUL.md',
    'id_card.md',
    'environment.md',
    '',
  ])('leaves %j alone', (path) => {
    expect(isCredentialPlace(path.split('/'))).toBe(false)
  })
})
