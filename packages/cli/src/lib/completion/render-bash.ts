import type { CompletionNode } from './completion-tree.ts'

/** A completion script for bash 3.2 and newer. After `--` it offers nothing: those words are the agent's. */
export function renderBash(nodes: readonly CompletionNode[]): string {
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => quote(path.join(' ')))
  const words = nodes.map(
    (node) => `    ${quote(node.path.join(' '))}) words=${quote(wordsOf(node))} ;;`,
  )
  return `# bash completion for onesoul
_onesoul() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' words='' next i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ \${COMP_WORDS[i]} == -- ]] && return
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
      ${paths.join('|')}) path=$next ;;
    esac
  done
  case "$path $prev" in
${nodes.flatMap(valueCases).join('\n')}
  esac
  case "$path" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _onesoul onesoul
`
}

function wordsOf(node: CompletionNode): string {
  const names = [...node.commands, ...node.options].map(({ name }) => name)
  return [...node.values, ...names].join(' ')
}

function valueCases(node: CompletionNode): readonly string[] {
  const path = node.path.join(' ')
  return node.options
    .filter(({ takes }) => takes !== 'nothing')
    .map(({ name, choices, takes }) => {
      const kind = takes === 'directory' ? '-d' : `-W ${quote(choices.join(' '))}`
      return `    ${quote(`${path} ${name}`)}) COMPREPLY=($(compgen ${kind} -- "$cur")); return ;;`
    })
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
