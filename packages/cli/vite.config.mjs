import { defineConfig } from 'vite'
import { thirdPartyNotices } from '../../scripts/lib/third-party-notices.mjs'

/** One command without dependencies: what it needs is inside, each part loaded when it is used. */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20.19',
    minify: false,
    reportCompressedSize: false,
    rollupOptions: {
      output: { entryFileNames: 'main.js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
  plugins: [thirdPartyNotices('THIRD-PARTY-NOTICES.txt')],
})
