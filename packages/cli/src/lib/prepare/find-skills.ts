import { builtinFolder } from '@onesoul/skills'
import {
  discoverSkills,
  type Home,
  type SkillCatalogue,
  type SkillsRequest,
} from '@onesoul/sources'

/** Every skill that may count, those that come with OneSoul included, as far as `skills.profile` offers them. */
export function findSkills(
  home: Home,
  request: Omit<SkillsRequest, 'builtin'>,
): Promise<SkillCatalogue> {
  const { profile } = home.config.settings.skills
  return discoverSkills(home, { ...request, builtin: builtinFolder(profile) })
}
