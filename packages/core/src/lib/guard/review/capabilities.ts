/** What a text lets an agent reach for. */
export type Capability = 'network' | 'exec' | 'secrets' | 'writes'

/** In the order in which they are told. */
export const CAPABILITIES = ['secrets', 'network', 'exec', 'writes'] as const

/**
 * Words by which a capability shows, each in command lines, programs and prose.
 * Meant to miss little: a person looks at what was found.
 */
const SIGNS: Readonly<Record<Capability, RegExp>> = {
  network:
    /\b(?:curl|wget|fetch|axios|urllib|requests\.\w{1,10}|XMLHttpRequest|WebSocket|Invoke-(?:WebRequest|RestMethod)|iwr|nc|ncat|netcat|telnet|ssh|scp|sftp|rsync|ftp|nslookup|dig|webhooks?|upload\w{0,3}|download\w{0,3}|exfiltrat\w{1,5}|post(?:ed|s|ing)? (?:it|them|to|the)|send(?:s|ing)? (?:it|them|to|the|all|any|every)|forward(?:s|ed|ing)?|e-?mail(?:s|ed)? (?:it|them|to|the))\b|\b(?:https?|ftp|wss?|ssh):|上传|下载|发送|联网|アップロード|ダウンロード|送信|업로드|다운로드|전송|hoch(?:zu|ge)?lad|herunter(?:zu|ge)?lad|senden|envoyer|télécharger|enviar|subir|descargar|baixar|inviare|caricare|scaricare|отправ|загруз|скача/iu,
  exec: /\b(?:bash|zsh|sudo|eval|exec\w{0,5}|spawn\w{0,4}|subprocess|child_process|os\.system|popen|powershell|pwsh|cmd\.exe|iex|osascript|npx|uvx|pipx?|python3?|node|deno|bun|ruby|perl|php|chmod|docker|kubectl|make|npm|pnpm|yarn|cargo|brew|apt(?:-get)?|run(?:s|ning)? (?:the|this|it|them|a|an|any|every|all)|launch(?:es)?)\b|\bsh -|\| ?(?:ba|z|da)?sh\b|^\$ |执行|运行|安装|実行|インストール|실행|설치|ausführen|installier|exécut|ejecut|instal|execut|esegu|выполн|запуст|установ/iu,
  secrets:
    /(?:^|[^\w])\.(?:env|npmrc|netrc|pypirc|aws|ssh|gnupg|kube)\b|\bid_(?:rsa|ed25519|ecdsa)\b|\b(?:secrets?|credentials?|passwords?|passphrases?|tokens?|api[ _-]?keys?|private[ _-]?keys?|access[ _-]?keys?|keychain|keyring|cookies?|seed phrases?|process\.env|os\.environ|printenv|getenv)\b|\b[A-Z][A-Z0-9_]{0,40}_(?:KEY|TOKEN|SECRET|PASSWORD)\b|密钥|密码|口令|令牌|凭据|凭证|パスワード|秘密|認証|비밀|암호|토큰|Passw[oö]rt|Zugangsdaten|mots? de passe|contraseña|senha|chave|парол|токен|ключ/iu,
  writes:
    /(?:^|[^-=<>])>{1,2} ?[\w./~$"'-]|\b(?:tee|rm|rmdir|mv|dd|truncate|unlink|shred|sed -i|writeFile\w{0,4}|appendFile\w{0,4}|crontab|launchctl|systemctl|git (?:push|commit|config|reset|clean)|Set-Content|Out-File|write[sn]?|append(?:s|ed)?|overwrit\w{1,3}|delete[sd]?|remove[sd]?|replace[sd]?|modif(?:y|ies)|save[sd]?|store[sd]?|persist\w{0,3}|drop (?:table|database)|force-push)\b|\.(?:bashrc|zshrc|profile|bash_profile)\b|\bsettings(?:\.local)?\.json\b|写入|删除|覆盖|修改|保存|書き込|削除|保存|삭제|저장|수정|lösch|schreib|speicher|supprim|écri|enregistr|borr|elimin|escrib|guard|apag|salv|cancell|scriv|удал|запис|сохран/iu,
}

/** The capabilities that a text shows, in the order of {@link CAPABILITIES}. */
export function capabilitiesOf(text: string): readonly Capability[] {
  return SPEAKS.test(text) ? CAPABILITIES.filter((name) => SIGNS[name].test(text)) : []
}

/** Without one of these a text says nothing, and asking for each sign would cost more than reading it. */
const SPEAKS = /[\p{L}>$]/u

const ADDRESS =
  /\b(?:h(?:tt|xx)ps?|ftps?|ssh|git|wss?|file|data|javascript|vscode|cursor):[^\s<>"'`)\]}|]{1,2048}|\b[\w.-]{1,64}@[\w.-]{1,253}:[\w./-]{1,200}|\b[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b|\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}(?=[/:][^\s])|\b\d{1,3}(?:\.\d{1,3}){3}\b(?!\.)/giu

/** An address in a text, and whom it names. */
export interface Address {
  readonly text: string
  /** In small letters, without port and the mark that ends a sentence; of an address that names no host, its scheme with a colon. */
  readonly host: string
}

/** The addresses of a text in their order: URLs with a scheme, `user@host:path`, mail, `host.name/…`, numbers of hosts. */
export function addressesOf(text: string): readonly Address[] {
  return [...text.matchAll(ADDRESS)].map(([found]) => ({ text: found, host: hostOf(found) }))
}

function hostOf(address: string): string {
  const scheme = /^[a-z]{2,12}:/i.exec(address)?.[0] ?? ''
  const rest = address.slice(scheme.length)
  if (scheme !== '' && !/^[\\/]/.test(rest)) return scheme.toLowerCase()
  const authority = rest.replace(/^[\\/]{1,8}/, '').split(/[\\/?#]/, 1)[0] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const name = host.startsWith('[') ? host : (host.split(':', 1)[0] ?? '')
  return (withoutEndMarks(name) || scheme).toLowerCase()
}

/** A host at the end of a sentence or a clause is no other host. */
function withoutEndMarks(name: string): string {
  let end = name.length
  while (end > 0 && '.,;!?'.includes(name.charAt(end - 1))) end--
  return name.slice(0, end)
}
