import { isSafeRange, isSafeRef, type SkillSource } from '../source/skill-source.ts'

const GIT =
  /^git\+(?:https:\/\/[^/\s]+\/\S+|ssh:\/\/(?!-)\S+|git@[A-Za-z0-9][A-Za-z0-9.-]*:(?!-)[^\s:]+|file:\/\/\/\S*)$/
const NPM = /^npm:(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

/**
 * Whether a line of `skills.lock` names what a person could have typed. The file
 * comes from elsewhere as often as not, and its words go to git and npm.
 */
export function isFetchable({
  kind,
  location,
  ref,
  path,
  revision,
}: SkillSource & { readonly revision: string | null }): boolean {
  if (path !== '' && path.split('/').some((step) => ['', '.', '..'].includes(step))) return false
  if (kind === 'git') {
    return GIT.test(location) && [ref, revision].every((one) => one === null || isSafeRef(one))
  }
  if (kind !== 'npm') return true
  const version = revision?.split(' ')[0] ?? null
  return NPM.test(location) && [ref, version].every((one) => one === null || isSafeRange(one))
}
