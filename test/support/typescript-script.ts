const HOOKS = new URL('typescript-hooks.mjs', import.meta.url).href

/**
 * The argument vector for `process.execPath` that runs an ES module given as
 * text. The module may import our TypeScript sources, by file URL or by package name.
 */
export function typescriptArgs(source: string): string[] {
  return ['--conditions=@onesoul/source', '--import', HOOKS, '--input-type=module', '-e', source]
}

/** The file URL of a source file, given relative to the root of the repository. */
export function sourceUrl(path: string): string {
  return new URL(`../../${path}`, import.meta.url).href
}
