import type { MarkerTtl } from './cacheable-message.ts'

/** Where a request goes. */
export interface ModelRoute {
  /** As `anthropic`, `openrouter`, `litellm`, `alibaba`. */
  readonly provider: string
  readonly model: string
  /** The protocol that is spoken. Default: `openai`. */
  readonly wire?: 'anthropic' | 'openai'
  /** What the person says of a route of their own; it comes before every rule. */
  readonly override?: 'native' | 'envelope' | 'none'
}

/** How requests of a route are marked; spread it into the options of `applyAnthropicCacheControl`. */
export interface RouteMarking {
  readonly marks: boolean
  readonly nativeAnthropic: boolean
  readonly toolParts: boolean
  readonly longTtl: boolean
}

/**
 * Whether and how a route takes markers. The rules are tried in their order: a model
 * that caches by itself takes none; Anthropic itself is native; OpenRouter and
 * portals take parts for Claude, Kimi and Qwen; Claude on any Anthropic wire is
 * native, on LiteLLM in parts; MiniMax M2 is native; Qwen on Alibaba and OpenCode in
 * parts; everything else has none. Qwen and Alibaba keep entries for five minutes,
 * except for the models named in `longTtlModels`.
 */
export function routeMarking(
  route: ModelRoute,
  longTtlModels: readonly string[] = [],
): RouteMarking {
  const layout = route.override ?? RULES.find(([fits]) => fits(route))?.[1] ?? 'none'
  const short = isQwen(route) || is(route.provider, 'alibaba')
  return {
    marks: layout !== 'none',
    nativeAnthropic: layout === 'native',
    toolParts: !is(route.provider, 'litellm'),
    longTtl: longTtlModels.some((model) => is(route.model, model)) || !short,
  }
}

type Layout = 'native' | 'envelope' | 'none'

const RULES: readonly (readonly [fits: (route: ModelRoute) => boolean, layout: Layout])[] = [
  [({ model }) => is(model, 'minimax-m3'), 'none'],
  [({ provider }) => provider.toLowerCase() === 'anthropic', 'native'],
  [(route) => isPortal(route) && (isClaude(route) || is(route.model, 'kimi')), 'envelope'],
  [(route) => isPortal(route) && isQwen(route), 'envelope'],
  [(route) => isClaude(route) && route.wire === 'anthropic', 'native'],
  [(route) => isClaude(route) && is(route.provider, 'litellm'), 'envelope'],
  [({ model }) => is(model, 'minimax-m2'), 'native'],
  [
    (route) => isQwen(route) && ['alibaba', 'opencode'].some((name) => is(route.provider, name)),
    'envelope',
  ],
]

function isPortal({ provider }: ModelRoute): boolean {
  return is(provider, 'openrouter') || is(provider, 'portal')
}

function isClaude({ model }: ModelRoute): boolean {
  return is(model, 'claude')
}

function isQwen({ model }: ModelRoute): boolean {
  return is(model, 'qwen')
}

function is(name: string, part: string): boolean {
  return name.toLowerCase().includes(part)
}

/** Who starts the turns of a session without a pause for thought. */
const MACHINES: ReadonlySet<string> = new Set([
  'subagent',
  'cron',
  'kanban',
  'tool',
  'one-shot',
  'webhook',
  'api',
  'batch',
])

/** An hour where a person sets the pace, five minutes where a machine does. */
export function ttlOfSource(source: string): MarkerTtl {
  return MACHINES.has(source) ? '5m' : '1h'
}
