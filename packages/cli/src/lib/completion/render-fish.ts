import { type CompletionNode, NAMES_COMMAND } from './completion-tree.ts'

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
function __onesoul_names
  set -l words (commandline -opc)
  set -l given
  for i in (seq (count $words))
    contains -- $words[$i] --home --configs; and set -a given $words[$i] $words[(math $i + 1)]
  end
  command $words[1] ${NAMES_COMMAND} $argv[1] $given 2>/dev/null
end
complete -c onesoul -f
${nodes.flatMap(linesOf).join('\n')}
`
}

function linesOf(node: CompletionNode): readonly string[] {
  const start = `complete -c onesoul -n ${quote(`__onesoul_at ${quote(node.path.join(' '))}`)}`
  const values = [
    ...node.values.map((value) => `${start} -a ${quote(value)}`),
    ...(node.asks === undefined ? [] : [`${start} -a '(__onesoul_names ${node.asks})'`]),
  ]
  const commands = node.commands.map(
    ({ name, description }) => `${start} -a ${quote(name)} -d ${quote(description)}`,
  )
  const options = node.options.map(({ name, description, takes, choices, asks }) => {
    const shape = name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`
    const kinds = {
      nothing: '',
      directory: " -r -a '(__fish_complete_directories)'",
      text: ` -x -a ${asks === undefined ? quote(choices.join(' ')) : `'(__onesoul_names ${asks})'`}`,
    }
    return `${start} ${shape}${kinds[takes]} -d ${quote(description)}`
  })
  return [...values, ...commands, ...options]
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
