/** Names of variables that a composition fills by itself. */
export const BUILT_IN_VARIABLES: readonly ['workspaceDir', 'platform', 'bot', 'agent'] = [
  'workspaceDir',
  'platform',
  'bot',
  'agent',
]
