import { afterAll, beforeAll, describe } from 'vitest'
import { describeIdentity, describeLaunch, describeOwnership } from './behaviour-contract.ts'
import { type AgentContractOptions, type Checked, prepareAgent } from './checked-agent.ts'
import { describePlan } from './plan-contract.ts'

/**
 * The contract that every adapter keeps, as a vitest suite: detection never
 * throws, `plan` is pure and keeps private text out of sight, a refusal starts
 * nothing, a launch leaves nothing.
 */
export function describeAgentContract(options: AgentContractOptions): void {
  describe(`${options.name} keeps the contract of an agent`, () => {
    let checked: Checked
    beforeAll(async () => {
      checked = await prepareAgent(options)
    }, 60_000)
    afterAll(() => options.tearDown?.())
    const get = (): Checked => checked

    describeIdentity(get)
    describePlan(get, options)
    describeOwnership(get)
    describeLaunch(get, options)
  })
}
