import type { AgentTraits } from '../port/traits.ts'

export const OPENCODE_ID = 'opencode'

const OWN_SKILLS = [
  { variable: 'XDG_CONFIG_HOME', folder: '.config', skills: 'opencode/skills' },
  { variable: 'XDG_CONFIG_HOME', folder: '.config', skills: 'opencode/skill' },
] as const

/** What shared code may know about OpenCode; measured on 1.18.33. */
export const OPENCODE_TRAITS: AgentTraits = {
  name: 'OpenCode',
  protocols: ['anthropic-messages', 'openai-responses', 'openai-chat'],
  channel: 'instructions file',
  maxTokens: 32_000,
  canReadFiles: true,
  // `instructions` belong to the configuration: the prompt of every agent, also of a child, gets them whole.
  noTurnText: 'only a server of its own takes a text beside the prompt',
  subagents: 'everything',
  tells: ['model', 'environment'],
  hedges: [],
  provenVersions: ['1.18.33'],
  // Its permissions ask before a tool runs; they confine no process, so the lower tiers cannot be enforced.
  permissionFlags: { full: ['--auto'] },
  // OpenCode sets all three again for its own children.
  reading: {
    file: 'AGENTS.md',
    groups: [['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md']],
    source: '1.18.33',
  },
  skills: {
    prefix: '',
    roots: {
      project: ['.opencode/skills', '.opencode/skill', '.claude/skills', '.agents/skills'],
      personal: [
        { folder: '.claude', skills: 'skills' },
        { folder: '.agents', skills: 'skills' },
        ...OWN_SKILLS,
      ],
    },
    untrustedRoots: { project: [], personal: OWN_SKILLS },
    nested: true,
    hides: null,
    list: {
      unit: 'characters',
      // It has no limit of its own and would send all; this is about 8,000 tokens.
      total: 32_000,
      perDescription: 1024,
      perEntry: 110,
      names: 1,
      path: true,
    },
  },
  nestedMarkers: ['AGENT', 'OPENCODE', 'OPENCODE_PID'],
  capabilities: [
    'resume',
    'resume_terminated',
    'streaming',
    'tools',
    'native_catalog',
    'native_invocation',
    'system_prompt_update',
  ],
}
