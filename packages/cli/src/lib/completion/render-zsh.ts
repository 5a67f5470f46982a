import {
  type CompletionNode,
  type CompletionWord,
  NAMES_COMMAND,
  type NameKind,
} from './completion-tree.ts'

/** A completion script for zsh, with the descriptions of the help. */
export function renderZsh(nodes: readonly CompletionNode[]): string {
  const paths = nodes.filter(({ path }) => path.length > 0).map(({ path }) => quote(path.join(' ')))
  return `#compdef onesoul
_onesoul() {
  local at='' next i
  local -a offered given
  for ((i = 2; i < CURRENT; i++)); do
    case "$words[i]" in
      --) return ;;
      --home|--configs) given+=("$words[i]" "\${(Q)words[i+1]}") ;;
    esac
    next="\${at:+$at }$words[i]"
    case "$next" in
      ${paths.join('|')}) at=$next ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${nodes.flatMap(valueCases).join('\n')}
  esac
  case "$at" in
${nodes.map(nodeCase).join('\n')}
  esac
  _describe onesoul offered
}
if [[ $funcstack[1] == _onesoul ]]; then
  _onesoul "$@"
else
  compdef _onesoul onesoul
fi
`
}

function nodeCase(node: CompletionNode): string {
  const values = node.values.map((name) => ({ name, description: '' }))
  const items = [...values, ...node.commands, ...node.options].map(describe)
  const asked = node.asks === undefined ? '' : ` ${namesOf(node.asks)}`
  return `    ${quote(node.path.join(' '))}) offered=(${items.join(' ')}${asked}) ;;`
}

/** One word for each line that the command prints. */
function namesOf(kind: NameKind): string {
  return `\${(f)"$("\${(Q)words[1]}" ${NAMES_COMMAND} ${kind} $given 2>/dev/null)"}`
}

function describe({ name, description }: CompletionWord): string {
  return quote(description ? `${name.replaceAll(':', '\\:')}:${description}` : name)
}

function valueCases(node: CompletionNode): readonly string[] {
  const path = node.path.join(' ')
  return node.options
    .filter(({ takes }) => takes !== 'nothing')
    .map(({ name, choices, takes, asks }) => {
      const words = asks === undefined ? choices.map(quote).join(' ') : namesOf(asks)
      const offer = takes === 'directory' ? '_files -/' : `compadd -- ${words}`
      return `    ${quote(`${path} ${name}`)}) ${offer}; return ;;`
    })
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
