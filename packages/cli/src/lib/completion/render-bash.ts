import { type CompletionNode, NAMES_COMMAND, type NameKind } from './completion-tree.ts'

/** A completion script for bash 3.2 and newer. After `--` it offers nothing: those words are the agent's. */
export function renderBash(nodes: readonly CompletionNode[]): string {
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => quote(path.join(' ')))
  const words = nodes.map((node) => `    ${quote(node.path.join(' '))}) words=${wordsOf(node)} ;;`)
  return `# bash completion for onesoul
_onesoul() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' words='' next i given=()
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      --) return ;;
      --home|--configs) given+=("\${COMP_WORDS[i]}" "\${COMP_WORDS[i+1]}") ;;
    esac
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
  const fixed = quote([...node.values, ...names].join(' '))
  return node.asks === undefined ? fixed : `"${namesOf(node.asks)} "${fixed}`
}

/** The command prints only names without a character that means something to a shell. */
function namesOf(kind: NameKind): string {
  return `$("\${COMP_WORDS[0]}" ${NAMES_COMMAND} ${kind} \${given[@]+"\${given[@]}"} 2>/dev/null)`
}

function valueCases(node: CompletionNode): readonly string[] {
  const path = node.path.join(' ')
  return node.options
    .filter(({ takes }) => takes !== 'nothing')
    .map(({ name, choices, takes, asks }) => {
      const words = asks === undefined ? quote(choices.join(' ')) : `"${namesOf(asks)}"`
      const kind = takes === 'directory' ? '-d' : `-W ${words}`
      return `    ${quote(`${path} ${name}`)}) COMPREPLY=($(compgen ${kind} -- "$cur")); return ;;`
    })
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
