import type { CacheProfile, CacheSettings, TurnHint } from '@onesoul/core/cache'
import { REPLACES } from '../request/composition-layers.ts'
import {
  type ConversationValue,
  joinConversation,
  ownText,
  turnBlocks,
} from '../request/conversation.ts'
import { type HeadOptions, type HeadValue, headLayers } from '../request/head-blocks.ts'
import type { PlacedBlock, PlannedRequest, RequestLayer } from '../request/plan-request.ts'
import type { TurnBlocks, TurnOptions } from '../request/request-context.ts'
import { type MakeBlockOptions, makeBlock } from '../request/wire-block.ts'
import { aiSdkMessages } from './ai-sdk-messages.ts'
import type { AiSdkMessage, AiSdkParams, AiSdkPart, AiSdkTool } from './ai-sdk-shapes.ts'
import { type CacheDialect, withOptions } from './cache-dialect.ts'

/** What a block was in the parameters of a call. */
export type LayoutValue =
  | HeadValue<AiSdkTool>
  | ConversationValue<AiSdkMessage, AiSdkPart>
  | { readonly is: 'opening'; readonly message: AiSdkMessage }

export interface LayoutOptions {
  readonly dialect: CacheDialect | null
  readonly profile: CacheProfile
  readonly made: MakeBlockOptions
}

/** Takes the parameters of a call apart for a plan, and puts them together by it. */
export interface Layout {
  /** @param params without marks */
  readonly split: (params: AiSdkParams, turn: SplitOptions) => TurnBlocks<LayoutValue>
  readonly join: <Params extends AiSdkParams>(
    params: Params,
    planned: Pick<PlannedRequest<LayoutValue>, 'plan' | 'blocks'>,
  ) => Params
  readonly hintOf: (params: AiSdkParams) => TurnHint
  readonly settingsOf: (params: AiSdkParams) => CacheSettings
}

type SplitOptions = Pick<TurnOptions, 'volatile'> & Pick<HeadOptions<AiSdkTool>, 'composition'>

export function createLayout({ dialect, profile, made }: LayoutOptions): Layout {
  const shape = aiSdkMessages(dialect)
  const changeRole = profile.systemInMessages ? 'system' : 'user'
  return {
    split({ prompt, tools = [], providerOptions }, { composition, volatile = [] }) {
      const talkAt = prompt.findIndex(({ role }) => role !== 'system')
      const opening = talkAt < 0 ? prompt : prompt.slice(0, talkAt)
      const layers: RequestLayer<LayoutValue>[] = headLayers<AiSdkTool>({
        composition,
        tools: dialect?.settleTools(tools, providerOptions) ?? tools,
        nameOf: ({ name }) => name,
        marksTools: dialect?.marksTools === true && tools.every(isMarkable),
        changeRole,
        made,
      })
      const own = opening.length > 0 ? [openingLayer(opening, changeRole, made)] : []
      const talk = turnBlocks(prompt.slice(opening.length), shape, { volatile, made })
      return { layers: [...layers, ...own], ...talk }
    },
    join(params, { plan, blocks }) {
      const tools: AiSdkTool[] = []
      const opening: AiSdkMessage[] = []
      const talk: PlacedBlock<ConversationValue<AiSdkMessage, AiSdkPart>>[] = []
      for (const { value, block, from, at, mark } of blocks) {
        const marked = <One extends AiSdkTool | AiSdkMessage>(one: One): One =>
          mark && dialect ? withMark(one, dialect, dialect.markOf(mark)) : one
        if (value.is === 'tool') tools.push(marked(value.tool))
        else if (value.is === 'system') {
          opening.push(marked<AiSdkMessage>({ role: 'system', content: value.text }))
        } else if (value.is === 'opening') opening.push(marked(value.message))
        else talk.push({ value, block, from, at, mark })
      }
      const prompt = [...opening, ...joinConversation(talk, shape)]
      const steering = dialect ? dialect.requestOptions(plan, profile) : {}
      return {
        ...params,
        prompt,
        ...(params.tools && { tools }),
        ...(dialect &&
          Object.keys(steering).length > 0 && {
            providerOptions: withOptions(params.providerOptions, dialect.name, steering),
          }),
      }
    },
    hintOf: ({ prompt }) => ({ kind: prompt.at(-1)?.role === 'tool' ? 'tool' : 'human' }),
    settingsOf({ toolChoice, providerOptions }) {
      const options = providerOptions?.[dialect?.name ?? ''] ?? {}
      return {
        toolChoice: said(toolChoice),
        thinking: said(options['thinking']),
        effort: said(options['effort'] ?? options['reasoningEffort']),
      }
    },
  }
}

/** A tool of a provider's own, or one that is loaded later, carries no mark. */
function isMarkable({ type, providerOptions }: AiSdkTool): boolean {
  return type === 'function' && providerOptions?.['anthropic']?.['deferLoading'] !== true
}

/** The caller's own system messages: another text of them is told while the cache is warm. */
function openingLayer(
  opening: readonly AiSdkMessage[],
  role: 'user' | 'system',
  made: MakeBlockOptions,
): RequestLayer<LayoutValue> {
  const texts = opening.map(({ content }) => String(content))
  const change = `${REPLACES}\n\n${texts.join('\n\n')}`
  return {
    id: 'opening-of-the-caller',
    scope: 'session',
    blocks: opening.map((message, index) => {
      const markable = texts[index]?.trim() !== ''
      const facts = { part: 'system', kind: 'text', scope: 'session', markable } as const
      return makeBlock<LayoutValue>({ is: 'opening', message }, facts, { ...made, reads: message })
    }),
    change: ownText(change, { role, scope: 'session' }, made),
  }
}

function withMark<One extends AiSdkTool | AiSdkMessage>(
  one: One,
  { name }: CacheDialect,
  mark: Readonly<Record<string, unknown>>,
): One {
  return { ...one, providerOptions: withOptions(one.providerOptions, name, mark) }
}

function said(value: unknown): string {
  return JSON.stringify(value ?? null)
}
