import { stat } from 'node:fs/promises'
import { relative } from 'node:path'
import { type Language, SLOTS } from '@onesoul/core'
import type { StateLayout } from '@onesoul/disk'
import { CONFIG_FILE } from '../config/load-config.ts'
import { tildePath } from '../home/expand-path.ts'
import { SourcesError } from '../sources-error.ts'
import { renderConfigText } from './config-text.ts'
import { type HomeWriter, writeHome } from './home-writer.ts'
import { type ConfigsMeasure, measureConfigs } from './measure-configs.ts'
import type { PersonaAnswers } from './persona-questions.ts'
import { renderStarter, type StarterTemplate, templateText } from './render-starter.ts'

export interface InitHomeOptions {
  /** Absolute path of the home to write. */
  readonly dir: string
  readonly language: Language
  /** The person's home directory. */
  readonly userHome: string
  /** Default: none; the starter SOUL then counts as missing until somebody edits it. */
  readonly answers?: PersonaAnswers
  /** What AGENTS begins with beside the plain starter. Default: nothing. */
  readonly template?: StarterTemplate
  /** Absolute path of an existing folder of slots to use in place of `agent-configs`; nothing is written there. */
  readonly configs?: string
}

export interface InitHomeResult {
  readonly dir: string
  /** Files that were written, relative to the home. */
  readonly written: readonly string[]
  /** What was there already and stays as it is, relative to the home. */
  readonly kept: readonly string[]
  /** The slots as they now are. */
  readonly measure: ConfigsMeasure
}

/**
 * Writes a home: five starter slots and `config.yaml`, folders 0700, files 0600.
 * Nothing that exists is overwritten. A folder that already holds slots gets no
 * starter beside them, and a budget that keeps all of them whole.
 *
 * @throws SourcesError `state-unusable`, `configs-missing`; DiskError when writing fails.
 */
export async function initHome(options: InitHomeOptions): Promise<InitHomeResult> {
  const { dir, configs, userHome } = options
  if (configs !== undefined && !(await isDirectory(configs))) {
    throw new SourcesError('configs-missing', `no folder of slots at ${configs}`)
  }
  return writeHome(dir, async (writer, layout) => {
    if (configs === undefined) await writeStarters(options, layout, writer)
    const configsDir = configs ?? layout.agentConfigs
    const measure = await measureConfigs(configsDir, { userHome })
    const text = renderConfigText({
      language: options.language,
      configs: configs === undefined ? null : tildePath(configs, userHome),
      proposal: measure.proposal,
    })
    await writer.write(CONFIG_FILE, text)
    return { dir, written: writer.written, kept: writer.kept, measure }
  })
}

async function writeStarters(
  { language, answers, template, userHome }: InitHomeOptions,
  layout: StateLayout,
  writer: HomeWriter,
): Promise<void> {
  const folder = relative(layout.home, layout.agentConfigs)
  const existing = await measureConfigs(layout.agentConfigs, { userHome })
  if (existing.slots.length > 0 || existing.diagnostics.length > 0) {
    writer.kept.push(folder)
    return
  }
  for (const { slot, file } of SLOTS) {
    const text = renderStarter(slot, language, answers) + templateText(slot, language, template)
    await writer.write(`${folder}/${file}`, text)
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    // Whatever the reason, no slots can be read from there.
    return false
  }
}
