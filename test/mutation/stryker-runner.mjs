import vm from 'node:vm'
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core'
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner'
import { bundleTests, listTestFiles } from './bundle-tests.mjs'
import { createLoader } from './load-tests.mjs'

/** A test that takes this many times as long with a mutant, and this much besides, will not end. */
const PATIENCE = { factor: 10, ms: 3000 }
/** Stryker waits until a mutant was reached a hundred times as often as in the dry run; ten times is a loop too. */
const HIT_FACTOR = 10
/** So many tests are tried first because they found the mutants before, if they take no longer than this. */
const MOST_FINDERS = 8
const QUICK_MS = 20
/** More than there will be. */
const MOST_MUTANTS = 20_000

/**
 * Runs the tests of the guard in this process, thousands of times: starting a test
 * program for each of some 7,000 mutants takes hours. Every run evaluates all
 * modules anew, with the mutant switched on from the beginning.
 */
class GuardRunner {
  /** What the instrumented code looks at. */
  #state
  #bundles
  /** Milliseconds of each test without a mutant. */
  #times
  /** Ids of quick tests that found the mutants before, the last one first. */
  #finders = []

  constructor() {
    globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {}
    const state = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE]
    state.hit = () => {
      if (++state.hitCount > state.hitLimit) throw new Error('the mutant was reached too often')
      return true
    }
    state.reached = new Uint32Array(MOST_MUTANTS)
    this.#state = state
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    this.#bundles = await bundleTests(listTestFiles())
    this.#times = measure(this.#bundles.quick)
  }

  dryRun() {
    const perTest = {}
    const tests = listTestFiles().flatMap((file) => this.#cover(file, perTest))
    return {
      status: DryRunStatus.Complete,
      tests,
      mutantCoverage: { static: {}, perTest },
    }
  }

  /**
   * Runs the tests of a file twice. What is reached while it is evaluated, or
   * the first time alone because a cache answers afterwards, may change every test.
   */
  #cover(file, perTest) {
    const tests = createLoader(this.#bundles.counting)(file)
    const loading = this.#takeReached()
    const runs = tests.map((test) => ({ result: dryRunOne(test), reached: this.#takeReached() }))
    const again = new Set()
    for (const test of tests) {
      dryRunOne(test)
      for (const mutant of this.#takeReached().keys()) again.add(mutant)
    }
    const once = runs.flatMap(({ reached }) => [...reached].filter(([one]) => !again.has(one)))
    for (const { result, reached } of runs)
      perTest[result.id] = Object.fromEntries([...loading, ...once, ...reached])
    return runs.map(({ result }) => result)
  }

  /** How often each mutant was reached since this was asked last. */
  #takeReached() {
    const { reached } = this.#state
    const taken = new Map()
    for (let mutant = 0; mutant < MOST_MUTANTS; mutant++)
      if (reached[mutant] > 0) taken.set(mutant, reached[mutant])
    reached.fill(0)
    return taken
  }

  mutantRun({ activeMutant, testFilter, hitLimit: most }) {
    const state = this.#state
    state.activeMutant = Number(activeMutant.id)
    state.hitCount = 0
    state.hitLimit = most / HIT_FACTOR
    try {
      return this.#runUntilFailure(this.#inOrder(testFilter))
    } finally {
      state.activeMutant = undefined
    }
  }

  /**
   * First the tests that found the mutants before, the last one foremost, for the
   * next mutant stands beside those; then the quick ones.
   */
  #inOrder(ids) {
    const rankOf = (id) => {
      const place = this.#finders.indexOf(id)
      return place < 0 ? this.#times.get(id) : place - MOST_FINDERS
    }
    const ranks = new Map(ids.map((id) => [id, rankOf(id)]))
    return [...ids].sort((a, b) => ranks.get(a) - ranks.get(b))
  }

  #remember(finder) {
    if (this.#times.get(finder) > QUICK_MS) return
    const others = this.#finders.filter((id) => id !== finder)
    this.#finders = [finder, ...others].slice(0, MOST_FINDERS)
  }

  /** Runs the wanted tests until one of them fails or does not end, or their modules cannot be evaluated. */
  #runUntilFailure(wanted) {
    const state = this.#state
    const testOf = this.#openTests()
    let ran = 0
    try {
      for (const id of wanted) {
        ran++
        const { run } = testOf(id)
        within(PATIENCE.ms + PATIENCE.factor * this.#times.get(id), run)
      }
    } catch (error) {
      if (error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return timeout(error.message)
      if (state.hitCount > state.hitLimit) return timeout('the mutant was reached too often')
      const finder = wanted[ran - 1]
      this.#remember(finder)
      const failureMessage = messageOf(error)
      return { status: MutantRunStatus.Killed, killedBy: [finder], failureMessage, nrOfTests: ran }
    }
    return { status: MutantRunStatus.Survived, nrOfTests: ran }
  }

  /** Gives a test by its id; its file is evaluated when the first of its tests is asked for. */
  #openTests() {
    const load = createLoader(this.#bundles.quick)
    const tests = new Map()
    const files = new Set()
    return (id) => {
      const file = id.slice(0, id.indexOf('#'))
      if (!files.has(file)) {
        files.add(file)
        for (const test of within(PATIENCE.ms, () => load(file))) tests.set(test.id, test)
      }
      return tests.get(id)
    }
  }
}

function timeout(reason) {
  return { status: MutantRunStatus.Timeout, reason }
}

function dryRunOne({ id, file, run }) {
  const about = { id, name: id, fileName: file }
  const started = performance.now()
  try {
    run()
    return { ...about, status: TestStatus.Success, timeSpentMs: performance.now() - started }
  } catch (error) {
    return { ...about, status: TestStatus.Failed, failureMessage: messageOf(error), timeSpentMs: 0 }
  }
}

function measure(bundle) {
  return new Map(
    listTestFiles()
      .flatMap(createLoader(bundle))
      .map(({ id, run }) => {
        const started = performance.now()
        run()
        return [id, performance.now() - started]
      }),
  )
}

const runScript = new vm.Script('runOfMutant()')

/** The value of `run`, which is stopped when it takes longer than `timeoutMs`. */
function within(timeoutMs, run) {
  globalThis.runOfMutant = run
  return runScript.runInThisContext({ timeout: Math.ceil(timeoutMs) })
}

function messageOf(error) {
  return String(error?.message ?? error).slice(0, 300)
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'guard', () => new GuardRunner()),
]
