/** A sentence, a row of a table or a line of code: the unit in which a change is told. */
export interface Segment {
  readonly kind: 'prose' | 'quote' | 'comment' | 'frontmatter' | 'code'
  /** On one line, white space collapsed, without list, quote and heading marks. */
  readonly text: string
  /** Where it begins in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** The info string of its fence in small letters; empty without one. */
  readonly language: string
}
