import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { root, run } from './lib/run.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
const main = join(root, 'packages/cli/dist/main.cjs')
const args = process.argv.slice(2)
const { code } = await run(
  process.execPath,
  [main, ...(args.length > 0 ? args : ['showcase', join(root, 'examples/home')])],
  {
    cwd: process.env.INIT_CWD ?? root,
  },
)
process.exitCode = code
