import {
  type GuardPolicyConfig,
  POLICY_PRESETS,
  THREAT_ACTIONS,
  THREAT_SEVERITIES,
} from '@onesoul/core'
import * as v from 'valibot'
import type { ConfigFile, ProjectConfigFile } from './config-file.ts'
import { described } from './described.ts'
import { GUIDANCE_SCHEMA } from './guidance-schema.ts'

/** Marks a key that a work tree's `.onesoul.yaml` may set, to narrow only. */
const PROJECT = { project: true }

const texts = v.array(v.string())
const map = v.record(v.string(), v.string())
const size = v.pipe(v.number(), v.integer(), v.minValue(0))

const action = v.picklist(THREAT_ACTIONS)
const policyRow = v.exactOptional(
  v.strictObject(v.entriesFromList(THREAT_SEVERITIES, v.exactOptional(action))),
)

/** What `guard.policy` may hold, and a file for `--policy`. */
export const GUARD_POLICY_SCHEMA: v.GenericSchema<unknown, GuardPolicyConfig> = v.strictObject({
  preset: v.exactOptional(
    described(v.picklist(POLICY_PRESETS), 'What holds for whatever is not set. Default default.'),
  ),
  operator: policyRow,
  user: policyRow,
  project: policyRow,
  model: policyRow,
  external: policyRow,
  forms: v.exactOptional(
    described(
      v.strictObject(
        v.entriesFromList(
          ['plain', 'quoted', 'fenced', 'negated', 'conditional'],
          v.exactOptional(action),
        ),
      ),
      'The most that is done about words in this form.',
    ),
  ),
})

const exclude = {
  exclude: v.exactOptional(
    described(
      texts,
      'Slots that are left out. Absent inherits, [] clears, a list replaces. Bot before platform before global.',
      { ...PROJECT, examples: [['USER.md', 'MEMORY.md']] },
    ),
  ),
  inject_exclude: v.exactOptional(
    described(texts, 'The older name of `exclude`.', { deprecated: true }),
  ),
}

const projectBudget = {
  perFile: v.exactOptional(
    described(size, 'Limit of one slot file, in `unit`. Default 8000.', PROJECT),
  ),
  total: v.exactOptional(
    described(size, 'Limit of all slot bodies together, in `unit`. Default 40000.', PROJECT),
  ),
  project: v.exactOptional(
    described(
      size,
      'Limit of one project file and of all of them, in `unit`. Default 20000.',
      PROJECT,
    ),
  ),
  tokens: v.exactOptional(
    described(size, "Estimated tokens of a composition. Default: the agent's own limit.", PROJECT),
  ),
  overflow: v.exactOptional(
    described(
      v.picklist(['truncate', 'fail']),
      'Cut what is over a limit, or refuse. Default truncate.',
      PROJECT,
    ),
  ),
}

const budget = v.strictObject({
  ...projectBudget,
  unit: v.exactOptional(
    described(
      v.picklist(['chars', 'tokens', 'bytes']),
      'Unit of the limits. Default chars: Unicode code points. Another unit needs all three limits.',
    ),
  ),
})

const audience = v.pipe(
  v.string(),
  v.regex(
    /^(?:public|owner|(?:user|group):[^\s:][^\s]{0,127})$/,
    'public, owner, user:<id> or group:<id>',
  ),
)

const bot = v.strictObject({
  name: described(v.string(), 'Name of the bot: 1-64 of A-Z a-z 0-9 . _ -'),
  platform: described(v.string(), 'The platform it lives on, e.g. slack.'),
  agent: v.exactOptional(described(v.string(), 'Id of the agent that answers.')),
  ...exclude,
  budget: v.exactOptional(budget),
  audience: v.exactOptional(
    described(audience, 'Viewer of its compositions when a request names none.'),
  ),
  required: v.exactOptional(described(texts, "Replaces the home's `required` for this bot.")),
})

const agent = v.strictObject({
  command: v.exactOptional(described(v.string(), 'Program to start: a name or an absolute path.')),
  env: v.exactOptional(described(map, 'Variables added to its environment.')),
  args: v.exactOptional(described(texts, 'Arguments that come before ours.')),
  channel: v.exactOptional(described(v.string(), "Route into the agent, by the adapter's name.")),
  permission: v.exactOptional(
    described(
      v.picklist(['read-only', 'workspace', 'auto-edit', 'full']),
      'Permission tier of its sessions.',
    ),
  ),
  argv: v.exactOptional(
    described(
      v.picklist(['allow', 'deny']),
      'Whether USER and MEMORY may stand in an argument vector. Default deny.',
    ),
  ),
  model: v.exactOptional(described(v.string(), 'Model to ask for.')),
})

const platforms = v.record(v.string(), v.strictObject(exclude))

const project = v.strictObject({
  mode: v.exactOptional(
    described(
      v.picklist(['all', 'first', 'off']),
      'Which instruction files of a work tree count. Default all.',
      PROJECT,
    ),
  ),
  trust: v.exactOptional(
    described(
      v.picklist(['ask', 'always', 'never']),
      'Whether a work tree must be pinned by `onesoul trust` first. Default ask.',
      PROJECT,
    ),
  ),
})

