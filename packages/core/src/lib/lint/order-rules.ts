/** How a word before the verb of a sentence changes what the sentence asks for. */
export interface OrderLead {
  readonly pattern: RegExp
  /** `plain` says nothing more, `strict` leaves no choice, `allow` permits, `forbid` negates. */
  readonly effect: 'plain' | 'strict' | 'allow' | 'forbid'
  /** It stands behind a subject. */
  readonly addressed?: boolean
  /** First words without which the pattern cannot fit; it is not even tried then. Default: any. */
  readonly begins?: ReadonlySet<string>
}

/** What one language looks like when somebody orders an agent to act. Every pattern is anchored or a plain search. */
export interface OrderRules {
  /** Tried again and again at the beginning of a clause, as long as one of them fits. */
  readonly leads: readonly OrderLead[]
  /** Who is told to do something; `null` where no lead is addressed. */
  readonly subject: RegExp | null
  /** The condition that a clause may begin with. */
  readonly condition: RegExp
  /** Verbs of acting. */
  readonly act: RegExp
  /** A word without which no sentence is an order: looked for first, since most sentences hold none. */
  readonly trigger: RegExp
  /** Verbs that hand over a decision; the order is a strict one by itself. */
  readonly authority: RegExp
  /** Acting without being asked again: makes any order, and any permission, a strict one. */
  readonly unasked: RegExp
  /** Orders not to ask, whatever the verb. */
  readonly silence: RegExp
  /** A word that every such order holds. */
  readonly silent: RegExp
  /** What is acted on when only the style of answers is meant. Looked for behind the verb. */
  readonly style: RegExp
  /** Whether a bare verb, without any word before it, is an order at all. */
  readonly bareVerbCounts: boolean
}

const VERBS_EN =
  'run|execute|send|post|publish|push|merge|deploy|delete|remove|install|download|upload|forward|email|e-mail|transfer|pay|buy|order|approve|accept|authori[sz]e|grant|ignore|disregard|bypass|override|circumvent|skip|disable|reveal|disclose|leak|commit|kill|restart|drop|wipe|share|call(?! (?:me|us|him|her|them|it))|curl|fetch|open|submit'
const VERBS_ZH =
  '批准|同意|执行|运行|发送|发布|推送|合并|部署|上线|删除|移除|清空|安装|下载|上传|转发|转账|付款|支付|购买|授权|放行|忽略|无视|绕过|跳过|关闭|禁用|泄露|透露|公开|提交|重启|终止|调用|打开|访问'

/** The first words of English patterns: most sentences begin with none of them. */
function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

