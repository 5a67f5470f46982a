import type { ConfigPath } from '../../config/yaml-source.ts'

const CREDENTIAL =
  /(?:^|_)(?:token|tokens|secret|secrets|password|key|keys|credentials?|dsn|webhook(?:_url)?|encrypt\w*|verification)(?:$|_)/i

/** Why keys stay behind, by the first words of their path or by their last one. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^admin\b/, 'the admin interface belongs to a gateway, which this version does not have'],
  [
    /^(?:gateway|server|http|ws|web|webchat|auth|session|pool|db|database|storage)\b/,
    'it configures the gateway, which this version does not have',
  ],
  [/^cron\b/, 'jobs need a gateway, which this version does not have'],
  [
    /^(?:log|logging|metrics|telemetry|otel|tracing|observability|audit|activity)\b/,
    'it configures logs and metrics of the gateway',
  ],
  [/^skills?\b/, 'skills are not managed by this version; agents go on reading their own'],
  [
    /^brain\b|^stt\b|^tts\b|\.(?:stt|tts|speech)\b/,
    'speech and the gateway’s own model belong to the gateway',
  ],
  [
    /permission_mode$|\.permission\w*$/,
    'permissions are set per run with --permission, or per agent with agents.<id>.permission',
  ],
  [/work_?dir$/, 'the working directory is where onesoul is started, or --cwd'],
  [
    /^worker\b|\.worker\b/,
    'how an agent is started is a setting of agents.<id> and of the agent itself',
  ],
  [
    /_policy$|allow_\w*from$|allow_from$|require_mention$|allowed_\w+$/,
    'who may talk to a bot is for the gateway to enforce, which this version does not have',
  ],
  [
    /\.enabled$/,
    'platforms are not served by this version; the texts of all of them were imported',
  ],
  [
    /^messaging\b/,
    'it configures the connection to the platform, which this version does not have',
  ],
  [/^agent_config\b/, 'no setting of OneSoul corresponds to it'],
]

/** One phrase why a key of HotPlex's configuration has no place in a home. */
export function explainKey(path: ConfigPath): string {
  const last = String(path.findLast((step) => typeof step === 'string') ?? '')
  if (CREDENTIAL.test(last)) return 'a credential: it was neither copied nor printed'
  const key = path.filter((step) => typeof step === 'string').join('.')
  const known = REASONS.find(([pattern]) => pattern.test(key))
  return known?.[1] ?? 'no setting of OneSoul corresponds to it'
}
