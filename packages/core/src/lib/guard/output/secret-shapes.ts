/** How the tokens of one provider look. */
export interface SecretShape {
  /** What it is, for the message. */
  readonly what: string
  readonly prefix: string
  /** One character of what follows the prefix. */
  readonly letter: RegExp
  /** How many characters follow at least. */
  readonly min: number
  /** That no more than those may follow. */
  readonly exact?: true
}

const WORD = /[A-Za-z0-9]/
const URL_SAFE = /[A-Za-z0-9_-]/
const DOTTED = /[A-Za-z0-9_.-]/
const HEX = /[0-9a-f]/
const CAPITAL = /[A-Z0-9]/

/** The longer prefix first where one begins with another. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  { what: 'an Anthropic key', prefix: 'sk-ant-', letter: URL_SAFE, min: 20 },
  { what: 'an OpenRouter key', prefix: 'sk-or-v1-', letter: HEX, min: 40 },
  { what: 'an OpenAI key', prefix: 'sk-proj-', letter: URL_SAFE, min: 20 },
  { what: 'an OpenAI key', prefix: 'sk-svcacct-', letter: URL_SAFE, min: 20 },
  { what: 'an OpenAI key', prefix: 'sk-admin-', letter: URL_SAFE, min: 20 },
  { what: 'an OpenAI key', prefix: 'sk-', letter: WORD, min: 32 },
  { what: 'a GitHub key', prefix: 'github_pat_', letter: /[A-Za-z0-9_]/, min: 40 },
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix) => ({
    what: 'a GitHub key',
    prefix,
    letter: WORD,
    min: 30,
  })),
  { what: 'a GitLab key', prefix: 'glpat-', letter: DOTTED, min: 20 },
  ...['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxe-', 'xapp-'].map((prefix) => ({
    what: 'a Slack key',
    prefix,
    letter: /[A-Za-z0-9-]/,
    min: 20,
  })),
  { what: 'an AWS key', prefix: 'AKIA', letter: CAPITAL, min: 16, exact: true },
  { what: 'an AWS key', prefix: 'ASIA', letter: CAPITAL, min: 16, exact: true },
  { what: 'a Google key', prefix: 'AIza', letter: URL_SAFE, min: 35, exact: true },
  { what: 'a Google key', prefix: 'ya29.', letter: DOTTED, min: 30 },
  { what: 'a Google key', prefix: 'GOCSPX-', letter: URL_SAFE, min: 24 },
  { what: 'a Stripe key', prefix: 'sk_live_', letter: WORD, min: 20 },
  { what: 'a Stripe key', prefix: 'rk_live_', letter: WORD, min: 20 },
  { what: 'an npm key', prefix: 'npm_', letter: WORD, min: 36 },
  { what: 'a Hugging Face key', prefix: 'hf_', letter: WORD, min: 30 },
  { what: 'a PyPI key', prefix: 'pypi-AgEI', letter: URL_SAFE, min: 50 },
  { what: 'a SendGrid key', prefix: 'SG.', letter: DOTTED, min: 60 },
  { what: 'a DigitalOcean key', prefix: 'dop_v1_', letter: HEX, min: 60 },
  { what: 'a Groq key', prefix: 'gsk_', letter: WORD, min: 40 },
  { what: 'an xAI key', prefix: 'xai-', letter: WORD, min: 60 },
  { what: 'an age key', prefix: 'AGE-SECRET-KEY-1', letter: CAPITAL, min: 50 },
]
