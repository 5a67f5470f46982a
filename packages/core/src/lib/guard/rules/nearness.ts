import type { ThreatRule } from '../threats/threat-rule.ts'

/** Two things close together that have no business with each other, however they are joined. Weaker than an order. */
export const NEARNESS_RULES: readonly ThreatRule[] = [
  {
    id: 'exfiltration.secret-and-host',
    version: 1,
    family: 'exfiltration',
    severity: 'medium',
    title: 'Speaks of secrets and of a host outside in one breath.',
    languages: ['en'],
    patterns: [
      '#url ..16 !asked real|actual|true|genuine ..2 @loot',
      '@loot ..9 !asked #url|#mail|#url-ip',
      '#url|#url-ip ..9 !asked @loot',
      '@secretfile ..12 !asked #url|#mail|#url-ip',
    ],
    notBefore:
      /\b(?:never|not|avoid|without|get|obtain|create|generate|register|sign)\s+(?:\w+\s+){0,4}$|(?:\bauthorization|\bbearer|\bheaders?|\s-H)\b[^\n]{0,24}$|\b(?:ssh|scp|sftp|curl|wget|git|docker|npm|gh)\b[^\n]{0,70}$/i,
    notWithin:
      /your (?:own )?api key|\bheaders?\b|\brotate|\bnever\b|[A-Z]_[A-Z]+=|["']\s*[:,]\s*\\?["'{[]|\(\s*\\?["']|\]\(|`[^`]*\||\|/i,
  },
  {
    id: 'dropper.script-and-host',
    version: 1,
    family: 'dropper',
    severity: 'medium',
    title: 'Speaks of running what lies on a host outside.',
    languages: ['en'],
    patterns: [
      'pipe|feed|pass ..2 #url ..4 into|to ..4 shell|bash|sh|zsh|python|interpreter',
      '#url-script ..14 @startword|@runverb',
      '@runverb|@startword ..12 !url-known #url-script',
      '@progword ..3 !url-known #url ..12 @startword',
      '@startword ..4 @progword ..4 !url-known #url',
      'bootstrap|bootstraps ..3 yourself|itself|the_agent|the_session ..3 !url-known #url',
      '@getverb ..3 !url-known #url-archive ..9 @startword',
    ],
    notBefore: /\]\($/,
    notWithin:
      /\]\(|rustup|astral\.sh|bun\.sh|deno\.land|nvm-sh|homebrew|get\.docker|aka\.ms|pnpm\.io/i,
  },
  {
    id: 'persistence.orders-and-host',
    version: 1,
    family: 'persistence',
    severity: 'medium',
    title: 'Speaks of the work of the reader and of a host outside in one breath.',
    languages: ['en'],
    patterns: ['@yourwork ..12 #url|@hub', '#url|@hub ..12 @yourwork'],
  },
  {
    id: 'persistence.memory-note',
    version: 1,
    family: 'persistence',
    severity: 'medium',
    title: 'Wants something remembered about permissions.',
    languages: ['en'],
    patterns: [
      'remember|bear_in_mind|keep_in_mind|note_down|memorize|memorise|retain|learn_this|take_a_note|make_a_note|@keepwell|to_memory ..12 @grant|permits|unnecessary|permission|permissions',
      'standing approval|permission|consent',
      '@grant|permits|unnecessary|approval ..9 @keepwell|keep_that_in|keep_in_memory|remember_that|remember_it|note_it',
    ],
  },
  {
    id: 'dropper.encoded-and-obey',
    version: 1,
    family: 'dropper',
    severity: 'medium',
    title: 'Speaks of encoded text and of doing what it says.',
    languages: ['en'],
    patterns: [
      '@enc ..9 @undo ..6 complete|do|perform|finish|fulfil',
      '@enc ..9 treat|regard|take|consider ..5 as ..4 user|instruction|instructions|order|command|task',
      '@enc|@undo ..14 @obeyword',
      '@obeyword ..9 @enc',
      '@enc ..9 turn|turned|read ..4 @obeyword',
    ],
  },
]
