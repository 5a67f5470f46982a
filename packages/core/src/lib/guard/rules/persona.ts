import type { ThreatRule } from '../threats/threat-rule.ts'

/** Orders to be somebody without rules, and to give away hidden text. */
export const PERSONA_RULES: readonly ThreatRule[] = [
  {
    id: 'persona.unbound',
    version: 1,
    family: 'persona',
    severity: 'high',
    title: 'Makes the reader play somebody who has no rules.',
    languages: ['en'],
    patterns: [
      '@persona ..8 @unbound',
      '@persona ..26 @without ..5 @limits',
      '@unbound ..4 ai|assistant|chatbot|model|llm|gpt|agent|bot|persona|entity|shell|terminal|intelligence ..9 @without|no_longer|answers|called|named|anything',
      'ai|assistant|chatbot|model|character|persona|bot|chatgpt|claude|gpt|llm|you|he|she|it ..12 @without ..3 any ..3 @limits',
      'trained|answer|respond|responds|answers|act|acts|reply|replies|operate|behave|behaves|generate|write|speak|content without ..3 content|ethical|moral|safety|any|usual ..1 @limits',
      'you|ai|assistant|chatbot|model are|is freed|free|released|liberated ..2 from ..5 @limits',
      'setting_aside|set_aside|suspend|suspends|abandon ..2 its|your|their ..1 own|usual ..2 values|perspective|guidelines|judgment|judgement|ethics|rules|identity|principles',
      'no matter how immoral|unethical|illegal|dangerous|harmful',
      "never|not|cannot|won't ..1 refuse|decline|say_no|deny ..3 command|request|requests|order|orders|anything|question|commands|prompt|user|instruction|instructions",
    ],
    notWithin:
      /npm|lint|typescript|rate limit|without breaking|without warnings|no warnings|file size|merge|commit|test coverage|css|eslint|free of warnings|without any (?:errors|warnings)|zero warnings/i,
    notAfter: /^\s*(?:merge|commit|pull request)/i,
  },
  {
    id: 'persona.identity',
    version: 1,
    family: 'persona',
    severity: 'medium',
    title: 'Gives the reader another name, employer or person to stand for.',
    languages: ['en'],
    patterns: [
      'pretend|impersonate|pose|masquerade|claim|sign ..4 repository|repo|project|account|system|code ..1 owner|administrator|maintainer|admin|reviewer',
      'pretend|impersonate|pose ..4 owner|administrator|maintainer|user|ceo|boss|human|victim|anthropic|openai|support',
      'introduce|present|identify yourself ..1 as',
      'your ..2 name|identity|employer|company|creator|maker ..4 is_now|are_now|changes|change|changed|becomes|become',
      'you_are_now|you_re_now|you_will_now_be|you_are_no_longer|you_are_not ..2 called|named|chatgpt|claude|an_ai|gpt|codex|ai|opencode|gemini|assistant',
      'spoof|mimic|forge|clone ..3 identity|fingerprint|signature|profile|agent|credentials',
      'dual|two different|separate|clearated responses|ways|paragraphs|answers ..9 normal|standard|classic|unfiltered',
    ],
    notWithin: /pretend (?:you are|to be) (?:offline|the user)\b|user (?:is|are)/i,
  },
  {
    id: 'persona.extract-prompt',
    version: 1,
    family: 'prompt-extraction',
    severity: 'high',
    title: 'Asks for the hidden instructions of the reader.',
    languages: ['en'],
    patterns: [
      '@reveal ..4 full|entire|complete|exact|verbatim|original|whole|raw|hidden|secret|initial|confidential|your|above|unredacted|internal ..2 system|initial|hidden|developer|base|secret|original|confidential|internal ..1 prompt|instructions|message|prompts',
      '@reveal ..3 your ..3 system|initial|hidden|original|secret|internal|own|full|entire|first|starting ..1 prompt|instructions|rules|guidelines|directives|message',
      '@reveal ..3 system_prompt|system_message|hidden_prompt|initial_prompt|developer_message|hidden_instructions ..6 verbatim|word_for_word|code_block|code_fence|in_full|fence|exactly|letter_for_letter|here|now|base64|user',
      'repeat|output|print|reproduce|recite|copy|write|echo|quote|transcribe|translate|list ..1 everything|all|anything|text|words|content|lines ..4 above|before|preceding|so_far|prior|precede|precedes ..12 verbatim|word|exactly|sentence|line|starting|first|message|prompt|conversation|this|literally',
      'what|which ..2 are|is|were ..2 your ..2 system|initial|original|hidden|secret|exact prompt|instructions|message',
      'ignore|disregard|forget ..6 and ..2 reveal|print|output|show|repeat ..4 prompt|instructions|api_key|credentials|secrets|password',
    ],
    notAfter:
      /^\s*(?:template|file|builder|section|length|size|tokens?|hash|to (?:the )?(?:log|file)|design|engineering|changes?|settings?|field|option|flag|editor|for (?:the|each|an?)|is (?:set|stored|loaded))/i,
    notWithin: /\bAPI\b.*parameter|token count|\bbuild|generate|function|component|render/i,
  },
]
