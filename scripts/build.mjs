import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'

/** Builds what changed: the libraries, and the command as one folder without dependencies. */
requireNode()
await ensureInstalled()
await ensureBuilt()
