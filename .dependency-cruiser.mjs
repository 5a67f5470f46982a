/** The architecture: what each package may import. Everything else is an error. */
const mayImport = {
  core: [],
  disk: [],
  sources: ['core', 'disk'],
  agents: ['core', 'disk'],
  skills: ['core', 'disk', 'sources'],
  cli: ['core', 'disk', 'sources', 'agents', 'skills'],
}

/** Folders of `agents/src/lib` that belong to every adapter. */
const sharedByAgents =
  '/lib/(?:port|launch|wire|api-agent|scripted-model|recorder|receipt|testing|fit|reading|skills|request|loop)/'

const root = '^(?:packages|apps)/'
const tests = '\\.test\\.ts$|/fixtures/'

const layers = Object.entries(mayImport).map(([name, targets]) => ({
  name: `${name}-layer`,
  severity: 'error',
  comment: `${name} may import only: ${targets.join(', ') || 'nothing'}`,
  from: { path: `${root}${name}/src/`, pathNot: tests },
  to: { path: root, pathNot: `${root}(?:${[name, ...targets].join('|')})/` },
}))

export default {
  forbidden: [
    ...layers,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'entry-points-only',
      severity: 'error',
      from: { path: `${root}([^/]+)/` },
      to: { path: `${root}[^/]+/src/lib/`, pathNot: `${root}$1/` },
    },
    {
      name: 'adapters-are-strangers',
      severity: 'error',
      from: {
        path: `${root}(?:agents|platforms)/src/lib/([^/]+)/`,
        pathNot: [sharedByAgents, tests],
      },
      to: {
        path: `${root}(?:agents|platforms)/src/lib/[^/]+/`,
        pathNot: ['/src/lib/$1/', sharedByAgents],
      },
    },
    {
      name: 'shared-code-knows-no-adapter',
      severity: 'error',
      from: { path: sharedByAgents, pathNot: tests },
      to: { path: `${root}agents/src/lib/[^/]+/`, pathNot: sharedByAgents },
    },
    {
      name: 'core-is-pure',
      severity: 'error',
      comment: 'The one exception is yaml: docs/decisions/002-yaml-in-core.md',
      from: { path: '^packages/core/src/', pathNot: tests },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown', 'undetermined'],
        pathNot: 'node_modules/yaml/',
      },
    },
    {
      name: 'not-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:packages|apps)/[^/]+/(?:dist|\\.types)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@onesoul/source', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
