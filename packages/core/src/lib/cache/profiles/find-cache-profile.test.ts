import { describe, expect, it } from 'vitest'
import { CACHE_PROFILES, findCacheProfile } from './find-cache-profile.ts'

describe('findCacheProfile', () => {
  it.each([
    ['anthropic', 'claude-opus-5', 'claude-opus-5', 512],
    ['anthropic', 'claude-opus-5-5-20261001', 'claude-opus-5-5', 512],
    ['anthropic', 'claude-fable-5.1', 'claude-fable-5-1', 512],
    ['anthropic', 'claude-opus-4-8', 'claude-opus-4-8', 1024],
    ['anthropic', 'claude-opus-4-20250514', 'claude-opus-4', 1024],
    ['anthropic', 'claude-opus-4-7', 'claude-opus-4-7', 2048],
    ['anthropic', 'claude-3-5-haiku-20241022', 'claude-3-5-haiku', 2048],
    ['anthropic', 'claude-haiku-4-5-20251001', 'claude-haiku-4-5', 4096],
    ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5', 1024],
    ['bedrock', 'anthropic.claude-opus-4-7-v1', 'claude-opus-4-7', 4096],
    ['vertex', 'claude-sonnet-4-6@20260101', 'claude-sonnet-4-6', 1024],
    ['openrouter', 'anthropic/claude-opus-4.6', 'claude-opus-4-6', 4096],
    ['openrouter', 'openai/gpt-5.6-mini', 'gpt-5-6', 1024],
    ['openai', 'gpt-4o-mini', 'gpt-4o', 1024],
    ['openai', 'gpt-5.5', 'gpt-5-5', 1024],
    ['openai', 'gpt-5.6', 'gpt-5-6', 1024],
    ['openai', 'gpt-6', 'gpt-5-6', 1024],
    ['gemini', 'models/gemini-2.5-flash', 'gemini-2-5', 2048],
    ['gemini', 'gemini-3-pro-preview', 'gemini-3', 4096],
    ['deepseek', 'deepseek-chat', 'deepseek', 64],
  ])('%s %s has the rules of %s', (provider, model, family, minTokens) => {
    const { value, diagnostics } = findCacheProfile(provider, model)
    expect(diagnostics).toEqual([])
    expect(value).toMatchObject({ provider, model: family, minTokens })
  })

  it.each([
    ['anthropic', 'claude-opus-4-9'],
    ['anthropic', 'claude-opus-55'],
    ['bedrock', 'anthropic.claude-next-1'],
    ['openai', 'davinci-002'],
    ['somewhere', 'a-model'],
  ])('%s %s is not known: careful rules, said aloud', (provider, model) => {
    const { value, diagnostics } = findCacheProfile(provider, model)
    expect(diagnostics).toMatchObject([{ code: 'cache.unknown-model', severity: 'warning' }])
    expect(value).toMatchObject({ provider, model, minTokens: 4096, systemInMessages: false })
    const siblings = CACHE_PROFILES.filter((one) => one.provider === provider)
    for (const { minTokens, read } of siblings) {
      expect(value.minTokens).toBeGreaterThanOrEqual(minTokens)
      expect(value.read).toBeGreaterThanOrEqual(Math.min(read, 0.1))
    }
  })

  it('has the multipliers of a read that are a family’s own', () => {
    const reads = ['claude-opus-5', 'claude-opus-5-5', 'claude-fable-5-1', 'claude-fable-5'].map(
      (model) => findCacheProfile('anthropic', model).value.read,
    )
    expect(reads).toEqual([0.1, 0.05, 0.025, 0.1])
  })
})

describe('CACHE_PROFILES', () => {
  it('names every model of a provider once, with the day of its rules', () => {
    const names = CACHE_PROFILES.map(({ provider, model }) => `${provider} ${model}`)
    expect(new Set(names).size).toBe(names.length)
    for (const { asOf } of CACHE_PROFILES) expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('collapses runs on Anthropic’s own API alone', () => {
    const collapsing = CACHE_PROFILES.filter(({ collapsesRuns }) => collapsesRuns)
    expect(new Set(collapsing.map(({ provider }) => provider))).toEqual(new Set(['anthropic']))
  })

  it('can be marked exactly where it says a price for writing', () => {
    for (const { mechanism, maxMarks, write } of CACHE_PROFILES) {
      expect(maxMarks > 0).toBe(mechanism !== 'automatic')
      expect(Object.keys(write).length > 0).toBe(mechanism !== 'automatic')
    }
  })
})