const variables = v.exactOptional(
  described(map, 'Values for {{name}} in slot files.', {
    ...PROJECT,
    examples: [{ team: 'core' }],
  }),
)

const changePolicy = v.picklist(['freeze', 'restart', 'next-turn'])

const onChange = v.strictObject({
  default: v.exactOptional(
    described(changePolicy, 'What is not named beside it, project files included. Default freeze.'),
  ),
  SOUL: v.exactOptional(changePolicy),
  AGENTS: v.exactOptional(changePolicy),
  TOOLS: v.exactOptional(changePolicy),
  USER: v.exactOptional(changePolicy),
  MEMORY: v.exactOptional(changePolicy),
})

const config = v.strictObject({
  language: v.exactOptional(
    described(
      v.picklist(['auto', 'en', 'zh']),
      'Language of lead-ins and metacognition. Default auto: follows SOUL.',
    ),
  ),
  configs: v.exactOptional(
    described(v.string(), 'Folder of the slots, relative to the home. Default agent-configs.'),
  ),
  ...exclude,
  platforms: v.exactOptional(platforms),
  bots: v.exactOptional(v.array(bot)),
  required: v.exactOptional(
    described(texts, 'Slots without which nothing is started.', { examples: [['AGENTS.md']] }),
  ),
  onMissing: v.exactOptional(
    described(
      v.picklist(['refuse', 'degrade']),
      'What happens when a required slot cannot be loaded. Default refuse.',
    ),
  ),
  budget: v.exactOptional(budget),
  variables,
  project: v.exactOptional(project),
  agents: v.exactOptional(v.record(v.string(), agent)),
  guidance: v.exactOptional(GUIDANCE_SCHEMA),
  skills: v.exactOptional(
    v.strictObject({
      roots: v.exactOptional(described(texts, 'More folders of skills.')),
      disabled: v.exactOptional(described(texts, 'Names of skills that are off.')),
      always: v.exactOptional(described(texts, 'Names of skills that are always shown in full.')),
      profile: v.exactOptional(
        described(v.picklist(['runtime', 'operator']), 'Which built-in skills are offered.'),
      ),
      tokens: v.exactOptional(
        described(
          size,
          'Estimated tokens of the list of skills for an agent without one of its own. Default 4000.',
        ),
      ),
      shadow: v.exactOptional(
        described(
          v.picklist(['project', 'user', 'off']),
          'Whose skills hide what points at others of the same name. Default project: those of a trusted work tree.',
        ),
      ),
    }),
  ),
  sessions: v.exactOptional(
    v.strictObject({
      retainDays: v.exactOptional(
        described(size, 'Days without use after which `sessions prune` removes one. Default 30.'),
      ),
      onChange: v.exactOptional(
        described(
          onChange,
          'What a session does that is gone on with after a slot changed: keep its text (freeze), ask for a reset (restart), or take the new text with the turn (next-turn).',
          { examples: [{ default: 'freeze', AGENTS: 'restart' }] },
        ),
      ),
    }),
  ),
  captures: v.exactOptional(
    v.strictObject({
      retainDays: v.exactOptional(described(size, 'Days a capture is kept. Default 7.')),
      maxBytes: v.exactOptional(
        described(size, 'Bytes of all captures together. Default 500000000.'),
      ),
    }),
  ),
  compat: v.exactOptional(
    v.strictObject({
      suffixFiles: v.exactOptional(
        described(
          v.picklist(['off', 'append']),
          'Load SOUL.slack.md and the like after the base file. Default off.',
        ),
      ),
      singleBotIgnoresName: v.exactOptional(
        described(v.boolean(), 'A lone bot of a platform does not use its own folder.'),
      ),
      userDataPublic: v.exactOptional(
        described(v.boolean(), 'USER and MEMORY are shown to every viewer.'),
      ),
      elementName: v.exactOptional(
        described(v.picklist(['onesoul', 'hotplex']), 'Name of the metacognition element.'),
      ),
    }),
  ),
  guard: v.exactOptional(
    v.strictObject({
      policy: v.exactOptional(
        described(
          GUARD_POLICY_SCHEMA,
          'What is done about a finding, by trust, severity and form.',
        ),
      ),
      overrides: v.exactOptional(described(v.string(), 'File of accepted findings.')),
    }),
  ),
  allowedRoots: v.exactOptional(
    described(texts, 'More folders into which a symbolic link may lead.'),
  ),
})

const projectConfig = v.strictObject({
  ...exclude,
  platforms: v.exactOptional(platforms),
  bots: v.exactOptional(
    v.array(
      v.strictObject({ name: v.string(), platform: v.exactOptional(v.string()), ...exclude }),
    ),
  ),
  budget: v.exactOptional(v.strictObject(projectBudget)),
  variables,
  project: v.exactOptional(project),
})

/** The shape of `config.yaml`. Unknown keys are issues at every level. */
export const CONFIG_SCHEMA: v.GenericSchema<unknown, ConfigFile> = config as v.GenericSchema<
  unknown,
  ConfigFile
>

/** The shape of a work tree's `.onesoul.yaml`: the keys that a project may set. */
export const PROJECT_CONFIG_SCHEMA: v.GenericSchema<unknown, ProjectConfigFile> =
  projectConfig as v.GenericSchema<unknown, ProjectConfigFile>
