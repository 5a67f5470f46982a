import type { ThreatRule } from '../threats/threat-rule.ts'

const LINE_START = /(?:^|\n)[\s>*#\-_`~|[({<]*$/

/** Text that dresses as something else: a role, a turn of the conversation, a tool. */
export const FORGERY_RULES: readonly ThreatRule[] = [
  {
    id: 'forgery.chat-template',
    version: 1,
    family: 'forgery',
    severity: 'high',
    title: 'Control tokens of a chat template.',
    languages: ['code'],
    patterns: [
      'im_start ..1 system|user|assistant|developer|tool',
      'im_end ..2 im_start',
      'im_end|endoftext|eot_id|end_of_turn|eom_id',
      'start_header_id ..1 system|user|assistant',
      '[inst ..60 /inst',
      '/inst ..2 <sys|sys|system',
      '<sys ..30 /sys',
      '[/inst|/inst',
      'begin_of_text|endofprompt|fim_prefix',
      'start_of_turn ..1 system|user|model|developer',
    ],
    before: /[<[|/]\s*[|/\\]?\s*$/,
  },
  {
    id: 'forgery.role-line',
    version: 1,
    family: 'forgery',
    severity: 'high',
    title: 'A line that poses as a turn of the system, the user or the assistant.',
    languages: ['en'],
    patterns: [
      'human ..30 assistant ..3 ok|sure|understood|yes|certainly|i_will|of_course',
      'system ..2 you_are|you_must|ignore|disregard|from_now|new|override|disable|grant|all|reveal|previous|the_above|act|forget|do_not|maintenance|execute|the_previous|the_antecedent|prior|approve|user_has|safety|developer',
      'assistant ..1 add|send|run|execute|upload|append|please|reveal|ignore|approve|delete|forward|read|remember|install|disable|push|copy',
      'admin|administrator|developer|operator|root|security|override|sysadmin|anthropic|openai ..2 note|message|override|notice|directive|command|instruction ..3 ignore|you|must|disable|all|grant|send|the|this|skip|approve|from|do',
      'system|important|critical|admin|priority|urgent|internal ..1 instruction|instructions|directive|override|command|message|notice|alert ..3 you_must|must|ignore|execute|follow|do_this|level|first',
      'tool|function|mcp|search|bash|api ..1 result|output|response|returned|results ..9 granted|grants|role|admin|administrator|system|authorized|authorised|maintenance|elevated|privileges|user_is_now|approved',
    ],
    before: LINE_START,
    after: /^/,
    within: /:|\]|\n|—|–|>/,
    notWithin: /system (?:design|architecture)|assistant: \{|user: \{/i,
  },
  {
    id: 'forgery.system-tag',
    version: 1,
    family: 'forgery',
    severity: 'high',
    title: 'A tag that claims to be a message of the system, with an order in it.',
    languages: ['en'],
    patterns: [
      '<system|[system|<admin|<important|<sys|<instructions|<override|<developer|[admin|[override|[important|<critical|[instructions|<system_message ..8 ignore|disregard|forget|override|bypass|you_are_now|always_approve|disable|send|forward|reveal|grant|recalculate|skip',
      '<important|<system|<critical|<instructions|<admin ..14 must ..3 read|send|forward|include|call|access|execute|collect|upload|append ..8 @hardsecret|@private|#url|token',
    ],
  },
  {
    id: 'forgery.role-json',
    version: 1,
    family: 'forgery',
    severity: 'medium',
    title: 'A message object with the role of the system.',
    languages: ['code'],
    patterns: [
      'role system|developer ..1 content ..12 @ignore|@unbound|you_are_now|approve|bypass|@prior',
    ],
    within: /["']?role["']?\s*[:=]\s*["'](?:system|developer)/i,
  },
]
