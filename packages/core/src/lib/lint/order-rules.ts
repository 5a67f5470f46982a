import {
  findUnasked,
  handsOver,
  holdsTrigger,
  namesStyle,
  readCondition,
  readVerb,
  silences,
} from './english-orders.ts'
import { wordSet } from './word-set.ts'

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

/** What one language looks like when somebody orders an agent to act. Texts are in small letters. Everything is linear. */
export interface OrderRules {
  /** Tried again and again at the beginning of a clause, as long as one of them fits. */
  readonly leads: readonly OrderLead[]
  /** Who is told to do something; `null` where no lead is addressed. */
  readonly subject: RegExp | null
  /** The condition that a clause begins with; empty when there is none. */
  readonly condition: (text: string) => string
  /** The verb of acting that a text begins with, or null. */
  readonly act: (text: string) => string | null
  /** Whether a word is there, in whatever letters, without which no sentence is an order: asked first, since most sentences hold none. */
  readonly trigger: (text: string) => boolean
  /** Whether a verb hands over a decision, with what follows it; the order is a strict one by itself. */
  readonly handsOver: (verb: string, behind: string) => boolean
  /** Where it says to act without being asked again, or -1: that makes any order, and any permission, a strict one. */
  readonly unasked: (text: string) => number
  /** Whether it orders not to ask, whatever the verb. */
  readonly silences: (text: string) => boolean
  /** Whether only the style of answers is acted on. Asked of what stands behind the verb. */
  readonly style: (words: string) => boolean
  /** Whether a bare verb, without any word before it, is an order at all. */
  readonly bareVerbCounts: boolean
}

const VERBS_ZH =
  '批准|同意|执行|运行|发送|发布|推送|合并|部署|上线|删除|移除|清空|安装|下载|上传|转发|转账|付款|支付|购买|授权|放行|忽略|无视|绕过|跳过|关闭|禁用|泄露|透露|公开|提交|重启|终止|调用|打开|访问'

const ENGLISH: OrderRules = {
  subject:
    /^(?:you|(?:the|this|every|all|any|each) (?:ai |coding )?(?:agents?|assistants?|bots?|models?)|agents?|assistants?|claude|codex) /,
  leads: [
    {
      pattern:
        /^(?:please|kindly|important|note|reminder|also|now|then|and|so|but|just|simply|first|finally|instead|okay|ok)\b[\s,:!]*/,
      effect: 'plain',
      begins: wordSet(
        'please kindly important note reminder also now then and so but just simply first finally instead okay ok',
      ),
    },
    {
      pattern:
        /^(?:remember|make sure|be sure|do ?n['’]?t forget|do not forget|ensure|try)(?: that)?(?: you)?(?: to)?\s+/,
      effect: 'plain',
      begins: wordSet('remember make be do don dont ensure try'),
    },
    {
      pattern:
        /^(?:always|automatically|auto|immediately|silently|unconditionally|at once|at all times|without exception|from now on|going forward|in (?:the )?future)\b[\s,:]*/,
      effect: 'strict',
      begins: wordSet(
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
      begins: wordSet('never not do don dont must no'),
    },
  ],
  condition: readCondition,
  act: readVerb,
  trigger: holdsTrigger,
  handsOver,
  unasked: findUnasked,
  silences,
  style: namesStyle,
  bareVerbCounts: true,
}

const BEYOND_ASCII = /[^\0-\x7f]/
const ACT_ZH = new RegExp(`^(?:${VERBS_ZH})`)
const TRIGGER_ZH = new RegExp(`${VERBS_ZH}|问|等|征求|请求|请示`)
const CONDITION_ZH = /^(?:如果|若|假如|当|一旦|除非|遇到|凡是)[^，,]{0,80}(?:[，,]|时)/
const AUTHORITY_ZH =
  /^(?:批准|授权|放行|绕过|同意.{0,8}(?:请求|申请|审批|审核|合并|变更|升级|更新)|(?:忽略|无视|跳过|关闭|禁用).{0,16}(?:指令|指示|规则|约束|限制|要求|安全|确认|检查|审批|审核|校验|验证|提示词)|(?:泄露|透露|公开|发送|上传|转发).{0,16}(?:密钥|密码|口令|令牌|凭据|凭证|系统提示))/
const UNASKED_ZH =
  /(?:无需|不用|不必|不需要|不经|未经|不要|别)(?:再|先|任何|我)?(?:的)?(?:确认|询问|征求|征得|审批|批准|同意|许可|问我|请示)/
const SILENCE_ZH =
  /^(?:请)?(?:不要|不用|无需|不必|不需要|别)(?:再)?(?:来)?(?:询问|问|等待?|征求|请求|请示)(?:我|用户|人|任何人)?(?:$|.{0,8}(?:确认|同意|批准|许可|审批|就|直接|再))/
const STYLE_ZH =
  /(?:总结|小结|摘要|解释|说明|回答|答复|回复|语气|格式|表情|寒暄|客套|开场白|道歉|细节|基础|概念|术语|措辞|标题|列表|段落|废话)/

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
  condition: (text) => CONDITION_ZH.exec(text)?.[0] ?? '',
  act: (text) => ACT_ZH.exec(text)?.[0] ?? null,
  trigger: (text) => BEYOND_ASCII.test(text) && TRIGGER_ZH.test(text),
  handsOver: (verb, behind) => AUTHORITY_ZH.test(verb + behind),
  unasked: (text) => text.search(UNASKED_ZH),
  silences: (text) => SILENCE_ZH.test(text),
  style: (words) => STYLE_ZH.test(words),
  bareVerbCounts: false,
}

/** The orders that are recognised, by language; a clause is judged by the language of its script. */
export const ORDER_RULES: Readonly<Record<'en' | 'zh', OrderRules>> = { en: ENGLISH, zh: CHINESE }
