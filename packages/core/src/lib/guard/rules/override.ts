import type { ThreatRule } from '../threats/threat-rule.ts'

const OWASP = 'https://owasp.org/www-project-top-10-for-large-language-model-applications/'

/** Orders to drop the rules that are in force. */
export const OVERRIDE_RULES: readonly ThreatRule[] = [
  {
    id: 'override.ignore-prior',
    version: 1,
    family: 'override',
    severity: 'high',
    title: 'Orders the reader to ignore the instructions that came before.',
    languages: ['en'],
    patterns: [
      '@ignore ..6 @prior ..4 @orders',
      '@ignore ..2 the|all|any|your|whatever|every|those|these|everything ..3 @strictorders|rules|directions|directive ..6 @past',
      '@ignore ..3 @every ..1 @strictorders',
      '@ignore ..2 all|every|everything ..4 @past',
      '@override ..3 all|any|every|each|your ..2 @prior ..2 @strictorders|rules|policies|restrictions|constraints',
      '@override ..3 previous|prior|preceding|earlier|above|system|safety|ethical|original ..2 @strictorders|rules|policies|restrictions|protocols',
      'ignore|disregard|forget|overlook ..2 whatever|anything|everything|all ..5 told|said|loaded|instructed|trained|given|taught',
      'ignore|disregard|forget ..1 the above|previous|preceding|prior|earlier and',
      'ignore|disregard|forget ..2 your ..2 training|programming|guidelines|instructions|rules|safeguards|prompt|constraints|restrictions',
      'ignore|disregard|forget ..2 all|any ..2 rules|policies|restrictions|limits|safeguards|guidelines|constraints|filters',
      'ignore|disregard|forget context|instructions',
    ],
    notAfter:
      /^\s*(?:(?:embedded|inside|within|found|contained) |files?|formatting|patterns?|lists?|entries|keys?|comments?|errors?|warnings?|hooks?|values?|settings?|config\w*|sections?|lines?|names?|paths?|engines?|window|manager|menus?|managers?|switch\w*|providers?|in (?:CONTRIBUTING|the linter)|if they (?:conflict|contradict))/i,
    notWithin:
      /lint|eslint|gitignore|css|build|cache|test|git |locked? |\.md|node_modules|warnings|robots/i,
    references: [OWASP],
  },
  {
    id: 'override.rules-lapse',
    version: 1,
    family: 'override',
    severity: 'high',
    title: 'Claims that the rules in force no longer apply.',
    languages: ['en'],
    patterns: [
      '@strictorders|rules|rule|policies|restrictions|limits|section|safeguards|guidance ..9 @lapsed',
      'rules|instructions|policies|restrictions|guidelines|limits|safeguards ..3 have|has ..1 been ..1 suspended|superseded|lifted|revoked|cancelled|canceled|disabled|overridden|voided|waived|retired|replaced',
      'only|solely|exclusively ..2 follow|obey ..3 this|these|my|mine|following ..2 file|instructions|orders|text|commands',
      'follow|obey ..3 only|solely|exclusively ..2 this|these|mine|my ..2 file|instructions|orders|text|one|commands|rules',
      'only ..1 this|these ..2 file|text|document|instructions|orders|message ..2 counts|count|matters|applies|apply|valid|binding',
      'follow|obey mine',
      'supersede|supersedes|superseding|override|overrides|overriding|outrank|outranks|trump|trumps ..4 system|developer|safety ..2 @strictorders|message|rules|policies|policy',
      'take|takes|taking precedence over ..3 system|developer|safety|prior|previous ..3 @orders',
    ],
    notWithin: /deprecat|lint|coverage/i,
  },
  {
    id: 'override.new-orders',
    version: 1,
    family: 'override',
    severity: 'high',
    title: 'Presents itself as the new, real instructions.',
    languages: ['en'],
    patterns: [
      'new|updated|real|actual|true|revised ..1 system|developer|operator prompt|instructions|message|directive',
      'your|the new|real|actual|true|revised|updated task|mission|objective|goal|orders|purpose|instructions|priority|role ..1 is|are',
      'new|real|actual|updated instructions|instruction|mission|task|directive|rule|priority|directives is|are|follows|below|now',
      'begin|start|execute|follow ..2 new mission|directive|directives|orders|persona',
      'forget|abandon|drop|cancel|discard|leave ..3 original|current|previous|existing|given|assigned ..1 task|mission|objective|goal|assignment|job|role|request',
      'from_now_on|from_this_point|henceforth|from_here_on|hereafter|starting_now|from_this_moment|as_of_now|from_here ..8 treat|consider|regard|interpret ..9 system|developer|operator|trusted|authoritative|admin ..1 instructions|prompt|message|commands|orders|input|directives',
      'from_now_on|henceforth|from_this_point|from_here|starting_now|from_this_moment|as_of_now ..5 you ..6 act|answer|ignore|obey|bypass|no_longer|not|pretend',
      'from_now_on|henceforth|from_here|from_this_point|starting_now ..4 only ..2 this|these|my ..3 counts|matters|applies|file|instructions',
      'treat ..6 as ..2 system|developer|operator|root|admin instructions|prompt|commands|message|directives',
    ],
    notAfter: /^\s*(?:test|flow|feature|component|file|page|endpoint)/i,
    notWithin: /system[- ]?prompt (?:template|file|builder|section)|"role"/i,
    notBefore:
      /(?:\bset|create|write|define|add|generate|edit|change|pass|use|provide)s?\s+(?:an?|the|your)?\s*$/i,
  },
  {
    id: 'override.mode-switch',
    version: 1,
    family: 'override',
    severity: 'high',
    title: 'Switches the reader into a mode in which other rules would hold.',
    languages: ['en'],
    patterns: [
      "you_are_now|you're_now|you_are_currently|now_in|you_are_in|you_will_enter ..2 @mode ..1 mode",
      'enter|entering|activate|activated|enable|switch_to|switch_into|switched_to|unlock ..2 god|dan|jailbreak|jailbroken|unrestricted|unfiltered|uncensored|evil|sudo|superuser|override|opposite ..1 mode',
      'act|respond|simulate|chatgpt|claude|gpt|assistant ..6 developer_mode|dan_mode|jailbreak_mode ..1 enabled|output|on',
      'god|dan|jailbreak|jailbroken|unrestricted|unfiltered|uncensored|evil|superuser|override|opposite mode ..3 enabled|activated|active|engaged|unlocked|initiated|granted|on',
      'system_prompt_override|safety_override|guardrail_override|admin_override|system_override|prompt_override',
      'you|can|ai|stands_for do_anything_now',
      'developer_mode_output|jailbreak_mode|dan_mode',
      'content|safety|ethical|all|usage limits|restrictions|filters|safeguards|guardrails|limitations ..2 lifted|disabled|removed|off|suspended|gone|deactivated|bypassed',
    ],
    within:
      /dan|god|jailbr|developer|admin|root|maint|unrest|override|limits|restric|filter|safeg|guardr|anything|debug|sudo|emerg|super|oppos|evil|bypass|uncens|unfil|privil|service|diagn|training/i,
    notWithin:
      /in (?:test|free|debug|raw|service|training|diagnostic) mode|free mode|debug mode|raw mode|training mode/i,
    notAfter:
      /^\s*(?:is used|tests?|for|in|of|to|by|flag|option|checkbox|button|settings?|on|with|config\w*|files?|rules?|methods?)\b/i,
  },
  {
    id: 'override.authority',
    version: 1,
    family: 'override',
    severity: 'high',
    title: 'Claims an authority that a text cannot have.',
    languages: ['en'],
    patterns: [
      'note|message|notice|memo|instruction|instructions|attention|alert|consideration|directive|important ..1 to|for ..1 ai|llm|llms|assistant|assistants|claude|gpt|chatgpt|copilot|agents|model|models|codex|agent ..9 must|always|ignore|disregard|do_not|never|bypass|skip|please|approve|send|execute|approved|recalculate|recompute',
      'i|we am|are|m ..2 your|the ..2 administrator|admin|developer|creator|owner|root|maintainer|supervisor ..9 disable|grant|bypass|override|ignore|unlock|reveal|forward|send|need_you|skip|share',
      'level|tier ..1 maintainer|administrator|clearance|operator|admin ..4 shift|override|verified|access|on|approved',
      'pre-approved|preapproved|pre_approved|already_approved ..2 by ..2 administrator|administrators|admin|security|owner|operator|management|legal ..12 skip|without|no|bypass|disable',
      'on_behalf_of|authorized_by|authorised_by|acting_as ..2 anthropic|openai|system|administrator|security_team|supervisor ..9 ignore|disable|grant|reveal|must|override|skip|bypass|forward|send|need_you',
    ],
  },
]
