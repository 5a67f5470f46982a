import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { carriedFiles } from '../../scripts/lib/carried-files.mjs'
import { thirdPartyNotices } from '../../scripts/lib/third-party-notices.mjs'

/** One command without dependencies: what it needs is inside, each part loaded when it is used. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  // The build of yaml for bundlers: the same code as modules, without the cost of wrapping each file.
  resolve: { alias: { yaml: fileURLToPath(import.meta.resolve('yaml/package.json').replace('package.json', 'browser/index.js')) } },
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20.19',
    // Names stay, so that a stack in a report can be read.
    minify: false,
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
  ssr: { noExternal: true },
  plugins: [carriedFiles(), thirdPartyNotices('THIRD-PARTY-NOTICES.txt')],
})
