import { styledAway } from './hidden-regions.ts'
import type { ThreatRule } from './threat-rule.ts'

/** What an order in an element that shows nothing is reported as. */
export const HIDDEN_ORDER: ThreatRule = {
  id: 'hidden-text.styled-order',
  version: 1,
  family: 'hidden-text',
  severity: 'medium',
  title: 'An order in an element that a page does not show.',
  languages: ['en', 'zh', 'ja', 'de', 'fr', 'es', 'pt', 'it', 'ru'],
  patterns: [],
}

const ORDER =
  /\b(?:run|execute|delete|remove|erase|disable|grant|approve|merge|push|send|upload|install|trust|forward|ignore|skip|bypass|accept|fetch|download|tell|commit|deploy|overwrite|reveal|obey|follow|insert|append|read|open|transfer|pay|email|post|hide|never|always|must|do not|don't|f(?:ü|ue)hre|sende|l(?:ö|oe)sche|ignoriere|ex[eé]cut\w+|envo(?:ie|yez)|supprim\w+|ignor\w+|ejecut\w+|env[ií]a\w*|borra\w*|execut\w+|envie|apague|esegui\w*|invia\w*)\b|выполни|отправ|удали|игнорир|执行|运行|发送|删除|忽略|批准|実行|送信|削除|無視|실행|전송|삭제|무시/iu
const MAX_READ = 2_000

/** A stretch of a text. */
export interface HiddenOrder {
  readonly start: number
  readonly end: number
}

/** Finds elements that are styled away and tell somebody to do something. */
export function findHiddenOrders(text: string): readonly HiddenOrder[] {
  return styledAway(text).flatMap(({ start, end }) => {
    const order = ORDER.exec(text.slice(start, Math.min(end, start + MAX_READ)))
    if (!order) return []
    return [
      { start: start + order.index, end: Math.min(end, start + order.index + order[0].length) },
    ]
  })
}
