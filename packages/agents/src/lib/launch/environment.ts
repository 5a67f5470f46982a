/** Variables of ours that carry a credential: by prefix and by what their name says. */
const OWN_SECRET = /^ONESOUL_.*(?:TOKEN|SECRET|KEY|PASSWORD|CREDENTIAL|COOKIE)/i

/**
 * Returns the environment that a started agent gets: `env` without our own
 * secrets and without the variables that would tell the agent that it runs
 * inside another one. A marker that ends in `*` stands for every name with that prefix.
 */
export function agentEnvironment(
  env: Readonly<Record<string, string>>,
  nestedMarkers: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !(OWN_SECRET.test(name) || isMarker(name, nestedMarkers)),
    ),
  )
}

function isMarker(name: string, markers: readonly string[]): boolean {
  return markers.some((marker) =>
    marker.endsWith('*') ? name.startsWith(marker.slice(0, -1)) : name === marker,
  )
}
