import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const conditions = ['@onesoul/source', 'node', 'import', 'default']

/** The real agents against scripted models on loopback. */
const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/agents/**/*.test.ts'],
    globalSetup: [fileURLToPath(import.meta.resolve('./harness/install-agents.ts'))],
    // Two real programs at a time: each takes about a core.
    maxWorkers: 2,
    // A real program on a busy machine may be slow once; a defect fails twice.
    retry: 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

export default config
