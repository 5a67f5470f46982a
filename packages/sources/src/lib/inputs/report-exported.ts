import type { Diagnostic, ProjectInput } from '@onesoul/core'

/** Outside fences or not: a wrong warning costs less than rules that arrive twice unsaid. */
const MARK = /^<!-- ONESOUL:BEGIN id=export /m

/** Says for each file with the block of an export that its rules reach the model twice, once by us. */
export function reportExported(project: readonly ProjectInput[]): readonly Diagnostic[] {
  return project
    .filter(({ delivery, document }) => REACHES.has(delivery) && MARK.test(document.text))
    .map(({ document, reason }) => {
      const { root, path } = document.ref
      const why = reason === undefined ? '' : ` (${reason})`
      return {
        code: 'project.exported',
        severity: 'warning',
        message: `an export stands in ${path}${why}, so its rules arrive a second time with this prompt`,
        source: { root, path },
        fix: 'take it out with `onesoul export --remove`, or start the agent without OneSoul',
      }
    })
}

const REACHES: ReadonlySet<ProjectInput['delivery']> = new Set(['native', 'inject'])
