import { cleanBuild, ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { tool } from './lib/run.mjs'

/** Packs every package and looks at the tarballs as an installation would. */
requireNode()
await ensureInstalled()
await cleanBuild()
await ensureBuilt()
const { code } = await tool('vitest', ['run', '--config', 'test/package/vitest.config.ts', 'pack'])
process.exitCode = code
