import { type HomePlace, discoverSkills, openHome, type SkillCatalogue, type SkillsRequest } from '../src/index.ts'
import { createTempTree, type TempTree } from './temp-tree.ts'

/** A valid SKILL.md; `more` are further lines of its frontmatter. */
export const skillText = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${more}---\nDo it.\n`

export interface SkillTree {
  readonly tree: TempTree
  readonly open: () => Promise<HomePlace>
  readonly find: (request?: SkillsRequest) => Promise<SkillCatalogue>
  /** Status and path of each skill. */
  readonly list: (request?: SkillsRequest) => Promise<readonly string[]>
}

/** A person's home directory `me` with a OneSoul home in it, and a work tree `work` beside. */
export async function createSkillTree(
  files: Readonly<Record<string, string>>,
  config = 'project: { trust: always }\n',
): Promise<SkillTree> {
  const tree = await createTempTree({
    'me/.onesoul/config.yaml': config,
    'me/.onesoul/agent-configs/SOUL.md': 'x',
    ...files,
  })
  await tree.folder('work/.git')
  const open = async (): Promise<HomePlace> =>
    openHome({
      dir: tree.path('me/.onesoul'),
      env: { HOME: tree.path('me'), PATH: tree.path('bin') },
    })
  const find = async (
    request: SkillsRequest = { cwd: tree.path('work') },
  ): Promise<SkillCatalogue> => discoverSkills(await open(), request)
  const list = async (request?: SkillsRequest): Promise<readonly string[]> =>
    (await find(request)).skills.map(({ path, status }) => `${status} ${path}`)
  return { tree, open, find, list }
}
