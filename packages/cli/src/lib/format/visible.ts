import { showUnseen } from '@onesoul/core'

/** Text of others as one line for people: nothing in it acts on a terminal or ends the line. */
export function visible(text: string): string {
  return showUnseen(text)
}

/** The same for a text of several lines: its line breaks stay. */
export function visibleLines(text: string): string {
  return showUnseen(text, '\n')
}