const ENGLISH: OrderRules = {
  subject:
    /^(?:you|(?:the|this|every|all|any|each) (?:ai |coding )?(?:agents?|assistants?|bots?|models?)|agents?|assistants?|claude|codex) /,
  leads: [
    {
      pattern:
        /^(?:please|kindly|important|note|reminder|also|now|then|and|so|but|just|simply|first|finally|instead|okay|ok)\b[\s,:!]*/,
      effect: 'plain',
      begins: words(
        'please kindly important note reminder also now then and so but just simply first finally instead okay ok',
      ),
    },
    {
      pattern:
        /^(?:remember|make sure|be sure|do ?n['’]?t forget|do not forget|ensure|try)(?: that)?(?: you)?(?: to)?\s+/,
      effect: 'plain',
      begins: words('remember make be do don dont ensure try'),
    },
    {
      pattern:
        /^(?:always|automatically|auto|immediately|silently|unconditionally|at once|at all times|without exception|from now on|going forward|in (?:the )?future)\b[\s,:]*/,
      effect: 'strict',
      begins: words(
        'always automatically auto immediately silently unconditionally at without from going in',
      ),
    },
    {
      pattern: /^(?:must not|may not|should not|shall not|can ?not|must never|should never)\s+/,
      effect: 'forbid',
      addressed: true,
    },
    {
      pattern:
        /^(?:must|have to|has to|are to|is to|shall|are required to|is required to|are obliged to)\s+/,
      effect: 'strict',
      addressed: true,
    },
    {
      pattern:
        /^(?:can|may|are allowed to|is allowed to|are free to|are authori[sz]ed to|have permission to|has permission to)\s+/,
      effect: 'allow',
      addressed: true,
    },
    {
      pattern: /^(?:should|ought to|need to|needs to|will)\s+/,
      effect: 'plain',
      addressed: true,
    },
    {
      pattern: /^(?:never|not|do not|do ?n['’]?t|must not|no)\s+/,
      effect: 'forbid',
      begins: words('never not do don dont must no'),
    },
  ],
  condition:
    /^(?:if|when|whenever|unless|once|before|after|in case|as soon as|while|on request)\b[^,]{0,160},\s*/,
  act: new RegExp(String.raw`^(?:${VERBS_EN})\b(?![-(])`),
  trigger: new RegExp(
    String.raw`\b(?:${VERBS_EN}|permission|confirmation|approval|consent|before|again)\b`,
    'i',
  ),
  authority:
    /^(?:approve|authori[sz]e|bypass|circumvent|grant\s(?:[^.]{0,40}\s)?(?:access|permissions?|rights?|privileges?|approval|roles?)|(?:ignore|disregard|override|forget|skip|disable)\s(?:[^.]{0,40}\s)?(?:instructions?|rules?|guidelines?|directives?|polic(?:y|ies)|safety|safeguards?|guardrails?|restrictions?|prompts?|confirmations?|approvals?|permissions?|reviews?|checks)|(?:reveal|disclose|leak|share|send|post|forward|upload|email)\s(?:[^.]{0,40}\s)?(?:secrets?|passwords?|credentials?|tokens?|api keys?|private keys?|system prompt))(?![\w(])/,
  unasked:
    /\bwithout (?:asking|(?:any |further |my |prior |waiting for |asking for )*(?:confirmation|approval|permission|review|consent|telling|notice))\b/,
  silence:
    /^(?:(?:you )?(?:never|do not|do ?n['’]?t|need not|no need to|don['’]t need to|do not need to|stop) (?:(?:ask|asking|wait|waiting|check|request|requesting|seek|require)(?: (?:me|us|him|her|them|the user|for|any|my|our|user|explicit|prior)){0,4} (?:confirmation|permission|approval|consent)(?!s? of)|(?:ask|asking|wait|waiting|check|confirm)(?: (?:me|us|with me|with us|the user)){0,2} (?:before|again))\b|no (?:confirmation|approval|permission) (?:is )?(?:needed|required|necessary)\b)/,
  silent: /ask|wait|check|request|seek|requir|confirm|need|necess/,
  style:
    /\b(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|summari[sz]ing|explanations?|explaining|preambles?|introductions?|intros?|greetings?|apolog(?:y|ies)|emojis?|pleasantries|small ?talk|tone|wording|phrasing|jargon|basics|details|formatting|markdown|bullet(?:s| points)?|headings?|tables?|filler|flattery|typos?|grammar|style|sentences?|paragraphs?|words?|screenshots?|links?|code blocks?|snippets?)\b/,
  bareVerbCounts: true,
}

const CHINESE: OrderRules = {
  subject: null,
  leads: [
    {
      pattern:
        /^(?:请|麻烦|要|应该|应当|应|需要|需|得|直接|就|也|都|先|再|然后|并|记得|注意)[，,：:]?/,
      effect: 'plain',
    },
    { pattern: /^(?:你们?|助手|机器人|智能体|代理|模型)/, effect: 'plain' },
    {
      pattern:
        /^(?:务必|必须|总是|一律|始终|永远|一定要?|自动|立即|马上|立刻|无条件|以后|今后|从现在起|从今以后|每次都|所有情况下都?)[，,：:]?/,
      effect: 'strict',
    },
    { pattern: /^(?:可以|允许|有权)/, effect: 'allow' },
    {
      pattern:
        /^(?:不要|不得|不可以?|不能|不许|不应该?|禁止|严禁|切勿|请勿|勿|别|绝不|决不|永不|从不)/,
      effect: 'forbid',
    },
  ],
  condition: /^(?:如果|若|假如|当|一旦|除非|遇到|凡是)[^，,]{0,80}(?:[，,]|时)/,
  act: new RegExp(`^(?:${VERBS_ZH})`),
  trigger: new RegExp(`${VERBS_ZH}|问|等|征求|请求|请示`),
  authority:
    /^(?:批准|授权|放行|绕过|同意.{0,8}(?:请求|申请|审批|审核|合并|变更|升级|更新)|(?:忽略|无视|跳过|关闭|禁用).{0,16}(?:指令|指示|规则|约束|限制|要求|安全|确认|检查|审批|审核|校验|验证|提示词)|(?:泄露|透露|公开|发送|上传|转发).{0,16}(?:密钥|密码|口令|令牌|凭据|凭证|系统提示))/,
  unasked:
    /(?:无需|不用|不必|不需要|不经|未经|不要|别)(?:再|先|任何|我)?(?:的)?(?:确认|询问|征求|征得|审批|批准|同意|许可|问我|请示)/,
  silence:
    /^(?:请)?(?:不要|不用|无需|不必|不需要|别)(?:再)?(?:来)?(?:询问|问|等待?|征求|请求|请示)(?:我|用户|人|任何人)?(?:$|.{0,8}(?:确认|同意|批准|许可|审批|就|直接|再))/,
  silent: /问|等|求|请/,
  style:
    /(?:总结|小结|摘要|解释|说明|回答|答复|回复|语气|格式|表情|寒暄|客套|开场白|道歉|细节|基础|概念|术语|措辞|标题|列表|段落|废话)/,
  bareVerbCounts: false,
}

/** The orders that are recognised, by language; a clause is judged by the language of its script. */
export const ORDER_RULES: Readonly<Record<'en' | 'zh', OrderRules>> = { en: ENGLISH, zh: CHINESE }
