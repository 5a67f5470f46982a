import type { Command } from 'commander'
import type { Registration } from './registration.ts'

/** The subcommands of `skills` for the folders of agents. */
export function addSkillsSync(_skills: Command, _registration: Registration): void {
  // None yet.
}
