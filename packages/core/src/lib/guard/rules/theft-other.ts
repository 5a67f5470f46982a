import type { ThreatRule } from '../threats/threat-rule.ts'

const LANGUAGES: readonly string[] = ['de', 'fr', 'es', 'pt', 'it', 'ru', 'zh', 'ja', 'ko']
const DENIED =
  /(?:\b(?:nicht|nie|niemals|kein\w*|no|ne|jamais|sans|nunca|jam[aá]s|n[aã]o|non|mai|senza|sin|sem)\b|(?:^|\s)(?:не|никогда|без)\s|不要|请勿|切勿|禁止|别|勿|不得)[^.。\n]{0,24}$/i
const DENIED_INSIDE =
  /\b(?:kein\w*|nicht|niemals|nie|jamais|pas|nunca|jam[aá]s|n[aã]o|mai)\b|\sне\s|никогда|不要|请勿|禁止/i
const DENIED_BEHIND =
  /^[^.。\n]{0,14}(?:しない|ないで|してはいけ|禁止|하지 마|지 마세요|않|안 됩|마십시오)/

/** Theft, foreign programs and footholds in other languages than English. */
export const THEFT_OTHER_RULES: readonly ThreatRule[] = [
  {
    id: 'exfiltration.into-reply-other',
    version: 1,
    family: 'exfiltration',
    severity: 'high',
    title: 'Wants secrets written into an answer, a commit or a comment (not in English).',
    languages: LANGUAGES,
    patterns: [
      '@l-show ..4 @l-content ..4 @secretfile|#secret-name',
      '@secretfile|#secret-name ..4 @l-content ..9 @l-show',
      '@l-show ..8 @l-secret|#secret-name|.env ..9 @l-reply',
      '@l-reply ..9 @l-show ..8 @l-secret|#secret-name|.env|api_key',
      '@l-reply ..9 @l-secret|#secret-name|.env|api_key|api_키|api_キー ..9 @l-show',
      '@l-secret|#secret-name|.env ..9 @l-reply ..9 @l-show',
    ],
    notBefore: DENIED,
    notAfter: DENIED_BEHIND,
    notWithin: DENIED_INSIDE,
  },
  {
    id: 'exfiltration.secret-and-host-other',
    version: 1,
    family: 'exfiltration',
    severity: 'medium',
    title: 'Speaks of secrets and of a host outside in one breath (not in English).',
    languages: [...LANGUAGES, 'ar', 'hi'],
    patterns: ['@l-secret ..12 #url|#mail|#url-ip', '#url|#url-ip ..12 @l-secret'],
    notBefore:
      /(?:\b(?:nicht|nie|niemals|jamais|nunca|non|obt[eé]n\w*|cr[eé]\w*|erstell\w*|gener\w*|crie|crea)\b|не |никогда|получ|созда|不要|请勿|切勿|禁止|获取|申请|创建|生成)[^.。\n]{0,24}$/i,
    notAfter: /^[^\n]{0,40}(?:获取|申请|创建|取得|発行|作成|발급|생성|しない|ないで|하지 마|않)/,
    notWithin:
      /获取|申请|创建|取得|発行|作成|발급|생성|erstell|obten|cr[eé]e|\]\(|\||из настро|[A-Z]_[A-Z]+=/i,
  },
  {
    id: 'dropper.order-other',
    version: 1,
    family: 'dropper',
    severity: 'high',
    title: 'Orders the reader to run a foreign program or what is encoded (not in English).',
    languages: LANGUAGES,
    patterns: [
      '@l-fetch ..9 !url-known #url-script|#url-plain|#url-ip|#url-paste ..12 @l-run',
      '!url-known #url-script|#url-plain|#url-ip|#url-paste ..9 @l-fetch ..9 @l-run',
      '@l-run ..9 !url-known #url-script|#url-ip|#url-paste',
      '@l-fetch ..4 @l-run ..9 #url-script|#url-ip|#url-paste',
      '@l-decode ..14 @l-run|@l-obey',
      '@l-encoded ..9 @l-decode ..12 @l-run|@l-obey|@l-tasks',
      '@l-encoded ..12 @l-obey',
    ],
    notBefore: DENIED,
    notAfter: DENIED_BEHIND,
  },
  {
    id: 'persistence.remote-control-other',
    version: 1,
    family: 'persistence',
    severity: 'medium',
    title: 'Takes orders from a host, spreads itself or opens a door for a key (not in English).',
    languages: LANGUAGES,
    patterns: [
      '@l-period ..9 #url ..12 @l-tasks|@l-run|@l-obey',
      '#url ..9 @l-tasks ..9 @l-run|@l-obey',
      '@l-tasks ..6 #url ..9 @l-run|@l-obey',
      '@l-self ..9 @l-all ..6 @agentmd',
      '@l-self ..6 @agentmd ..6 @l-all',
      '@l-all ..4 @agentmd ..9 @l-self',
      '批准|授权|信任|允许 ..9 记住|记忆|记下|牢记',
      '承認|許可|信頼 ..12 覚え|覚えて|記憶|記憶して|メモリ|記録',
      '승인|허가|신뢰|허용 ..12 기억|기억해|기억하|저장',
      'fuge|trage|schreibe|ajoute|ajoutez|agrega|anade|adicione|aggiungi|добавь*|добавьте|вставь*|加到|添加|写入|追加|추가 ..9 authorized_keys',
      'authorized_keys ..9 hinzu|ein|添加|写入|追加|추가|加入|登録|등록',
    ],
    notBefore: DENIED,
    notAfter: DENIED_BEHIND,
  },
]
