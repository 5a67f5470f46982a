import type { SkillLimit } from '../port/limits.ts'
import type { AgentTraits } from '../port/traits.ts'

/** Tools that change files or run code, by the names of both measured versions. */
const WRITING_TOOLS = 'Bash,PowerShell,Monitor,Edit,Write,NotebookEdit'

const PROJECT_SKILLS = ['.claude/skills'] as const
const PERSONAL_SKILLS = [
  { variable: 'CLAUDE_CONFIG_DIR', folder: '.claude', skills: 'skills' },
] as const

/** What the versions have in common; each has other skills of its own, most of which it never shortens. */
const SKILL_LIST: Omit<SkillLimit, 'measured'> = {
  kind: 'skills',
  what: 'skill list',
  roots: PROJECT_SKILLS,
  personal: PERSONAL_SKILLS,
  bundled: [],
  hiddenBy: 'disable-model-invocation',
  alsoListed: 'when_to_use',
  unit: 'characters',
  // 1 per cent of a window of 200,000 tokens, a token being four characters.
  total: 8000,
  perDescription: 1536,
  over: 'leave-out',
}

/** What shared code may know about Claude Code; measured on 2.1.197 and 2.1.332. */
export const CLAUDE_CODE_TRAITS: AgentTraits = {
  name: 'Claude Code',
  protocols: ['anthropic-messages'],
  channel: 'append-system-prompt file',
  maxTokens: 32_000,
  canReadFiles: true,
  // The appended system prompt stops at the main agent; what children get is a file of its own.
  noTurnText: "a hook's text is cut above 10,000 characters and gone after a compaction",
  subagents: 'directives',
  tells: ['model', 'environment'],
  hedges: ['this context may or may not be relevant'],
  provenVersions: ['2.1.197', '2.1.332'],
  permissionFlags: {
    'read-only': ['--permission-mode', 'plan', `--disallowedTools=${WRITING_TOOLS}`],
    workspace: ['--permission-mode', 'acceptEdits'],
    'auto-edit': ['--permission-mode', 'auto'],
    full: ['--dangerously-skip-permissions'],
  },
  limits: [
    { ...SKILL_LIST, measured: '2.1.332', reserved: 6074 },
    { ...SKILL_LIST, measured: '2.1.197', reserved: 4250 },
  ],
  skills: {
    prefix: 'onesoul:',
    roots: { project: PROJECT_SKILLS, personal: PERSONAL_SKILLS },
    untrustedRoots: { project: [], personal: PERSONAL_SKILLS },
    nested: false,
    hides: 'frontmatter',
    list: {
      unit: 'characters',
      // What is left of 1 per cent of a window of a million tokens beside its own skills; of a smaller window it shows less by itself.
      total: 20_000,
      perDescription: 1536,
      perEntry: 5,
      names: 1,
      path: false,
    },
  },
  reading: {
    file: 'CLAUDE.md',
    groups: [['CLAUDE.md', 'AGENTS.md']],
    expandsImports: true,
    dropsComments: true,
    source: '2.1.332',
  },
  nestedMarkers: [
    'AI_AGENT',
    'CLAUDECODE',
    'CLAUDE_CODE_CHILD_NOTES_DIR',
    'CLAUDE_CODE_CHILD_SESSION',
    'CLAUDE_CODE_ENTRYPOINT',
    'CLAUDE_CODE_EXECPATH',
    'CLAUDE_CODE_MESSAGING_SOCKET',
    'CLAUDE_CODE_MESSAGING_TOKEN',
    'CLAUDE_CODE_SESSION_ATTENDED',
    'CLAUDE_CODE_SESSION_ID',
    'CLAUDE_EFFORT',
    'CLAUDE_PID',
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
