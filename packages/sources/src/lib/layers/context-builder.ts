import { dirname, resolve } from 'node:path'
import {
  buildLayers,
  buildMessages,
  type Diagnostic,
  type HistoryMessage,
  type LayerBlock,
  type LayerSkill,
  skillsText,
  type UserMessage,
} from '@onesoul/core'
import { readFileSafely } from '@onesoul/disk'
import { readTextNow } from './read-text-now.ts'
import { supersedeUser } from './supersede-user.ts'

export interface ContextBuilderConfig {
  /** Folder of the prompt files and skills; fills `{{workspaceDir}}` in skills that are always loaded. */
  readonly workspaceDir: string
  /** Names of the prompt files, relative to `workspaceDir`. Default: SOUL.md, AGENTS.md, USER.md. */
  readonly promptFiles?: {
    readonly soul?: string
    readonly agents?: string
    readonly user?: string
  }
  /** In the order in which they are written. Default: none. */
  readonly skills?: readonly LayerSkill[]
  /** Messages of the history that a request keeps. Default: 50. */
  readonly maxHistoryMessages?: number
  /**
   * Cuts the history as a plain tail slice does and never looks at USER again, as
   * builders of this shape do. Default: false.
   */
  readonly compat?: boolean
}

/**
 * Builds the layered context of an own agent loop on the Anthropic Messages
 * API: a drop-in for builders of this shape, with the same bytes. Texts stand as
 * they are on disk: nothing is guarded, cut or recorded. For that, compose a home
 * with the format `layers`.
 */
export class ContextBuilder {
  readonly #config: ContextBuilderConfig
  /** USER as it stands in the system prompt built last; `undefined` before the first. */
  #userInPrompt: string | null | undefined
  #diagnostics: readonly Diagnostic[] = []

  constructor(config: ContextBuilderConfig) {
    this.#config = config
  }

  /** What could not be read, of the system prompt built last and of the requests since. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics
  }

  /**
   * The system prompt: identity and instructions, skills, user preferences, the
   * first two with a cache marker. A file that is missing or cannot be read leaves
   * its part out, see `diagnostics`; it never throws for one.
   */
  async buildSystemPrompt(): Promise<LayerBlock[]> {
    const { workspaceDir, skills = [] } = this.#config
    const whole = skills.filter((skill) => skill.always)
    const { soul, agents, user } = this.#promptFiles()
    const read = await Promise.all([
      this.#read(soul),
      this.#read(agents),
      this.#read(user),
      ...whole.map((skill) => this.#read(skill.path)),
    ])
    const [soulText = null, agentsText = null, userText = null, ...bodies] = read.map(
      (one) => one.text,
    )
    const loaded = new Map(whole.flatMap(({ name }, index) => textOf(name, bodies[index])))
    const described = whole.filter((_, index) => (bodies[index] ?? null) === null)
    this.#userInPrompt = userText
    this.#diagnostics = [...read.flatMap((one) => one.diagnostics), ...described.map(notLoaded)]
    const texts = { soul: soulText, agents: agentsText, user: userText }
    return [...buildLayers({ ...texts, skills: skillsText(skills, { loaded, workspaceDir }) })]
  }

  /**
   * The messages of a request: the end of the history, then what the person wrote
   * now. Reads USER again: when it is no longer what the system prompt says, its
   * text travels in this turn, so that the system prompt and its cache stay. With
   * `compat` neither.
   */
  buildMessages<Message extends HistoryMessage>(
    history: readonly Message[],
    userMessage: string,
  ): (Message | UserMessage)[] {
    const { maxHistoryMessages: maxMessages = 50, compat = false } = this.#config
    const text = compat ? userMessage : this.#withUser(userMessage)
    return buildMessages(history, text, { maxMessages, compat })
  }

  #withUser(userMessage: string): string {
    if (this.#userInPrompt === undefined) return userMessage
    const { user } = this.#promptFiles()
    const now = readTextNow(this.#path(user), this.#roots(user))
    if (now.outcome === 'failed') {
      // What cannot be read now is no reason to take back what was said.
      this.#noteOnce(unreadable(user, 'it cannot be read now; what was said of it before stays'))
      return userMessage
    }
    return supersedeUser(userMessage, { file: user, before: this.#userInPrompt, now: now.text })
  }

  #promptFiles(): { readonly soul: string; readonly agents: string; readonly user: string } {
    const {
      soul = 'SOUL.md',
      agents = 'AGENTS.md',
      user = 'USER.md',
    } = this.#config.promptFiles ?? {}
    return { soul, agents, user }
  }

  #path(name: string): string {
    return resolve(this.#config.workspaceDir, name)
  }

  /** A file that the program names outside its working directory has a folder of its own. */
  #roots(name: string): readonly string[] {
    return [this.#config.workspaceDir, dirname(this.#path(name))]
  }

  async #read(
    name: string,
  ): Promise<{ readonly text: string | null; readonly diagnostics: readonly Diagnostic[] }> {
    const found = await readFileSafely(this.#path(name), { roots: this.#roots(name) })
    if (found.outcome === 'content') return { text: decode(found.bytes), diagnostics: [] }
    if (found.outcome === 'missing') return { text: null, diagnostics: [] }
    return { text: null, diagnostics: [unreadable(name, found.message, found.fix)] }
  }

  #noteOnce(diagnostic: Diagnostic): void {
    if (this.#diagnostics.some(({ message }) => message === diagnostic.message)) return
    this.#diagnostics = [...this.#diagnostics, diagnostic]
  }
}

function textOf(name: string, text: string | null | undefined): readonly [string, string][] {
  return typeof text === 'string' ? [[name, text]] : []
}

function unreadable(name: string, why: string, fix?: string): Diagnostic {
  return {
    code: 'layers.unreadable',
    severity: 'warning',
    message: `${name}: ${why}`,
    ...(fix === undefined ? {} : { fix }),
  }
}

function notLoaded({ name, path }: LayerSkill): Diagnostic {
  return {
    code: 'layers.skill-described',
    severity: 'warning',
    message: `the skill ${name} is described instead of loaded: ${path} is not there or cannot be read`,
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
