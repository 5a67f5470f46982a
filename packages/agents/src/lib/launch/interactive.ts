import { handleSignals } from './signal-handlers.ts'
import { type Program, type ProgramEnd, spawnProgram } from './spawn-program.ts'

/**
 * Runs a plan for a person at a terminal: same process group, inherited
 * standard streams, so that `/dev/tty`, job control and resize events reach
 * the agent. Meanwhile SIGINT and SIGQUIT are the agent's alone; SIGTERM,
 * SIGHUP, SIGTSTP and SIGCONT that reach us are passed on. Resolves with the
 * agent's own end; rejects with `AgentError` `start-failed`.
 */
export async function launchInteractive(plan: Program): Promise<ProgramEnd> {
  let child: { kill(signal: NodeJS.Signals): boolean } | undefined
  const pass = (signal: NodeJS.Signals) => (): void => {
    child?.kill(signal)
  }
  // The terminal sends these two to the whole group: the agent has got its own.
  const leaveToAgent = (): void => undefined
  const restore = handleSignals({
    SIGINT: leaveToAgent,
    SIGQUIT: leaveToAgent,
    SIGTERM: pass('SIGTERM'),
    SIGHUP: pass('SIGHUP'),
    SIGCONT: pass('SIGCONT'),
    SIGTSTP: () => {
      child?.kill('SIGTSTP')
      process.kill(process.pid, 'SIGSTOP')
    },
  })
  try {
    const program = await spawnProgram(plan, { stdio: 'inherit', ownGroup: false })
    child = program.child
    const end = await program.exited
    await program.forget()
    return end
  } finally {
    restore()
  }
}
