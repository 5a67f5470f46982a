import { createRequire } from 'node:module'
import { posix } from 'node:path'
import { format } from 'node:util'
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect'

const requireHere = createRequire(import.meta.url)
for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)

/** Of a file with more tests every fourth runs: so many are only texts that prove the rules, which are not changed. */
const MOST_TESTS = 1000
const EACH_OF_MANY = 4
/** Enough to find a mutant; the seed is fixed, so that a score can be repeated. */
const MOST_RUNS = 40

/**
 * Evaluates compiled modules anew, so that nothing that an earlier mutant left in
 * a cache is seen. The result takes a file and returns the tests that it registers,
 * in their order; files that are loaded by one loader share their modules.
 */
export function createLoader({ scripts, entries }) {
  const modules = new Map()
  const load = (name) => {
    const known = modules.get(name)
    if (known) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    const require = (id) =>
      id.startsWith('.') ? load(posix.join(posix.dirname(name), id)) : external(id)
    scripts.get(name).runInThisContext()(module.exports, require, module)
    return module.exports
  }
  let tests = []
  const api = createApi((test) => tests.push(test))
  const fc = fewerRuns()
  const external = (id) => {
    if (id === 'vitest') return api
    return id === 'fast-check' ? fc : requireHere(id)
  }
  return (file) => {
    tests = []
    load(entries.get(file))
    const many = tests.length > MOST_TESTS
    return withIds(
      file,
      tests.filter((_, index) => !many || index % EACH_OF_MANY === 0),
    )
  }
}

/** What the tests use of vitest. Tests that hold a stopwatch or read megabytes are not registered. */
function createApi(register) {
  const path = []
  const describe = (name, run) => {
    path.push(name)
    run()
    path.pop()
  }
  const it = (name, ...rest) => {
    const run = rest.find((part) => typeof part === 'function')
    const tags = rest.find((part) => part?.tags)?.tags ?? []
    if (!tags.includes('long')) register({ name: [...path, name].join(' '), run })
  }
  it.skip = () => undefined
  it.skipIf = (condition) => (condition ? it.skip : it)
  it.each = each(it)
  describe.each = each(describe)
  return { describe, it, expect: chai.expect }
}

function each(register) {
  return (rows) =>
    (name, ...rest) => {
      for (const row of rows) {
        const values = Array.isArray(row) ? row : [row]
        const named = rest.map((part) =>
          typeof part === 'function' ? () => part(...values) : part,
        )
        register(nameRow(name, values), ...named)
      }
    }
}

function nameRow(name, values) {
  const [first] = values
  const places = name.match(/%[sdijo]/g)?.length ?? 0
  return format(name, ...values.slice(0, places)).replace(/\$(\w+)/g, (whole, key) =>
    first !== null && typeof first === 'object' && key in first ? String(first[key]) : whole,
  )
}

function fewerRuns() {
  const { default: fc } = requireHere('fast-check')
  const assert = (property, { numRuns = MOST_RUNS, ...options } = {}) =>
    fc.assert(property, {
      ...options,
      numRuns: Math.min(numRuns, MOST_RUNS),
      seed: 1,
      endOnFailure: true,
    })
  return { ...fc, assert }
}

/** Rows of a table may bear one name; each test has an id of its own. */
function withIds(file, tests) {
  const seen = new Map()
  return tests.map((test) => {
    const name = `${file}#${test.name}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return { ...test, file, id: count === 1 ? name : `${name} (${count})` }
  })
}
