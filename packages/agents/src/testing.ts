export type { AgentContractOptions, ContractSetting } from './lib/testing/checked-agent.ts'
export { describeAgentContract } from './lib/testing/contract.ts'
