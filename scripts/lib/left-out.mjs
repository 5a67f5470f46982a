/** Parts of the official clients that a command with an API key never reaches: cloud logins, signed web hooks, sockets. */
const LEFT_OUT = {
  'google-auth-library': ['GoogleAuth'],
  standardwebhooks: ['Webhook'],
  ws: ['WebSocket'],
}

/** A bundler plugin that puts classes which cannot be made in the place of packages that the command never uses. */
export function leftOut() {
  const prefix = '\0left-out:'
  return {
    name: 'left-out',
    enforce: 'pre',
    resolveId: (id) => (Object.hasOwn(LEFT_OUT, id) ? prefix + id : null),
    load(id) {
      if (!id.startsWith(prefix)) return null
      const name = id.slice(prefix.length)
      const classes = LEFT_OUT[name].map(
        (one) =>
          `export class ${one} { constructor() { throw new Error('${name} is not in this build') } }`,
      )
      return classes.join('\n')
    },
  }
}
