/** Commands of the design that this build does not have, with what they come with. */
const LATER: Readonly<Record<string, string>> = {
  send: 'the gateway',
  service: 'the gateway',
  update: 'the gateway',
  audit: 'the gateway',
  gateway: 'the gateway',
  up: 'the gateway',
  cron: 'the gateway',
  bots: 'the gateway',
}

/** One sentence when a person asks for a command that is not in this build yet. */
export function laterCommand(name: string | undefined): string | undefined {
  const comesWith = name === undefined ? undefined : LATER[name]
  return comesWith && `\`onesoul ${name}\` comes with ${comesWith}, which this build does not have`
}
