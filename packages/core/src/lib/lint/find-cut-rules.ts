import type { Composition } from '../model/composition.ts'
import type { Diagnostic } from '../model/diagnostic.ts'
import type { SectionRecord } from '../model/manifest.ts'
import { createLineIndex } from '../text/line-index.ts'
import { readStatements, type Statement } from './read-statements.ts'
import { showExcerpt } from './show-excerpt.ts'

/** Words that make a sentence binding. */
const BINDING =
  /\b(?:must|never|always|do not|do ?n['’]t|required|mandatory|forbidden|prohibited|only)\b|必须|务必|禁止|严禁|不得|不要|切勿|绝不|一律|始终/i

const LISTED = 3

/**
 * Finds binding sentences of the directives that stand in the lines which a
 * budget leaves out: one warning for each file, at the first of them.
 */
export function findCutRules(composition: Composition): readonly Diagnostic[] {
  return composition.manifest.sections
    .filter((section) => section.half === 'directives')
    .flatMap((section) => cutRulesOf(section, composition))
}

function cutRulesOf(section: SectionRecord, composition: Composition): readonly Diagnostic[] {
  const documents = composition.documents[section.id] ?? []
  return documents.flatMap((document, source): Diagnostic[] => {
    const ranges = section.omitted.filter(
      (omission) => omission.source === source && omission.reason === 'budget',
    )
    if (ranges.length === 0) return []
    const index = createLineIndex(document.text)
    const lineOf = ({ start }: Statement): number => index.position(start).line
    const lost = readStatements(document).filter((statement) => {
      const line = lineOf(statement)
      return (
        ranges.some(({ lines }) => lines[0] <= line && line <= lines[1]) && isBinding(statement)
      )
    })
    const [first] = lost
    if (!first) return []
    const { root, path } = document.ref
    const rules = lost.length === 1 ? '1 binding rule is' : `${lost.length} binding rules are`
    const listed = lost
      .slice(0, LISTED)
      .map((one) => `line ${lineOf(one)} ${showExcerpt(one.text)}`)
    const more = lost.length > LISTED ? `, and ${lost.length - LISTED} more` : ''
    return [
      {
        code: 'budget.rule-cut',
        severity: 'warning',
        message: `${rules} in the part that is left out: ${listed.join(', ')}${more}`,
        source: { root, path, ...index.position(first.start) },
        fix: 'move binding rules to the top, put `<!-- keep -->` into their section, or raise budget.perFile',
      },
    ]
  })
}

function isBinding(statement: Statement): boolean {
  return BINDING.test(statement.text)
}
