import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const conditions = ['@onesoul/source', 'node', 'import', 'default']

/** The real agents, one at a time, against scripted models on loopback. */
const config: ViteUserConfig = defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['test/agents/**/*.test.ts'],
    globalSetup: [fileURLToPath(import.meta.resolve('./harness/install-agents.ts'))],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

export default config
