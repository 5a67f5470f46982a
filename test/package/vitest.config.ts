import { defineConfig } from 'vitest/config'

/** The built command and the packed packages, from outside: nothing of the sources is loaded. */
export default defineConfig({
  test: {
    root: 'test/package',
    include: ['*.test.ts'],
    // Each test waits for programs of its own; the default leaves half of a small machine idle.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    retry: process.env['CI'] ? 1 : 0,
  },
})
