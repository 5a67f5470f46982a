import vm from 'node:vm'
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core'
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner'
import { bundleTests, listTestFiles } from './bundle-tests.mjs'
import { loadTests } from './load-tests.mjs'

/** A mutant that takes this many times as long as the code, and this much besides, will not end. */
const PATIENCE = { factor: 5, ms: 3000 }
/** Stryker waits until a mutant was reached a hundred times as often as in the dry run; ten times is a loop too. */
const HIT_FACTOR = 10

/**
 * Runs the tests of the guard in this process, thousands of times: starting a test
 * program for each of some 7,000 mutants takes hours. Every run evaluates all
 * modules anew, with the mutant switched on from the beginning.
 */
class GuardRunner {
  /** What the instrumented code looks at. */
  #state
  #bundle
  /** Milliseconds of each test without a mutant. */
  #times

  constructor() {
    globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {}
    this.#state = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE]
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    this.#bundle = await bundleTests(listTestFiles())
    this.#times = measure(this.#bundle)
  }

  /** Every test by itself, so that each one covers too what it would else find in a cache. */
  dryRun() {
    const state = this.#state
    const tests = []
    for (const file of listTestFiles()) {
      state.mutantCoverage = undefined
      for (const { id } of loadTests(this.#bundle, [file])) tests.push({ id, file })
    }
    const perTest = {}
    const results = tests.map((test) => {
      state.mutantCoverage = { static: {}, perTest: {} }
      state.currentTestId = test.id
      const started = performance.now()
      const result = runOne(this.#bundle, test)
      const timeSpentMs = performance.now() - started
      perTest[test.id] = state.mutantCoverage.perTest[test.id] ?? {}
      return { ...result, id: test.id, name: test.id, fileName: test.file, timeSpentMs }
    })
    state.currentTestId = undefined
    state.mutantCoverage = undefined
    return {
      status: DryRunStatus.Complete,
      tests: results,
      mutantCoverage: { static: {}, perTest },
    }
  }

  /** The quick tests first: most mutants are found by one of them. */
  mutantRun({ activeMutant, testFilter, hitLimit: most }) {
    const times = this.#times
    const wanted = [...testFilter].sort((a, b) => times.get(a) - times.get(b))
    const usualMs = wanted.reduce((sum, id) => sum + times.get(id), 0)
    const hitLimit = most / HIT_FACTOR
    Object.assign(this.#state, { activeMutant: activeMutant.id, hitCount: 0, hitLimit })
    try {
      const run = () => runUntilFailure(this.#bundle, wanted)
      const result = within(PATIENCE.ms + PATIENCE.factor * usualMs, run)
      return this.#state.hitCount > hitLimit ? timeout('it was reached too often') : result
    } catch (error) {
      if (error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return timeout(error.message)
      throw error
    } finally {
      this.#state.activeMutant = undefined
      this.#state.hitLimit = undefined
    }
  }
}

function timeout(reason) {
  return { status: MutantRunStatus.Timeout, reason }
}

function runOne(bundle, { id, file }) {
  try {
    loadTests(bundle, [file])
      .find((test) => test.id === id)
      .run()
    return { status: TestStatus.Success }
  } catch (error) {
    return { status: TestStatus.Failed, failureMessage: messageOf(error) }
  }
}

/** Runs the wanted tests until one of them fails, or their modules cannot be evaluated. */
function runUntilFailure(bundle, wanted) {
  let ran = 0
  try {
    const files = new Set(wanted.map((id) => id.slice(0, id.indexOf('#'))))
    const tests = new Map(loadTests(bundle, files).map((test) => [test.id, test]))
    for (const id of wanted) {
      ran++
      tests.get(id).run()
    }
  } catch (error) {
    return {
      status: MutantRunStatus.Killed,
      killedBy: [wanted[Math.max(0, ran - 1)]],
      failureMessage: messageOf(error),
      nrOfTests: ran,
    }
  }
  return { status: MutantRunStatus.Survived, nrOfTests: ran }
}

function measure(bundle) {
  return new Map(
    loadTests(bundle, listTestFiles()).map(({ id, run }) => {
      const started = performance.now()
      run()
      return [id, performance.now() - started]
    }),
  )
}

/** The value of `run`, which is stopped when it takes longer than `timeoutMs`. */
function within(timeoutMs, run) {
  globalThis.runOfMutant = run
  return new vm.Script('runOfMutant()').runInThisContext({ timeout: Math.ceil(timeoutMs) })
}

function messageOf(error) {
  return String(error?.message ?? error).slice(0, 300)
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'guard', () => new GuardRunner()),
]
