/** How a rule says yes or no, in one language. Every pattern is anchored. */
export interface ClaimRules {
  /** Words before the verb that say nothing about yes or no. */
  readonly filler: RegExp
  readonly yes: RegExp
  readonly no: RegExp
  /** A verb and an object in one word of refusal: `avoid tabs`. The first group is what stays of it. */
  readonly avoid: RegExp
  /** `the body must (not) be empty`: groups are subject, modal with its negation, and the rest. */
  readonly infix: RegExp
  /** One of the words in the middle of `infix`, without which it is not tried. */
  readonly modal: RegExp
  readonly negated: RegExp
  /** Where the object ends and its conditions begin; searched for again and again. */
  readonly qualifier: RegExp
  /** A condition in front of everything. */
  readonly condition: RegExp
  /** Objects that only the sentences around them explain. */
  readonly pronoun: RegExp
  /** A heading or introduction below which bare sentences mean their opposite. */
  readonly negativeContext: RegExp
}

/** The forms in which rules allow and forbid. */
export const CLAIM_RULES: Readonly<Record<'en' | 'zh', ClaimRules>> = {
  en: {
    filler:
      /^(?:please|also|just|simply|and|but|then|so|instead|you|we|agents?|the agent|everyone|strictly|generally|important)\b[\s,:]*|^(?:make sure|be sure|remember|ensure)(?: that)?(?: you)?(?: to)?\s+/,
    yes: /^(?:always|must(?! not| never)|should(?! not| never)|shall(?! not| never)|have to|only)\s+(?:always\s+)?/,
    no: /^(?:never|do not|do ?n['’]?t|must not|must never|should not|should never|shall not|cannot|can ?not|can['’]t|may not|not)\s+(?:ever\s+)?/,
    avoid: /^(?:avoid|refrain from)\s+(?:using\s+|the use of\s+)?(.+)$/,
    infix:
      /^(.{2,60}?)\s+(must never|must not|must|should never|should not|should|shall not|shall|may not|is never|are never|is always|are always)\s+(.{2,})$/,
    modal: /\s(?:must|should|shall|may not|(?:is|are) (?:never|always))\s/,
    negated: /\b(?:not|never)\b/,
    qualifier:
      /\s(?:for|in|on|at|when|while|unless|if|with|without|from|by|to|into|instead|rather|because|since|so|after|before|except|until|as|during|outside|inside|via|that|which|where|but|and|or|over|unless)\s|,|\s\(/g,
    condition:
      /^(?:if|when|whenever|unless|once|before|after|in case|as soon as|while|for|in|on|during|by default|except)\b/,
    pronoun: /\s(?:it|this|that|these|those|them|one|so)\b/,
    negativeContext:
      /\b(?:do ?n['’]?ts?|do not|never|avoid|not|forbidden|prohibited|anti-?patterns?|bad|wrong|incorrect|mistakes?|pitfalls?|instead of|out of scope)\b|[❌🚫✗⛔]/iu,
  },
  zh: {
    filler: /^(?:请|也|都|就|则|你们?|我们|注意|记得|在此|这里)[，,：:]?/,
    yes: /^(?:必须|务必|总是|一律|始终|永远|一定要?|应该|应当|应|需要?|只能?|优先|要|可以)/,
    no: /^(?:不要|不得|不可以?|不能|不许|不应该?|禁止|严禁|切勿|请勿|勿|别|绝不|决不|永不|从不|不再?)/,
    avoid: /^(?:避免|杜绝)(?:使用)?(.+)$/,
    infix:
      /^([^，,]{1,20}?)(必须不|绝不能|不得|不能|不可以|不应|禁止|必须|应当|应该|一律|始终)([^，,]{2,})$/,
    modal: /必须|不得|不能|不可以|不应|禁止|应当|应该|一律|始终/,
    negated: /不|禁止/,
    qualifier: /[，,（(]/g,
    condition: /^(?:如果|若|假如|当|一旦|除非|遇到|凡是|在.{1,20}(?:时|中|下|里)|对于?|仅)/,
    pronoun: /[它此]|这|那/,
    negativeContext: /不要|禁止|避免|不得|切勿|严禁|反模式|错误|反例|红线|[❌🚫✗⛔]/u,
  },
}
