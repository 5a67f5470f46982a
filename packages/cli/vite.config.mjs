import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { asciiOnly } from '../../scripts/lib/ascii-only.mjs'
import { carriedFiles } from '../../scripts/lib/carried-files.mjs'
import { leftOut } from '../../scripts/lib/left-out.mjs'
import { thirdPartyNotices } from '../../scripts/lib/third-party-notices.mjs'

/** One command without dependencies: what it needs is inside, each part loaded when it is used. */
const EAGER = "const childProcess = require('node:child_process');"
const LATE = "const childProcess = { spawn: (...args) => require('node:child_process').spawn(...args) };"

/** commander loads what starts subcommands in programs of their own; we have none, and it takes a tenth of every start. */
function lateChildProcess() {
  return {
    name: 'late-child-process',
    transform(code, id) {
      if (!id.endsWith('/commander/lib/command.js')) return null
      if (!code.includes(EAGER)) throw new Error('commander loads child_process in another way now')
      return { code: code.replace(EAGER, LATE), map: null }
    },
  }
}

/** What every start needs and what the common commands add are a file each: opening a file costs more than reading one. */
const START_GROUPS = [
  { name: 'start', tags: ['$initial'], priority: 3 },
  { name: 'compose', test: /\/commands\/compose\.ts$/, priority: 2 },
  { name: 'run', test: /\/commands\/run\.ts$/, priority: 1 },
]

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  // The build of yaml for bundlers: the same code as modules, without the cost of wrapping each file.
  resolve: { alias: { yaml: fileURLToPath(import.meta.resolve('yaml/package.json').replace('package.json', 'browser/index.js')) } },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20.19',
    // Names of functions stay, so that a stack in a report can be read.
    minify: false,
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        format: 'cjs',
        entryFileNames: 'main.cjs',
        chunkFileNames: 'chunks/[name]-[hash].cjs',
        codeSplitting: { groups: START_GROUPS },
        minify: { compress: false, mangle: { toplevel: false, keepNames: true }, codegen: { removeWhitespace: true } },
      },
    },
  },
  ssr: { noExternal: true },
  plugins: [lateChildProcess(), leftOut(), carriedFiles(), asciiOnly(), thirdPartyNotices('THIRD-PARTY-NOTICES.txt')],
})
