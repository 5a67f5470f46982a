import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startAnthropicProvider } from '../../packages/agents/src/lib/request/fixtures/anthropic-provider.ts'
import { startJsonServer } from '../../packages/agents/src/lib/request/fixtures/json-server.ts'
import { findCacheProfile } from '../../packages/core/src/cache.ts'

const page = new URL('../../docs/model-api.md', import.meta.url)
const folder = new URL('../../.cache/model-api/', import.meta.url)

beforeAll(() => mkdir(folder, { recursive: true }))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs an example of the page as it stands there. */
async function runExample(name: string): Promise<string> {
  const text = await readFile(page, 'utf8')
  const [, code] = new RegExp(`\`\`\`ts ${name}\\n([^]*?)\`\`\``).exec(text) ?? []
  const file = new URL(`${name}-${Date.now()}.ts`, folder)
  await writeFile(file, code ?? 'throw new Error("there is no such example")')
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((...words) => void said.push(words.join(' ')))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  try {
    await import(file.href)
  } finally {
    vi.restoreAllMocks()
  }
  return said.join('\n')
}

it('docs/model-api.md has an example for Anthropic that runs, and marks what it sends', async () => {
  const provider = await startAnthropicProvider({
    profile: findCacheProfile('anthropic', 'claude-opus-5').value,
    now: () => 1,
    tokensOf: (block) => JSON.stringify(block).length,
    answer: () => ({ content: [{ type: 'text', text: 'Hello, Ada.' }] }),
  })
  vi.stubEnv('ANTHROPIC_BASE_URL', provider.url)
  vi.stubEnv('ANTHROPIC_API_KEY', 'k')
  try {
    expect(await runExample('anthropic')).toMatch(
      /Hello, Ada\.\n\ndone, for as much as \d+ uncached tokens/,
    )
    expect(provider.refusals).toEqual([])
    expect(JSON.stringify(provider.bodies[0])).toContain('cache_control')
  } finally {
    vi.unstubAllEnvs()
    await provider.close()
  }
})

it('docs/model-api.md has an example for OpenAI that runs', async () => {
  const item = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: 'Hello, Ada.', annotations: [] }],
  }
  const usage = { input_tokens: 900, output_tokens: 5 }
  const response = { id: 'r', status: 'completed', output: [item], usage }
  const server = await startJsonServer(() => [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.completed', response },
  ])
  vi.stubEnv('OPENAI_BASE_URL', server.url)
  vi.stubEnv('OPENAI_API_KEY', 'k')
  try {
    expect(await runExample('openai')).toBe('done Hello, Ada.')
    expect(JSON.stringify(server.bodies[0])).toContain('prompt_cache_key')
  } finally {
    vi.unstubAllEnvs()
    await server.close()
  }
})

it('docs/model-api.md has an example for the AI SDK that runs, and reads its second step from the cache', async () => {
  let now = 0
  const call = { type: 'tool_use', id: 'c', name: 'look', input: { name: 'web' } }
  const provider = await startAnthropicProvider({
    profile: findCacheProfile('anthropic', 'claude-opus-5').value,
    now: () => now,
    tokensOf: (block) => JSON.stringify(block).length,
    answer(_, index) {
      now += 10
      return { content: [index === 0 ? call : { type: 'text', text: 'It does.' }] }
    },
  })
  vi.stubEnv('ANTHROPIC_BASE_URL', provider.url)
  vi.stubEnv('ANTHROPIC_API_KEY', 'k')
  try {
    expect(await runExample('ai-sdk')).toMatch(
      /^0 of \d+ tokens from the cache\n[1-9]\d+ of \d+ tokens from the cache\nIt does\.$/,
    )
    expect(provider.refusals).toEqual([])
  } finally {
    vi.unstubAllEnvs()
    await provider.close()
  }
})
