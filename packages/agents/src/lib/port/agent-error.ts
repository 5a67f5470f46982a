export type AgentErrorCode =
  | 'not-found'
  | 'start-failed'
  | 'protocol'
  | 'unsupported'
  | 'refused'
  | 'timeout'

/** The one error class of this package: broken promises, never expected trouble. */
export class AgentError extends Error {
  readonly code: AgentErrorCode

  constructor(code: AgentErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'AgentError'
    this.code = code
  }
}
