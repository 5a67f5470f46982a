import { wordSet } from './word-set.ts'

/**
 * The English words of orders as sets. A pattern of a hundred alternatives would
 * say the same, and preparing the five of them took a third of a first composition.
 */

const VERBS = wordSet(
  'run execute send post publish push merge deploy delete remove install download upload forward email e-mail transfer pay buy order approve accept authorise authorize grant ignore disregard bypass override circumvent skip disable reveal disclose leak commit kill restart drop wipe share call curl fetch open submit',
)

/** `mail` stands for `e-mail`, which is two words here. */
const TRIGGERS: ReadonlySet<string> = new Set([
  ...VERBS,
  ...wordSet('mail permission confirmation approval consent before again'),
])

/** Whether the text holds a word without which no English sentence is an order. */
export function holdsTrigger(text: string): boolean {
  return (
    text
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.some((word) => TRIGGERS.has(word)) ?? false
  )
}

/** The verb of acting that a text in small letters begins with, or null. `call me Ingrid` calls nothing. */
export function readVerb(text: string): string | null {
  const verb = /^(?:e-mail|[a-z]+)(?![\w(-])/.exec(text)?.[0]
  if (verb === undefined || !VERBS.has(verb)) return null
  const isNaming = verb === 'call' && /^ (?:me|us|him|her|them|it)/.test(text.slice(verb.length))
  return isNaming ? null : verb
}

const DECIDES = wordSet('approve authorise authorize bypass circumvent')
const HANDING: readonly {
  readonly verbs: ReadonlySet<string>
  readonly objects: ReadonlySet<string>
}[] = [
  {
    verbs: wordSet('grant'),
    objects: wordSet(
      'access permission permissions right rights privilege privileges approval role roles',
    ),
  },
  {
    verbs: wordSet('ignore disregard override skip disable'),
    objects: wordSet(
      'instruction instructions rule rules guideline guidelines directive directives policy policies safety safeguard safeguards guardrail guardrails restriction restrictions prompt prompts confirmation confirmations approval approvals permission permissions review reviews checks',
    ),
  },
  {
    verbs: wordSet('reveal disclose leak share send post forward upload email'),
    objects: new Set([
      ...wordSet('secret secrets password passwords credential credentials token tokens'),
      'api key',
      'api keys',
      'private key',
      'private keys',
      'system prompt',
    ]),
  },
]

/** Up to how many characters before what is handed over. */
const MAX_BETWEEN = 41

/** Whether a verb of acting, with what follows it, hands over a decision or a secret. */
export function handsOver(verb: string, behind: string): boolean {
  if (DECIDES.has(verb)) return true
  const handed = HANDING.find(({ verbs }) => verbs.has(verb))
  if (!handed || !/^\s/.test(behind)) return false
  const [sentence = ''] = behind.slice(1, MAX_BETWEEN + 32).split('.', 1)
  const named = sentence.matchAll(/(^|\s)([a-z]+)( keys?| prompt)?(?![\w(])/g)
  return [...named].some(
    ({ index, 1: gap = '', 2: word = '', 3: second = '' }) =>
      index + gap.length <= MAX_BETWEEN &&
      (handed.objects.has(word) || handed.objects.has(word + second)),
  )
}

const STYLE = wordSet(
  'answer answers reply replies response responses summary summaries summarising summarizing explanation explanations explaining preamble preambles introduction introductions intro intros greeting greetings apology apologies emoji emojis pleasantries smalltalk tone wording phrasing jargon basics details formatting markdown bullet bullets heading headings table tables filler flattery typo typos grammar style sentence sentences paragraph paragraphs word words screenshot screenshots link links snippet snippets',
)

/** Whether the words behind a verb name only the style of answers. */
export function namesStyle(words: string): boolean {
  if (words.match(/\w+/g)?.some((word) => STYLE.has(word))) return true
  return /\b(?:small talk|code blocks?)\b/.test(words)
}

const CONDITIONS = wordSet('if when whenever unless once before after in as while on')
const CONDITION =
  /^(?:if|when|whenever|unless|once|before|after|in case|as soon as|while|on request)\b[^,]{0,160},\s*/

/** The condition that a clause in small letters begins with; empty when there is none. */
export function readCondition(text: string): string {
  return CONDITIONS.has(firstWord(text)) ? (CONDITION.exec(text)?.[0] ?? '') : ''
}

const SILENCERS = wordSet(
  'you never do don dont need no stop ask asking wait waiting check confirm',
)
const SILENT = /ask|wait|check|request|seek|requir|confirm|need|necess/
const SILENCE =
  /^(?:(?:you )?(?:never|do not|do ?n['’]?t|need not|no need to|don['’]t need to|do not need to|stop) (?:(?:ask|asking|wait|waiting|check|request|requesting|seek|require)(?: (?:me|us|him|her|them|the user|for|any|my|our|user|explicit|prior))* (?:confirmation|permission|approval|consent)(?!s? of)|(?:ask|asking|wait|waiting|check|confirm)(?: (?:me|us|with me|with us|the user))* (?:before|again))\b|no (?:confirmation|approval|permission) (?:is )?(?:needed|required|necessary)\b)/

/** Whether a text in small letters orders not to ask, whatever its verb. */
export function silences(text: string): boolean {
  return SILENCERS.has(firstWord(text)) && SILENT.test(text) && SILENCE.test(text)
}

const UNASKED =
  /\bwithout (?:asking|(?:any |further |my |prior |waiting for |asking for )*(?:confirmation|approval|permission|review|consent|telling|notice))\b/

/** Where a text in small letters says that nobody need be asked; -1 where it does not. */
export function findUnasked(text: string): number {
  return text.includes('without') ? text.search(UNASKED) : -1
}

/** The letters that a text in small letters begins with. */
export function firstWord(text: string): string {
  return /^[a-z]*/.exec(text)?.[0] ?? ''
}
