import { describe, expect, it } from 'vitest'
import { deliverInto, opensPersonsThread, type ThreadDelivery } from './thread-delivery.ts'

const delivery: ThreadDelivery = {
  developerInstructions: 'own\n\nours',
  delivered: 'ours',
  updates: [],
  thread: { model: 'm', sandbox: 'read-only', ephemeral: true },
  profile: { a: 1, b: 1 },
  recorder: { url: 'http://127.0.0.1/x' },
  skillRoots: [],
}

describe('opensPersonsThread', () => {
  it.each([
    [{ method: 'thread/start', params: { threadSource: null } }, true],
    [{ method: 'thread/start', params: { threadSource: 'user' } }, true],
    [{ method: 'thread/start', params: {} }, true],
    [{ method: 'thread/resume', params: { threadId: 'x' } }, true],
    [{ method: 'thread/fork', params: { threadId: 'x' } }, true],
    [{ method: 'thread/start', params: { threadSource: 'thread_title' } }, false],
    [{ method: 'turn/start', params: {} }, false],
    [{ id: 1, result: {} }, false],
  ])('%j: %s', (message, expected) => {
    expect(opensPersonsThread(message)).toBe(expected)
  })
})

describe('deliverInto', () => {
  it('fills what a new thread leaves open and nothing else', () => {
    const params = { model: null, sandbox: 'workspace-write', cwd: null, config: null }
    const message = { id: 7, method: 'thread/start', params }
    expect(deliverInto(message, delivery)).toEqual({
      id: 7,
      method: 'thread/start',
      params: {
        model: 'm',
        sandbox: 'workspace-write',
        ephemeral: true,
        cwd: null,
        threadSource: 'user',
        developerInstructions: 'own\n\nours',
        config: { a: 1, b: 1, url: 'http://127.0.0.1/x' },
      },
    })
  })

  it('sets the profile under the configuration of the client and the recorder over it', () => {
    const params = { config: { b: 2, url: 'elsewhere' } }
    const sent = deliverInto({ method: 'thread/start', params }, delivery)
    expect(sent).toMatchObject({ params: { config: { a: 1, b: 2, url: 'http://127.0.0.1/x' } } })
  })

  it.each(['thread/resume', 'thread/fork'])(
    'gives %s the text, the model and the sandbox alone',
    (method) => {
      expect(deliverInto({ method, params: { threadId: 'x' } }, delivery)).toEqual({
        method,
        params: {
          threadId: 'x',
          model: 'm',
          sandbox: 'read-only',
          developerInstructions: 'own\n\nours',
          config: { a: 1, b: 1, url: 'http://127.0.0.1/x' },
        },
      })
    },
  )

  it('leaves a thread of its own to Codex, but puts the recorder before it', () => {
    const params = { threadSource: 'thread_title', developerInstructions: null }
    expect(deliverInto({ method: 'thread/start', params }, delivery)).toEqual({
      method: 'thread/start',
      params: { ...params, config: { a: 1, b: 1, url: 'http://127.0.0.1/x' } },
    })
  })

  it('returns every other message as it is', () => {
    const message = { id: 1, method: 'turn/start', params: { developerInstructions: null } }
    expect(deliverInto(message, delivery)).toBe(message)
  })
})
