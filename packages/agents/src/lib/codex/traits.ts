import type { AgentTraits } from '../port/traits.ts'
import { PROJECT_BUDGET_BYTES } from './facts.ts'

const SKILL_ROOTS = {
  project: ['.agents/skills', '.codex/skills'],
  personal: [
    { variable: 'CODEX_HOME', folder: '.codex', skills: 'skills' },
    { folder: '.agents', skills: 'skills' },
  ],
} as const

/** What shared code may know about Codex; measured on 0.171.0. */
export const CODEX_TRAITS: AgentTraits = {
  name: 'Codex',
  protocols: ['openai-responses'],
  channel: 'developer instructions',
  maxTokens: 32_000,
  canReadFiles: true,
  // The history of a thread keeps the developer text of its start; another one counts after a compaction.
  changedText: 'supersedes',
  // A spawned agent starts with the developer instructions of its parent, whole.
  subagents: 'everything',
  tells: ['model', 'environment'],
  hedges: [],
  provenVersions: ['0.171.0'],
  permissionFlags: {
    'read-only': ['--sandbox', 'read-only', '--ask-for-approval', 'never'],
    workspace: ['--sandbox', 'workspace-write', '--ask-for-approval', 'on-request'],
    'auto-edit': ['--sandbox', 'workspace-write', '--ask-for-approval', 'never'],
    full: ['--sandbox', 'danger-full-access', '--ask-for-approval', 'never'],
  },
  limits: [
    {
      kind: 'documents',
      what: 'project instructions',
      measured: '0.171.0',
      names: ['AGENTS.override.md', 'AGENTS.md'],
      choose: 'first',
      reach: 'way',
      unit: 'bytes',
      perFile: null,
      total: PROJECT_BUDGET_BYTES,
      cut: 'end',
    },
    {
      kind: 'skills',
      what: 'skill list',
      measured: '0.171.0',
      roots: SKILL_ROOTS.project,
      personal: SKILL_ROOTS.personal,
      bundled: [
        { name: 'imagegen', size: 570 },
        { name: 'openai-docs', size: 624 },
        { name: 'skill-creator', size: 106 },
        { name: 'skill-installer', size: 225 },
      ],
      unit: 'bytes',
      // 2 per cent of a window of 272,000 tokens, a token being four bytes.
      total: 21_760,
      perDescription: 1024,
      over: 'shorten',
    },
  ],
  skills: {
    // It reads the manifest of Claude Code's plugins.
    prefix: 'onesoul:',
    roots: SKILL_ROOTS,
    // Nothing keeps it from those of a work tree.
    untrustedRoots: SKILL_ROOTS,
    nested: true,
    hides: 'agents/openai.yaml',
    list: {
      unit: 'bytes',
      // Leaves room for its own in 2 per cent of a window of 272,000 tokens.
      total: 20_500,
      perDescription: 1024,
      perEntry: 27,
      names: 2,
      path: false,
    },
  },
  reading: {
    file: 'AGENTS.md',
    groups: [['AGENTS.override.md', 'AGENTS.md']],
    source: '0.171.0',
  },
  nestedMarkers: [
    'CODEX_APPLY_PATCH_PRESERVE_LINE_ENDINGS',
    'CODEX_CI',
    'CODEX_INTERNAL_ORIGINATOR_OVERRIDE',
    'CODEX_MANAGED_*',
    'CODEX_NETWORK_*',
    'CODEX_PERMISSION_PROFILE',
    'CODEX_SANDBOX*',
    'CODEX_SESSION_ID',
    'CODEX_SHELL_SNAPSHOT_*',
    'CODEX_SNAPSHOT_*',
    'CODEX_THREAD_ID',
    'CODEX_TOOL_CALL_*',
    'CODEX_VERSION',
  ],
  capabilities: [
    'resume',
    'resume_terminated',
    'streaming',
    'tools',
    'native_catalog',
    'native_invocation',
  ],
}
