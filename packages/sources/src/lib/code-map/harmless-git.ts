import type { Environment } from '../config/environment-layer.ts'

/** Arguments that go before the command: a repository of others must not start a file monitor that it names. */
export const HARMLESS_GIT_ARGS: readonly string[] = ['-c', 'core.fsmonitor=false']

/**
 * A person's environment for a git that is only asked: less the variables that
 * would point it at another repository, without locks, questions, and programs
 * that a repository names for fetching.
 */
export function harmlessGitEnvironment(env: Environment): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(own),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  }
}
