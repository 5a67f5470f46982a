import { join, resolve } from 'node:path'

/** Absolute paths of everything in a home. `deliver` and below `state` are ours; the rest is the person's. */
export interface StateLayout {
  readonly home: string
  readonly config: string
  readonly agentConfigs: string
  readonly skills: string
  readonly skillsLock: string
  readonly memory: string
  readonly memoryArchive: string
  readonly state: string
  /** Holds the format number of `state`. */
  readonly version: string
  readonly sessions: string
  /** Leases on sessions; a key is a session's id. */
  readonly sessionLeases: string
  /** Content-addressed delivery files. */
  readonly deliver: string
  /** Leases on delivery files; a key is the file's name without `.md`. */
  readonly leases: string
  readonly projects: string
  readonly stateSkills: string
  /** Skills of running agents; the lease of one is `bundle-` and its name, among those of delivery files. */
  readonly skillBundles: string
  readonly cache: string
  readonly locks: string
  readonly captures: string
}

/** Where everything lies in the home at `home` (made absolute). Touches nothing. */
export function stateLayout(home: string): StateLayout {
  const root = resolve(home)
  const state = join(root, 'state')
  const deliver = join(state, 'deliver')
  return Object.freeze({
    home: root,
    config: join(root, 'config.yaml'),
    agentConfigs: join(root, 'agent-configs'),
    skills: join(root, 'skills'),
    skillsLock: join(root, 'skills', 'skills.lock'),
    memory: join(root, 'memory'),
    memoryArchive: join(root, 'memory', 'archive'),
    state,
    version: join(state, 'version'),
    sessions: join(state, 'sessions'),
    sessionLeases: join(state, 'locks', 'sessions'),
    deliver,
    leases: join(deliver, '.leases'),
    projects: join(state, 'projects'),
    stateSkills: join(state, 'skills'),
    skillBundles: join(state, 'skills', 'bundles'),
    cache: join(state, 'cache'),
    locks: join(state, 'locks'),
    captures: join(state, 'captures'),
  })
}
