import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@onesoul/sources'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const CONFIG = 'packages/sources/src/lib/config/'
const PORT = 'packages/agents/src/lib/port/'

/** Every key that a configuration may hold. */
const EVERY_KEY = `
language: en
configs: ~/souls
exclude: [MEMORY.md]
platforms: { slack: { exclude: [] } }
bots: [{ name: b, platform: slack, agent: codex, exclude: [USER], budget: { perFile: 1 }, audience: public, required: [AGENTS] }]
required: [AGENTS.md]
onMissing: degrade
budget: { perFile: 1, total: 2, project: 3, tokens: 4, overflow: fail, unit: chars }
variables: { a: b }
project: { mode: first, trust: always }
agents: { codex: { command: x, env: { A: b }, args: [-q], channel: c, permission: full, argv: allow, model: m } }
guidance: { platform: never, model: always, environment: never, platforms: { slack: { replace: a, append: b } }, models: { gpt: { replace: a, append: b } } }
skills: { roots: [a], disabled: [b], always: [c], profile: operator, shadow: off, tokens: 7 }
sessions: { retainDays: 1, onChange: { default: freeze } }
captures: { retainDays: 2, maxBytes: 3 }
compat: { suffixFiles: append, singleBotIgnoresName: true, userDataPublic: true, elementName: hotplex }
guard: { policy: { preset: strict, project: { high: stub }, forms: { fenced: warn } }, overrides: a.yaml }
allowedRoots: [/srv]
`

/** Keys that are read under another type or by a name that is computed; their own tests show the effect. */
const READ_OTHERWISE = [
  /^bots\.\*\.exclude$/,
  /^bots\.\*\.budget\./,
  /^sessions\.onChange\./,
  /^guard\.policy\.(?:operator|user|project|model|external)$/,
]

let program: ts.Program
let checker: ts.TypeChecker

/** Declarations of the properties of these names that a source file outside `folder` reads. */
function readOutside(folder: string, names: ReadonlySet<string>): ReadonlySet<ts.Declaration> {
  const read = new Set<ts.Declaration>()
  const note = (symbol: ts.Symbol | undefined): void => {
    for (const declaration of symbol?.declarations ?? []) read.add(declaration)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && names.has(node.name.text)) {
      note(checker.getSymbolAtLocation(node.name))
    }
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = (node.propertyName ?? node.name).getText()
      if (names.has(name)) note(checker.getTypeAtLocation(node.parent).getProperty(name))
    }
    ts.forEachChild(node, visit)
  }
  for (const file of program.getSourceFiles()) {
    if (!file.isDeclarationFile && !file.fileName.includes(folder)) visit(file)
  }
  return read
}

/** The properties of an interface by their paths; `*` stands for a name that a person chose. */
function leavesOf(path: string, name: string): ReadonlyMap<string, readonly ts.Declaration[]> {
  const leaves = new Map<string, readonly ts.Declaration[]>()
  const walk = (type: ts.Type, prefix: string): void => {
    for (const property of checker.getPropertiesOfType(type)) {
      const declarations = property.declarations ?? []
      const at = prefix + property.name
      const { inner, suffix } = insideOf(
        checker.getNonNullableType(checker.getTypeOfSymbol(property)),
      )
      const isGroup = checker.getPropertiesOfType(inner).some(isOurs) && !inner.isUnion()
      if (isGroup) walk(inner, `${at}.${suffix}`)
      else leaves.set(at, declarations)
    }
  }
  const file = program.getSourceFile(join(root, path))
  const found = file?.statements.find(
    (one) => ts.isInterfaceDeclaration(one) && one.name.text === name,
  )
  if (found) walk(checker.getTypeAtLocation(found), '')
  return leaves
}

function isOurs(symbol: ts.Symbol): boolean {
  const files = symbol.declarations?.map((one) => one.getSourceFile()) ?? []
  return files.length > 0 && files.every((file) => !file.isDeclarationFile)
}

/** The element of a list and the value of a map by names of a person. */
function insideOf(type: ts.Type): { readonly inner: ts.Type; readonly suffix: string } {
  const element = checker.getIndexInfoOfType(type, ts.IndexKind.Number)?.type
  const value = type.getStringIndexType()
  if (value) return { inner: value, suffix: '*.' }
  return { inner: element ?? type, suffix: element ? '*.' : '' }
}

describe('every key of a configuration', () => {
  beforeAll(() => {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
    const include = ['core', 'disk', 'sources', 'agents', 'cli'].map(
      (name) => `packages/${name}/src`,
    )
    const parsed = ts.parseJsonConfigFileContent(
      { ...config, include, exclude: ['**/*.test.ts'] },
      ts.sys,
      root,
    )
    program = ts.createProgram(parsed.fileNames, { ...parsed.options, noEmit: true })
    checker = program.getTypeChecker()
  }, 120_000)

  it('is read by something, or whoever writes it is told that it has no effect', () => {
    const { diagnostics } = loadConfig({ text: EVERY_KEY, env: {}, flags: {} })
    expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([])
    const told = diagnostics
      .filter((one) => one.code === 'config.without-effect')
      .map((one) => one.message.split(' ')[0]?.replace('agents.codex.', 'agents.*.'))

    const keys = leavesOf(`${CONFIG}settings.ts`, 'Settings')
    expect(keys.size).toBeGreaterThan(35)
    const handedOn = leavesOf(`${PORT}plan.ts`, 'PlanInput')
    const names = new Set([...keys.keys()].map((path) => path.split('.').at(-1) ?? ''))
    const read = readOutside(CONFIG, names)
    const byAdapters = readOutside(PORT, names)
    const isRead = (path: string, declarations: readonly ts.Declaration[]): boolean => {
      const input = handedOn.get(/^agents\.\*\.(\w+)$/.exec(path)?.[1] ?? '')
      const arrives = input?.some((one) => byAdapters.has(one)) ?? true
      return arrives && declarations.some((one) => read.has(one))
    }
    const idle = [...keys]
      .filter(([path, declarations]) => !isRead(path, declarations))
      .map(([path]) => path)
      .filter((path) => !READ_OTHERWISE.some((pattern) => pattern.test(path)))
    expect(idle.sort()).toEqual([...told].sort())
  }, 120_000)
})
