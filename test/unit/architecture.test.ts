import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const exec = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const depcruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

/** Runs the architecture rules over a small tree of our own. */
async function cruise(files: Readonly<Record<string, string>>): Promise<{
  readonly violations: readonly { readonly rule: string; readonly path: string }[]
  readonly modules: number
}> {
  const tree = await mkdtemp(join(tmpdir(), 'onesoul-arch-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(tree, path)), { recursive: true })
      await writeFile(join(tree, path), text)
    }
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
    const args = [
      depcruise,
      '--config',
      join(root, '.dependency-cruiser.mjs'),
      '-T',
      'json',
      'packages',
    ]
    const { stdout } = await exec(process.execPath, args, { cwd: tree, maxBuffer: 1 << 26 }).catch(
      (error: { stdout: string }) => error,
    )
    const { summary } = JSON.parse(stdout)
    const violations = summary.violations.map((one: { rule: { name: string }; from: string }) => ({
      rule: one.rule.name,
      path: one.from,
    }))
    return { violations, modules: summary.totalCruised }
  } finally {
    await rm(tree, { recursive: true })
  }
}

const ENTRIES = {
  'package.json': '{"dependencies":{"valibot":"*","yaml":"*"}}',
  'packages/core/src/index.ts': "export { a } from './lib/a.ts'\n",
  'packages/core/src/lib/a.ts': 'export const a: number = 1\n',
  'packages/agents/src/codex.ts': 'export const codex: number = 1\n',
  'packages/agents/src/lib/codex/agent.ts': 'export const agent: number = 1\n',
  'packages/agents/src/lib/launch/start.ts': 'export const start: number = 1\n',
}

/** One planted import per rule, each in a file of its own. */
const PLANTED: readonly (readonly [rule: string, path: string, imported: string])[] = [
  ['core-layer', 'packages/core/src/lib/layer.ts', '../../../agents/src/codex.ts'],
  ['disk-layer', 'packages/disk/src/index.ts', '../../core/src/index.ts'],
  ['sources-layer', 'packages/sources/src/index.ts', '../../agents/src/codex.ts'],
  ['skills-layer', 'packages/skills/src/index.ts', '../../agents/src/codex.ts'],
  [
    'agents-layer',
    'packages/agents/src/lib/codex/layer.ts',
    '../../../../disk/src/../../cli/src/main.ts',
  ],
  ['no-cycles', 'packages/core/src/lib/cycle-a.ts', './cycle-b.ts'],
  ['entry-points-only', 'packages/agents/src/lib/codex/deep.ts', '../../../../core/src/lib/a.ts'],
  ['adapters-are-strangers', 'packages/agents/src/lib/opencode/b.ts', '../codex/agent.ts'],
  ['shared-code-knows-no-adapter', 'packages/agents/src/lib/launch/b.ts', '../codex/agent.ts'],
  ['core-is-pure', 'packages/core/src/lib/node.ts', 'node:fs'],
  ['core-is-pure', 'packages/core/src/lib/npm.ts', 'valibot'],
  ['not-unresolvable', 'packages/core/src/lib/nowhere.ts', './is-not-there.ts'],
]

describe('the layering rule', () => {
  it('passes a clean tree and has looked at every module of it', async () => {
    const { violations, modules } = await cruise({
      ...ENTRIES,
      'packages/core/src/lib/yaml.ts': "import 'yaml'\n",
      'packages/agents/src/lib/codex/b.ts':
        "import '../launch/start.ts'\nimport '../../../../core/src/index.ts'\n",
    })
    expect(violations).toEqual([])
    expect(modules).toBeGreaterThanOrEqual(7)
  })

  it('names the broken rule for every planted import', async () => {
    const planted = Object.fromEntries(
      PLANTED.map(([, path, imported]) => [path, `import '${imported}'\n`]),
    )
    const { violations } = await cruise({
      ...ENTRIES,
      'packages/cli/src/main.ts': 'export const main: number = 1\n',
      ...planted,
      'packages/core/src/lib/cycle-b.ts':
        "import type { A } from './cycle-a.ts'\nexport type B = A\n",
    })
    for (const [rule, path] of PLANTED) expect.soft(violations).toContainEqual({ rule, path })
  })
})

describe('the purity of core', () => {
  const planted = join(root, 'packages/core/src/planted.ts')
  let host: ts.CompilerHost
  let options: ts.CompilerOptions

  beforeAll(() => {
    const config = join(root, 'packages/core/tsconfig.build.json')
    const parsed = ts.getParsedCommandLineOfConfigFile(
      config,
      {},
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
    )
    options = { ...parsed?.options, composite: false, incremental: false, noEmit: true }
    host = ts.createCompilerHost(options)
  })

  function errorsOf(text: string): readonly string[] {
    const read = host.getSourceFile.bind(host)
    const own: ts.CompilerHost = {
      ...host,
      fileExists: (path) => path === planted || host.fileExists(path),
      getSourceFile: (path, ...rest) =>
        path === planted
          ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023)
          : read(path, ...rest),
    }
    const program = ts.createProgram([planted], options, own)
    return ts
      .getPreEmitDiagnostics(program)
      .map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'))
  }

  it('lets plain ES2023 through', () => {
    expect(errorsOf('export const a: number = Math.min(1, 2)\n')).toEqual([])
  })

  it.each([
    "import { readFileSync } from 'node:fs'\nexport const a: string = String(readFileSync)\n",
    'export const a: unknown = process.env\n',
    'export function a(): void { console.log(1) }\n',
    "export const a: unknown = fetch('x')\n",
    'export const a: unknown = setTimeout(() => undefined, 1)\n',
    'export const a: unknown = new TextEncoder()\n',
    'export const a: unknown = crypto.subtle\n',
  ])('does not type-check %j', (text) => {
    expect(errorsOf(text).length).toBeGreaterThan(0)
  })

  it('never reads a clock or a random number', async () => {
    const folder = join(root, 'packages/core/src')
    // Fixtures hold texts of others, and no code that runs.
    const files = (await readdir(folder, { recursive: true })).filter(
      (path) => /(?<!\.test)\.ts$/.test(path) && !path.includes('/fixtures/'),
    )
    expect(files.length).toBeGreaterThan(30)
    for (const path of files) {
      const text = await readFile(join(folder, path), 'utf8')
      expect.soft(text, path).not.toMatch(/\bMath\.random\b|\bnew Date\b|\bDate\.now\b/)
    }
  })
})

describe('package exports', () => {
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'onesoul-exports-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('reach entries and nothing behind them', async () => {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    const file = join(folder, 'deep.mjs')
    await writeFile(file, "await import('@onesoul/core/src/lib/compose/compose.ts')\n")
    await expect(exec(process.execPath, [file])).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})
