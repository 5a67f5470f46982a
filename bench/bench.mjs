/** Prints every table. Needs a build: `npm run bench` makes one first. */
import { cpus } from 'node:os'
import { report as bots } from './bots.mjs'
import { report as compose } from './compose.mjs'
import { report as install } from './install.mjs'
import { report as run } from './run.mjs'
import { report as startup } from './startup.mjs'

console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`)
for (const table of [compose, bots, startup, install, run]) await table()
