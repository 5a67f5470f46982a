import { basename, resolve } from 'node:path'
import type { Diagnostic } from '@onesoul/core'
import { readFileSafely } from '@onesoul/disk'
import {
  CONFIG_FILE,
  checkOverrides,
  discoverProject,
  findUserHome,
  type Home,
  loadConfig,
  PROJECT_CONFIG_FILE,
  parseProjectConfig,
} from '@onesoul/sources'
import { AGENT_IDS } from '../agents/registry.ts'
import { formatDiagnostics } from '../format/format-diagnostics.ts'
import { visible } from '../format/visible.ts'
import { openPlace } from '../prepare/open-place.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

interface CheckedFile {
  /** As a person would name it. */
  readonly file: string
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * `onesoul config validate [FILE]`: checks the home's `config.yaml` with what the
 * environment sets, the accepted findings, and the work tree's `.onesoul.yaml`; or the one file named.
 * Ends with 2 when there is an error.
 */
export async function configValidateCommand(
  invocation: Invocation,
  file: string | undefined,
): Promise<number> {
  const checked =
    file === undefined ? await checkPlace(invocation) : [await checkFile(invocation, file)]
  const hasError = checked.some(({ diagnostics }) =>
    diagnostics.some(({ severity }) => severity === 'error'),
  )
  const { terminal } = invocation
  if (invocation.flags.json) {
    terminal.out(
      `${JSON.stringify({ schemaVersion: 1, valid: !hasError, files: checked }, null, 2)}\n`,
    )
  } else {
    for (const { file: name, diagnostics } of checked) {
      terminal.out(`${visible(name)}: ${verdict(diagnostics)}\n`)
      terminal.out(formatDiagnostics(diagnostics, terminal.style))
    }
  }
  return hasError ? EXIT.usage : EXIT.done
}

function verdict(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  if (errors > 0) return `${errors} ${errors === 1 ? 'error' : 'errors'}`
  return diagnostics.length > 0 ? 'valid, with a remark' : 'valid'
}

async function checkPlace(invocation: Invocation): Promise<readonly CheckedFile[]> {
  const home = await openPlace(invocation)
  const own = [
    { file: resolve(home.dir, CONFIG_FILE), diagnostics: home.diagnostics },
    ...(await acceptedFindings(home)),
  ]
  const worktree = await discoverProject({
    cwd: invocation.cwd,
    userHome: home.userHome,
    explicitCwd: invocation.flags.cwd !== undefined,
  })
  if (!worktree.config) return own
  const project = parseProjectConfig(worktree.config.text)
  return [
    ...own,
    { file: resolve(worktree.root, PROJECT_CONFIG_FILE), diagnostics: project.diagnostics },
  ]
}

/** The file that `guard.overrides` names, unless the configuration names none. */
async function acceptedFindings(home: Home): Promise<readonly CheckedFile[]> {
  const checked = await checkOverrides(home, new Date().toISOString().slice(0, 10))
  return checked ? [{ file: checked.path, diagnostics: checked.diagnostics }] : []
}

async function checkFile(invocation: Invocation, file: string): Promise<CheckedFile> {
  const path = resolve(invocation.cwd, file)
  const found = await readFileSafely(path, {
    links: 'anywhere',
    homeDir: findUserHome(invocation.env),
  })
  if (found.outcome === 'missing') throw new CliError(EXIT.usage, `there is no file ${file}`)
  if (found.outcome === 'failed') throw new CliError(EXIT.failed, found.message)
  const text = new TextDecoder().decode(found.bytes)
  const { diagnostics } =
    basename(path) === PROJECT_CONFIG_FILE
      ? parseProjectConfig(text)
      : loadConfig({ text, env: {}, agents: AGENT_IDS })
  return { file, diagnostics }
}
