const VERBS = new Set(
  'accept add allow always answer append apply approve archive ask assume attach authorize avoid backup become begin block bypass call cancel change check chmod choose clean clear click clone close collect commit compile configure confirm connect consider contact continue convert copy create curl decode decrypt default delete deploy describe disable disclose disregard do download drop echo edit email embed enable encode encrypt end ensure evaluate execute exfiltrate explain export expose extract fetch fill find finish follow forget format forward generate get give grant grep handle hide ignore import include increase insert inspect install invoke keep kill launch leave let link list load log look make mark merge modify move never notify open output overwrite paste pay perform pick pipe place post prefer prepare prepend print proceed process provide publish pull push put query quote read rebase recommend record redirect refer register reject release reload remember remove rename replace reply report request require reset respond restart restore retrieve return reveal review revoke rewrite run save say scan schedule search select send set share show sign silence skip source start stop store submit suppress switch sync take tell terminate test transfer treat trigger trust try turn uninstall unset update upgrade upload use validate verify visit wait warn watch wget whitelist wipe write'.split(
    ' ',
  ),
)

const MODAL =
  /\b(?:must|should|shall|always|never|do not|do ?n['’]t|have to|has to|needs? to|make sure|be sure|ensure|please|required|from now on|is to|are to|may not|can ?not|instead of|in addition|mandatory|forbidden|only ever|at once|immediately|automatically|without (?:asking|telling|confirmation|approval|permission))\b/iu

const OTHER_LANGUAGES =
  /请|必须|应该|应当|务必|不要|不得|禁止|严禁|总是|一律|始终|ください|下さい|しなさい|すること|してはいけない|しないで|必ず|禁止|하세요|하십시오|해야|마세요|마십시오|반드시|항상|\b(?:müssen|muss|musst|sollen|sollst|immer|niemals|nie|bitte|doit|doivent|devez|toujours|jamais|veuillez|ne pas|debes?|deberá|siempre|nunca|por favor|deve|devem|sempre|jamais|devi|mai|per favore|si prega)\b|(?:^|[^\p{L}])(?:должен|должна|должны|нужно|надо|необходимо|всегда|никогда|пожалуйста|обязательно|запрещено|нельзя)(?!\p{L})/iu

const LEAD =
  /^(?:[\s"'“”*_`(<!-]|(?:please|also|then|now|next|first|finally|and|so|but|just|note|important|step \d{1,3})\b)+/i

/**
 * Whether a sentence reads as an order: it begins a clause with a verb of acting,
 * or holds a word that leaves no choice. Meant to miss little, in ten languages.
 */
export function isImperative(sentence: string): boolean {
  if (MODAL.test(sentence) || OTHER_LANGUAGES.test(sentence)) return true
  const cells = sentence.split('|', MAX_CLAUSES).map((cell) => cell.replace(MARKS, ''))
  if (cells.some((one) => OCCASION.test(one) && words(one).some((word) => VERBS.has(word))))
    return true
  return sentence.split(/[,;:()—–|]|\band\b|\bthen\b|\bor\b/i, MAX_CLAUSES).some((clause) => {
    const word = /^[a-z]{2,14}(?![a-z-])/i.exec(clause.replace(LEAD, ''))?.[0]
    return word !== undefined && VERBS.has(word.toLowerCase())
  })
}

/** A sentence that begins with its occasion need have no comma before what is to be done. */
const OCCASION =
  /^(?:after|when|whenever|if|once|before|while|as soon as|on|upon|every|each|during|for|in)\b/i

/** What stands before the first word of a cell, a comment or a quotation. */
const MARKS = /^[\s"'“*_`(<!-]+/

function words(sentence: string): readonly string[] {
  return sentence.toLowerCase().split(/[^a-z-]+/)
}

const MAX_CLAUSES = 64

const NEGATION =
  /\b(?:not|never|no|cannot|without|avoid|unless|except|only|ask|confirm\w{0,6}|approv\w{0,4}|forbid\w{0,4}|refuse|nicht|nie|niemals|kein\w{0,2}|ne|pas|jamais|nunca|jamás|não|non|mai|nessun\w)\b|n['’]t\b|不|勿|禁|严禁|ない|禁止|않|마세요|금지|(?:^|[^\p{L}])(?:не|нельзя|никогда|без)(?!\p{L})/giu

/** How often a sentence forbids, excepts or asks for consent: a word of this kind more or less turns it around. */
export function countLimits(sentence: string): number {
  return sentence.match(NEGATION)?.length ?? 0
}
