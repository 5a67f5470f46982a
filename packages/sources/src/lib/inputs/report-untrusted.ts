import type { Diagnostic, ProjectInput } from '@onesoul/core'
import type { Settings } from '../config/settings.ts'
import type { TrustReport } from '../trust/trust-store.ts'

/**
 * Says once for a composition that the instruction files of its work tree do
 * not bind: a warning when some are quoted, an information when nothing of them
 * is brought along or when the setting is to trust nothing.
 */
export function reportUntrusted(
  project: readonly ProjectInput[],
  trust: TrustReport,
  setting: Settings['project']['trust'],
): readonly Diagnostic[] {
  if (trust.trusted || project.length === 0) return []
  const quoted = project.filter((file) => file.delivery === 'inject')
  const files = quoted.length > 0 ? quoted : project
  const paths = files.map((file) => file.document.ref.path).join(', ')
  const are = files.length === 1 ? 'is' : 'are'
  const what = quoted.length > 0 ? `${are} quoted as data` : `${are} not injected`
  const decided = setting === 'never'
  const nobody = quoted.length > 0 ? ', because nobody trusted it' : ', and nobody trusted it'
  const why = decided || trust.status === 'changed' ? ` (${trust.reason})` : nobody
  return [
    {
      code: 'project.untrusted',
      severity: quoted.length > 0 && !decided ? 'warning' : 'info',
      message: `${paths} of this work tree ${what}${why}`,
      ...(!decided && {
        fix: `read ${files.length === 1 ? 'it' : 'them'}, then run \`onesoul trust\``,
      }),
    },
  ]
}
