import type { Severity } from '../model/diagnostic.ts'

/** Text that is different whenever its file is written again. */
export interface VolatileRule {
  readonly what: string
  readonly severity: Exclude<Severity, 'error'>
  /** Searched in one line without its inline code. */
  readonly pattern: RegExp
}

const DATE = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}\s?年\s?\d{1,2}\s?月\s?\d{1,2}\s?日)`
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2})?`
const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** What must not stand in a file whose bytes are to stay the same; the first rule that fits a line counts. */
export const VOLATILE_RULES: readonly VolatileRule[] = [
  {
    what: 'a date with a time',
    severity: 'warning',
    pattern: new RegExp(String.raw`\b${DATE}(?:[T ]|,? at )\s?${CLOCK}|日\s?${CLOCK}`),
  },
  {
    what: 'the date of the day',
    severity: 'warning',
    pattern: new RegExp(
      String.raw`\b(?:today(?:['’]s date)?|the current (?:date|day|time)|current (?:date|time|date and time)|now)\s*(?:is|:|=)\s*(?:\w+,?\s+)?(?:\w+\s+\d{1,2}|\d{1,2}\s+\w+|${DATE}|${CLOCK})`,
      'i',
    ),
  },
  {
    what: 'the date of the day',
    severity: 'warning',
    pattern: new RegExp(
      String.raw`(?:今天|今日|现在|当前(?:日期|时间))\s*(?:的日期|的时间)?\s*(?:是|为|：|:)\s*(?:星期|周|${DATE}|${CLOCK}|\d{1,2}\s?月)`,
    ),
  },
  {
    what: 'the time of a build',
    severity: 'info',
    pattern: new RegExp(
      String.raw`\b(?:(?:last |auto-?)?(?:updated|generated|modified|built|synced|refreshed)|(?:build|generation) (?:date|time)|as of)(?:\s+(?:on|at))?\W{0,6}(?:${DATE}|\w+\s+\d{1,2},?\s+\d{4}|\d{1,2}\s+\w+\s+\d{4})`,
      'i',
    ),
  },
  {
    what: 'the time of a build',
    severity: 'info',
    pattern: new RegExp(String.raw`(?:更新|生成|构建|修改|同步)(?:时间|日期|于)?\W{0,4}${DATE}`),
  },
  {
    what: 'the commit of a build',
    severity: 'warning',
    pattern:
      /\b(?:head|current commit|latest commit|last commit|current revision|git (?:commit|sha|hash|revision))\b(?:\s+(?:is|at|now|hash|sha|id|commit)){0,3}\W{0,4}(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/i,
  },
  {
    what: 'a full git hash',
    severity: 'info',
    pattern: /(?<![\w/@.=#-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{40}(?![\w-])/i,
  },
  {
    what: 'the id of a session or a run',
    severity: 'warning',
    pattern: new RegExp(
      String.raw`\b(?:session|run|request|trace|thread|conversation|correlation|job)[ _-]?(?:id|identifier)?\b\s*(?:is|[:=#：])?\s*(?:${ID}|(?=[\w-]*\d)[0-9a-z_-]{16,64}\b)|会话\s?(?:id|编号)?\s*[:：是为=]\s*[0-9a-z_-]{6,64}`,
      'i',
    ),
  },
  {
    what: 'an id that looks generated',
    severity: 'info',
    pattern: new RegExp(String.raw`(?<![\w/-])${ID}(?![\w-])`, 'i'),
  },
  {
    what: 'a counter',
    severity: 'warning',
    pattern:
      /\b(?:build (?:number|no\.?|#)|(?:pid|process id)|uptime|(?:messages?|turns?|requests?|tokens?|sessions?) (?:so far|used|left|remaining|today)|run (?:number|no\.?|#)|turn (?:number|no\.?|#))\s*(?:is|[:=#])?\s*#?\d[\d,.]*\b|(?:构建号|进程号|已用令牌|剩余令牌|消息数|轮次)\s*[:：是为=]\s*\d+/i,
  },
  {
    what: 'a time stamp',
    severity: 'warning',
    pattern: /\b(?:timestamp|time stamp|epoch|unix time)\s*(?:is|[:=])?\s*1\d{9}(?:\d{3})?\b/i,
  },
  {
    what: 'a word whose meaning changes with the day',
    severity: 'info',
    pattern:
      /\b(?:today|tomorrow|yesterday|this (?:week|month)|right now)\b|今天|明天|昨天|本周|本月/i,
  },
]
