import { offerHome } from '../prepare/offer-home.ts'
import { executeRun, exitCodeOf, planOrRefuse, summarise } from '../run/execute-run.ts'
import { lacksPrompt, prepareRun, type RunRequest } from '../run/prepare-run.ts'
import { planDocument, printPlan } from '../run/print-command.ts'
import { CliError } from '../terminal/cli-error.ts'
import { EXIT } from '../terminal/exit-code.ts'
import type { Invocation } from '../terminal/global-flags.ts'

/** `onesoul run AGENT [PROMPT]`: starts the real agent with the composition delivered; ends with its exit status. */
export async function runCommand(invocation: Invocation, request: RunRequest): Promise<number> {
  if (lacksPrompt(request) && !invocation.terminal.interactive && !request.flags.printCommand) {
    throw new CliError(EXIT.usage, 'without a terminal a PROMPT is needed', {
      hints: [`onesoul run ${request.agent} "your prompt"`],
    })
  }
  if (invocation.flags.json && !request.flags.printCommand) {
    throw new CliError(
      EXIT.usage,
      'run prints what the agent prints, so it has no JSON of its own',
      {
        hints: [
          `for a receipt as JSON: onesoul trace ${request.agent} "your prompt" --json`,
          'for the command as JSON: --print-command --json',
          'for the agent’s own JSON: its flag after --',
        ],
      },
    )
  }
  await offerHome(invocation)
  const run = await prepareRun(invocation, request)
  const plan = planOrRefuse(run)
  if (request.flags.printCommand) {
    const { terminal } = invocation
    if (invocation.flags.json) terminal.out(`${JSON.stringify(planDocument(plan), null, 2)}\n`)
    else terminal.out(printPlan(plan))
    return EXIT.done
  }
  const status = await executeRun(invocation, run, { plan })
  summarise(invocation, run, { interactive: plan.interactive, status })
  return exitCodeOf(status)
}
