import type { ThreatRule } from '../threats/threat-rule.ts'

/** Orders to keep something from the people the reader works for. */
export const CONCEALMENT_RULES: readonly ThreatRule[] = [
  {
    id: 'concealment.from-user',
    version: 1,
    family: 'concealment',
    severity: 'high',
    title: 'Orders the reader to keep something from the user.',
    languages: ['en'],
    patterns: [
      '@donot ..2 tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|let|advise ..3 @human ..1 about|that|of|this|it|these|what|know|anything|why',
      '@donot ..2 mention|mentioning|reveal|revealing|disclose|disclosing|report|reporting|discuss|bring_up|surface|announce|divulge|acknowledge|hint ..2 this|it|that|these|those|any ..5 to|in|anywhere|anyone ..5 @human|response|output|reply|summary|report|answer|message',
      '@donot ..2 tell|inform|mention|reveal|disclose|report|notify|alert|display|show|discuss ..3 this|it|that|them|these|step|instruction|instructions|diagnostic|postinstall ..5 @human',
      '@donot ..3 mention|reveal|disclose|discuss|surface|acknowledge ..1 this|it|these ..1 call|step|instruction|instructions|rule|change|script|section|directive|file|note|message|hook|comment|diagnostic|header|request|addition|behavior|behaviour',
      'never mention it|this|them|that',
      '@donot let|allow ..3 @human ..2 know|see|notice|find|learn|discover|suspect',
      '@human ..2 must|should|need|needs|may|shall|can not|never ..2 know|notice|see|learn|find_out|be_told|be_informed|realize|realise|discover|be_notified|hear|be_made_aware',
      '@donot tell anyone|anybody|them|him|her',
      'without ..2 @human ..2 knowledge|knowing|noticing|awareness|being_told|realizing|realising|finding_out|consent',
      'hide|conceal|withhold|keep ..5 from ..2 user|users|human|humans|developer|reviewer|reviewers|owner|operator|maintainers|maintainer|auditor|admin',
      'keep ..4 secret|hidden|between_us|to_yourself|confidential|quiet|off_the_record ..6 user|human|owner|anyone|developer|reviewer|conversation|from',
    ],
    notAfter:
      /^\s*(?:to\b|until|unless|before|how|what to|when|whether (?:you|they)|internal|implementation|a price|you(?:'re| are)|"|the (?:internal|exact|raw|technical)|raw|technical|in (?:the )?(?:docs|documentation|UI|README)|errors?|stack|secrets?)/i,
    notWithin:
      /(?:tell|show|ask|warn|inform|let|advise)\s+(?:the\s+)?(?:user|them|users|developer)s?\s+(?:to|until|unless|it'?s|it is|it works|that (?:it|the task|something|everything|you (?:can|will|have|are)) (?:is|works|was|has|can|done|fixed)|about (?:internal|your|the tool|tools))|password|api keys?|email|phone|internal (?:details|errors?|ids?|tool)|sensitive|personal|confidential (?:data|info)|private (?:data|info)|(?:user|customer) (?:data|enumeration)/i,
  },
  {
    id: 'concealment.silent-action',
    version: 1,
    family: 'concealment',
    severity: 'high',
    title: 'Wants something sent, read or changed without a word about it.',
    languages: ['en'],
    patterns: [
      '@silently ..2 @sneak ..12 @hardsecret|@private|#url|postinstall|malicious|backdoor|following|itself|data|webhook|credentials|payload|script|commands|user',
      '@sneak ..12 @silently ..3 @human|anyone|telling|asking|notifying|informing',
      "@sneak ..9 without_telling|without_informing|without_notifying|without_mentioning|without_alerting|without_the_user's_knowledge|without_user_knowledge|without_their_knowledge|without_the_user_knowing",
      '@sneak ..12 without ..1 asking|telling|requiring|seeking ..1 user|users|for ..1 confirmation|permission|consent',
      'also|additionally silently|secretly|quietly|covertly ..2 @sneak',
    ],
    notWithin:
      /fail|swallow|skip|ignor|error|drop|truncat|fallback|catch|commit|push to|background (?:process|task|job|server|command|worker|agent|thread)/i,
    notBefore:
      /(?:never|not|n't|avoid|rather than|instead of|don’t|no|without)\s+(?:\w+\s+){0,3}$/i,
  },
  {
    id: 'concealment.leave-no-trace',
    version: 1,
    family: 'concealment',
    severity: 'high',
    title: 'Wants traces of an action removed or left out of reports.',
    languages: ['en'],
    patterns: [
      'keep|leave|omit|exclude|remove|strip|erase|scrub|drop|withhold|hide ..4 out_of|from|in ..3 summary|summaries|changelog|code_review|review|log|logs|report|diff|commit_message|transcript|audit|history ..6 delete|erase|afterwards|afterward|never|do_not|hide|scrub|any|summaries',
      '@donot ..2 include|mention|list|show|log|record|report ..2 this|it|that|them ..4 in ..2 any|the|your ..2 @trace',
      'delete|erase|remove|wipe|clear|scrub ..4 log|logs|traces|evidence|bash_history|transcript ..5 afterwards|afterward|cover|hide|trace|undetected',
      'leave|leaving|leaves no ..1 trace|traces|evidence|record',
      'cover|hide|hiding|covering ..1 your|our|its|the tracks',
      'exclude|omit ..3 from ..3 code_review|review|reviews ..2 summary|summaries|comments|notes',
      "if_asked|when_asked|if_anyone_asks|if_questioned|if_the_user_asks ..5 say|deny|answer|claim|pretend|reply|respond|lie ..9 not|no|nothing|never|unaware|routine|normal|none|doesn't",
      'avoid|evade|evading|avoiding|without ..1 being|raising ..1 detected|suspicion|flagged|noticed',
      'avoid|evade|evading|avoiding ..2 detection|drift_detection|audit_logs|security_scanners|scanners',
    ],
    notWithin:
      /secret|password|PII|personal|generated|node_modules|co-?author|emoji|attribution|credentials|race condition|change detection|feature detection|language detection|collision/i,
  },
]
