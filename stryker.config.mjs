const GUARD = 'packages/core/src/lib/guard'

/** Mutation testing of the guard; docs/testing.md tells what it is for and what came out. */
export default {
  plugins: ['./test/mutation/stryker-runner.mjs'],
  testRunner: 'guard',
  coverageAnalysis: 'perTest',
  mutate: [
    `${GUARD}/**/*.ts`,
    `!${GUARD}/**/*.test.ts`,
    `!${GUARD}/**/fixtures/**`,
    // Data. Each rule is proved by the texts in its fixtures, one by one; the tables are written from them.
    `!${GUARD}/rules/**`,
    `!${GUARD}/output/secret-shapes.ts`,
    `!${GUARD}/confusable-letters.ts`,
    `!${GUARD}/threats/character-kinds.ts`,
  ],
  tempDirName: '.cache/stryker',
  incremental: true,
  incrementalFile: '.cache/mutation/incremental.json',
  disableTypeChecks: false,
  ignorePatterns: ['.cache', 'dist', 'docs', 'examples', 'bench', 'test/agents', 'test/package'],
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  clearTextReporter: { logTests: false, reportMutants: false, allowEmojis: false },
  dryRunTimeoutMinutes: 15,
  thresholds: { high: 95, low: 85, break: 85 },
}
