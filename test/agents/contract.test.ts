import { join } from 'node:path'
import { type Agent, type Recorder, startRecorder } from '@onesoul/agents'
import { createClaudeCodeAgent } from '@onesoul/agents/claude-code'
import { createCodexAgent } from '@onesoul/agents/codex'
import { createOpenCodeAgent } from '@onesoul/agents/opencode'
import { type ContractSetting, describeAgentContract } from '@onesoul/agents/testing'
import { type AgentProgramName, agentProgram } from './harness/agent-programs.ts'
import { createSandbox, type Sandbox } from './harness/sandbox.ts'

const OWN = 'A text of the person that shares our slot.'

/** How one real program is set up to talk to a scripted model. */
interface RealAgent {
  readonly program: AgentProgramName
  readonly create: () => Agent
  readonly env: (base: string, modelUrl: string) => Readonly<Record<string, string>>
  readonly configure: (sandbox: Sandbox, modelUrl: string) => Promise<void>
  readonly args?: readonly string[]
  readonly userText?: string
}

const claude = (program: AgentProgramName): RealAgent => ({
  program,
  create: createClaudeCodeAgent,
  env: (base, modelUrl) => ({
    CLAUDE_CONFIG_DIR: join(base, 'claude'),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'sk-ant-dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  configure: async () => undefined,
  args: ['--append-system-prompt', OWN],
  userText: OWN,
})

const REAL_AGENTS: readonly RealAgent[] = [
  claude('claude-197'),
  claude('claude-332'),
  {
    program: 'codex',
    create: createCodexAgent,
    env: (base) => ({ CODEX_HOME: join(base, 'codex'), SCRIPTED_KEY: 'dummy' }),
    configure: (sandbox, modelUrl) =>
      sandbox.put(
        'codex/config.toml',
        [
          'model = "gpt-5.2-codex"',
          'model_provider = "scripted"',
          'check_for_update_on_startup = false',
          `developer_instructions = "${OWN}"`,
          '[model_providers.scripted]',
          'name = "scripted"',
          `base_url = "${modelUrl}/v1"`,
          'wire_api = "responses"',
          'env_key = "SCRIPTED_KEY"',
          `[projects."${sandbox.tree}"]`,
          'trust_level = "trusted"',
        ].join('\n'),
      ),
    userText: OWN,
  },
  {
    program: 'opencode',
    create: createOpenCodeAgent,
    env: () => ({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    configure: (sandbox, modelUrl) =>
      sandbox.put(
        'home/.config/opencode/opencode.json',
        JSON.stringify({
          model: 'acme/large',
          small_model: 'acme/large',
          enabled_providers: ['acme'],
          provider: {
            acme: {
              npm: '@ai-sdk/openai-compatible',
              name: 'Acme',
              options: { baseURL: `${modelUrl}/v1`, apiKey: 'dummy' },
              models: { large: { name: 'Large', limit: { context: 128_000, output: 8192 } } },
            },
          },
        }),
      ),
  },
]

for (const real of REAL_AGENTS) {
  let sandbox: Sandbox | undefined
  let model: Recorder | undefined
  describeAgentContract({
    name: real.program,
    create: real.create,
    setUp: async (): Promise<ContractSetting> => {
      model = await startRecorder({ offline: true })
      const { url } = model
      sandbox = await createSandbox((base) => real.env(base, url))
      await real.configure(sandbox, url)
      return {
        command: agentProgram(real.program),
        env: sandbox.env,
        cwd: sandbox.tree,
        deliverDir: sandbox.deliverDir,
        args: real.args ?? [],
      }
    },
    tearDown: async () => {
      await model?.close()
      await sandbox?.remove()
    },
    ...(real.userText === undefined ? {} : { userText: real.userText }),
  })
}
