import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './lib/run.mjs'

const SKILLS = [
  { name: 'onesoul-cli', profile: 'runtime' },
  { name: 'onesoul-operator', profile: 'operator' },
  { name: 'user-memory', profile: 'runtime' },
]
const TABLE = /^\{\{table: (.+)\}\}$/gm

/** The files of our own skills, by path below `packages/skills/builtin`, made of their texts and of the tree of commands. */
export async function builtinSkillFiles(program) {
  const commands = commandsOf(program)
  const files = {}
  const skills = []
  for (const { name, profile } of SKILLS) {
    const text = await readFile(join(root, 'packages/skills/texts', `${name}.md`), 'utf8')
    const named = [...text.matchAll(TABLE)].flatMap(([, names]) => names.split(', '))
    const own = {
      'SKILL.md': text.replace(TABLE, (_, names) => tableOf(commands, names.split(', '))),
      ...(named.length > 0 && {
        'references/commands.md': referenceOf(commands, [...new Set(named)], program),
      }),
    }
    for (const [path, content] of Object.entries(own)) {
      files[`${profile}/${name}/${path}`] = content
    }
    const manifest = Object.entries(own).map(([path, content]) => describe(path, content))
    skills.push({ name, profile, files: manifest, hash: sha256(JSON.stringify(manifest)) })
  }
  const { version } = JSON.parse(await readFile(join(root, 'packages/skills/package.json'), 'utf8'))
  const manifest = { schemaVersion: 1, packageVersion: version, skills }
  files['manifest.json'] = `${JSON.stringify(manifest, null, 2)}\n`
  return files
}

/** Writes them. The tree of commands comes from the sources, so that nothing has to be built first. */
export async function generateSkills() {
  const folder = join(root, 'packages/skills/builtin')
  const files = await builtinSkillFiles(await loadProgram())
  await rm(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

async function loadProgram() {
  const { runnerImport } = await import('vite')
  const conditions = ['@onesoul/source', 'node', 'import', 'default']
  const { module } = await runnerImport(join(root, 'packages/cli/src/lib/program.ts'), {
    configFile: false,
    logLevel: 'error',
    environments: { inline: { resolve: { conditions, externalConditions: conditions } } },
  })
  return module.createProgram(NOWHERE)
}

const nothing = () => undefined

/** For a tree of commands that is only looked at. */
export const NOWHERE = {
  terminal: { out: nothing, err: nothing, style: {}, interactive: false },
  env: {},
  cwd: '/',
  stdin: 'closed',
  agentArgs: [],
  version: '',
  done: nothing,
}

/** Every command that the help lists, by its words. */
function commandsOf(program) {
  const found = new Map()
  const visit = (command, words) => {
    for (const child of command.createHelp().visibleCommands(command)) {
      if (child.name() === 'help') continue
      const path = [...words, child.name()]
      found.set(path.join(' '), child)
      visit(child, path)
    }
  }
  visit(program, [])
  return found
}

function tableOf(commands, names) {
  const rows = names
    .filter((name) => commands.has(name))
    .map((name) => `| \`onesoul ${name}\` | ${cell(commands.get(name).description())} |`)
  return ['| command | says, or does |', '|---|---|', ...rows].join('\n')
}

function referenceOf(commands, names, program) {
  const parts = names
    .filter((name) => commands.has(name))
    .map((name) => {
      const command = commands.get(name)
      const usage = command.usage().replace('[options]', '').trim()
      return [
        `## \`onesoul ${[name, usage].filter(Boolean).join(' ')}\``,
        '',
        sentence(command.description()),
        ...optionLines(command.options),
      ].join('\n')
    })
  const shared = ['## Every command', ...optionLines(program.options)].join('\n')
  return `# Commands\n\n${[...parts, shared].join('\n\n')}\n`
}

function optionLines(options) {
  const shown = options.filter(({ hidden, long }) => !hidden && long !== '--version')
  const lines = shown.map(({ flags, description }) => `- \`${flags}\`: ${description}`)
  return lines.length > 0 ? ['', ...lines] : []
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function cell(text) {
  return text.replaceAll('|', '\\|')
}

function describe(path, content) {
  return { path, size: Buffer.byteLength(content), sha256: sha256(content) }
}

function sha256(text) {
  return createHash('sha256').update(text).digest('hex')
}
