import type { CompletionNode } from './completion-tree.ts'

/** A completion script for fish, with the descriptions of the help. */
export function renderFish(nodes: readonly CompletionNode[]): string {
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => quote(path.join(' ')))
  return `# fish completion for onesoul
function __onesoul_at
  set -l at
  set -l words (commandline -opc)
  for word in $words[2..]
    test "$word" = --; and return 1
    set -l next (string join -- ' ' $at $word)
    contains -- $next ${paths.join(' ')}; and set at $next
  end
  test "$at" = "$argv[1]"
end
complete -c onesoul -f
${nodes.flatMap(linesOf).join('\n')}
`
}

function linesOf(node: CompletionNode): readonly string[] {
  const start = `complete -c onesoul -n ${quote(`__onesoul_at ${quote(node.path.join(' '))}`)}`
  const values = node.values.map((value) => `${start} -a ${quote(value)}`)
  const commands = node.commands.map(
    ({ name, description }) => `${start} -a ${quote(name)} -d ${quote(description)}`,
  )
  const options = node.options.map(({ name, description, takes, choices }) => {
    const shape = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`
    const kinds = {
      nothing: '',
      directory: " -r -a '(__fish_complete_directories)'",
      text: ` -x -a ${quote(choices.join(' '))}`,
    }
    return `${start} ${shape}${kinds[takes]} -d ${quote(description)}`
  })
  return [...values, ...commands, ...options]
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
