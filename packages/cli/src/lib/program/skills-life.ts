import type { Command } from 'commander'
import type { Registration } from './registration.ts'

/** The subcommands of `skills` for the life of a skill on disk. */
export function addSkillsLife(_skills: Command, _registration: Registration): void {
  // None yet.
}
