/** The exit codes of the command; an agent that was started passes its own on. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  findings: 3,
  refused: 4,
  interrupted: 130,
} as const
