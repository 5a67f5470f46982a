import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const conditions = ['@onesoul/source', 'node', 'import', 'default']

/** Unit and property tests; the suites that need built packages or real agents have their own projects in `test/`. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/unit/**/*.test.ts'],
    testTimeout: 60_000,
    // What takes a second by itself; mutation testing leaves it out.
    tags: [{ name: 'long', description: 'Reads megabytes, or holds a stopwatch to the code.' }],
    // Many tests wait for the disk or for programs of theirs; the default leaves half of a small machine idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // On a machine that others share, a test with a time in it may fail once; a defect fails twice.
    retry: process.env['CI'] ? 1 : 0,
  },
})
