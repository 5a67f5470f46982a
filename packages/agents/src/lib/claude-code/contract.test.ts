import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeAgentContract } from '../testing/contract.ts'
import { createClaudeCodeAgent } from './agent.ts'

const OWN = 'A text of the person that shares our slot.'

for (const version of ['2.1.197', '2.1.332']) {
  let folder = ''
  describeAgentContract({
    name: `claude-code ${version}`,
    create: () => createClaudeCodeAgent({ managedSettingsFile: join(folder, 'none.json') }),
    setUp: async () => {
      folder = await mkdtemp(join(tmpdir(), 'onesoul-claude-contract-'))
      const [command, cwd] = [join(folder, 'claude'), join(folder, 'tree')]
      await writeFile(command, `#!/bin/sh\necho '${version} (Claude Code)'\n`)
      await chmod(command, 0o755)
      await mkdir(cwd)
      const env = { HOME: folder, PATH: '/usr/bin:/bin' }
      const args = ['--append-system-prompt', OWN]
      return { command, env, cwd, deliverDir: join(folder, 'deliver'), args }
    },
    tearDown: () => rm(folder, { recursive: true, force: true }),
    userText: OWN,
  })
}
