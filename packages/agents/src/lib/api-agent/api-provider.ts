import type { LoopModel } from '../loop/loop-model.ts'
import type { WireProtocol } from '../port/traits.ts'
import type { ContextOptions } from '../request/request-context.ts'

/** A model API as an agent: where it is, what opens it, and how its official client is used. */
export interface ApiProvider {
  /** As people type it: `anthropic`. */
  readonly id: string
  /** For people: `Anthropic API`. */
  readonly name: string
  readonly protocol: WireProtocol
  /** Variables that hold a credential; the first one that is set counts. */
  readonly keys: readonly string[]
  /** The variable that names another address, and the address without it. */
  readonly base: { readonly variable: string; readonly url: string }
  /** The model that is asked when nobody chose one. */
  readonly model: string
  /** Loads the official client and makes a model of it. Rejects when the client is not installed. */
  readonly open: (options: OpenModelOptions) => Promise<OpenedModel>
}

export interface ApiCredential {
  readonly variable: string
  readonly value: string
}

export interface OpenModelOptions {
  readonly credential: ApiCredential
  readonly baseUrl: string
  readonly env: Readonly<Record<string, string>>
  /** What the context of the conversation is made with. */
  readonly planned: ContextOptions
  /** What the model is made with, beside its client and context. */
  readonly asked: {
    readonly model: string
    /** Most tokens of an answer. Default: the model's. */
    readonly maxTokens?: number
  }
}

export interface OpenedModel {
  readonly model: LoopModel
  /** JSON, to be kept with the conversation. */
  readonly state: () => unknown
}
