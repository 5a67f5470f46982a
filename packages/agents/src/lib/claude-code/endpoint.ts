import type { ModelEndpoint } from '../port/inspection.ts'

/** Where Claude Code sends its requests when nothing else is set. */
export const ANTHROPIC_URL = 'https://api.anthropic.com'

/** Switches to services whose requests are signed or addressed in another way. */
export const OTHER_SERVICES: Readonly<Record<string, string>> = {
  CLAUDE_CODE_USE_BEDROCK: 'Amazon Bedrock',
  CLAUDE_CODE_USE_VERTEX: 'Google Vertex AI',
  CLAUDE_CODE_USE_FOUNDRY: 'Microsoft Foundry',
}

/** Reads the model endpoint out of the environment that the agent works with. */
export function readEndpoint(env: Readonly<Record<string, string>>): ModelEndpoint {
  for (const [name, service] of Object.entries(OTHER_SERVICES)) {
    if (isSwitchedOn(env[name])) {
      return {
        recordable: false,
        reason: `Claude Code talks to ${service} (${name}), whose requests cannot be recorded`,
      }
    }
  }
  const { ANTHROPIC_BASE_URL: baseUrl } = env
  return {
    recordable: true,
    provider: 'anthropic',
    baseUrl: baseUrl || ANTHROPIC_URL,
    protocol: 'anthropic-messages',
  }
}

/** Whether a base URL is Anthropic's own, for which the agent lays its blocks out differently. */
export function isAnthropicUrl(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).host === new URL(ANTHROPIC_URL).host
}

/** What both versions take for "on" in a variable (measured: `true`, `1`, `yes`; not `0`, not empty). */
export function isSwitchedOn(value: string | undefined): boolean {
  return /^(?:1|true|yes|on)$/i.test(value?.trim() ?? '')
}
