export { fitAgent, type LimitFit } from './lib/fit/fit-agent.ts'
export { fitDocuments } from './lib/fit/fit-documents.ts'
export type { Loss } from './lib/fit/loss.ts'
export { type LimitedAgent, OTHER_AGENTS } from './lib/fit/other-agents.ts'
export { type FitPlace, readFitFiles } from './lib/fit/read-fit.ts'
export { askingRun, listRuns, sweepDeliveries } from './lib/launch/delivery-files.ts'
export { agentEnvironment } from './lib/launch/environment.ts'
export type { NotedRun } from './lib/launch/process-record.ts'
export type { Agent, ExitStatus, LaunchOptions, OutsideInput } from './lib/port/agent.ts'
export { AgentError, type AgentErrorCode } from './lib/port/agent-error.ts'
export type { DetectInput, Detection, FoundAgent, MissingAgent } from './lib/port/detection.ts'
export type { InspectInput, Inspection, ModelEndpoint, UserSource } from './lib/port/inspection.ts'
export type { AgentLimit, DocumentLimit, SkillLimit } from './lib/port/limits.ts'
export type { InstructionFile, OwnershipInput, OwnershipVerdict } from './lib/port/ownership.ts'
export type { PersonalFile, PersonalFilesInput } from './lib/port/personal-file.ts'
export type { DeliveryFile, DeliveryPlan, PlanInput, SessionStart } from './lib/port/plan.ts'
export type { InstructionReader, InstructionReading } from './lib/port/reading.ts'
export type { RecordedRequest, RequestKind } from './lib/port/request.ts'
export type {
  AgentServices,
  ProposalService,
  ProposedChange,
  ServiceAnswer,
} from './lib/port/services.ts'
export type {
  BundleFile,
  PlannedCall,
  PlannedSkills,
  SkillBundle,
  SkillTraits,
} from './lib/port/skills.ts'
export type { AgentTraits, PermissionTier, WireProtocol } from './lib/port/traits.ts'
export {
  type AssignedFile,
  type AssignedFiles,
  assignFiles,
  type ReadTwice,
} from './lib/reading/assign-files.ts'
export { findShifts, type ReadingShift } from './lib/reading/find-shifts.ts'
export { OTHER_READERS } from './lib/reading/other-readers.ts'
export { buildReceipt, type Delivery, type ReceiptInput } from './lib/receipt/build-receipt.ts'
export { buildRunReceipt, type RunReceiptInput } from './lib/receipt/build-run-receipt.ts'
export { formatReceipt } from './lib/receipt/format-receipt.ts'
export type { NativeDocument } from './lib/receipt/judge-native.ts'
export type { ExpectedSkills } from './lib/receipt/judge-skills.ts'
export type {
  FirstDifference,
  FoundRange,
  JudgedSection,
  JudgedSkills,
  Receipt,
  ReceiptSlot,
  ReceiptWarning,
  RunReceipt,
  RunVerdict,
  SectionVerdict,
  SlotSpan,
  SpanOwner,
} from './lib/receipt/receipt.ts'
export { type Recorder, type RecorderOptions, startRecorder } from './lib/recorder/recorder.ts'
export type { RequestCounts } from './lib/recorder/request-log.ts'
export type { ModelQuestion } from './lib/scripted-model/model-question.ts'
export {
  DEFAULT_ANSWER,
  type ModelPattern,
  type ModelRule,
  type ModelScript,
  type ScriptedToolCall,
} from './lib/scripted-model/model-script.ts'
export {
  createScriptedModel,
  type ScriptedModel,
  type ScriptedReply,
} from './lib/scripted-model/scripted-model.ts'
export { type OfferOptions, offerSkills, type SkillOffer } from './lib/skills/offer-skills.ts'
export type { SkillPlace } from './lib/skills/own-skills.ts'
export type { ReadBlocks } from './lib/wire/read-blocks.ts'
export { readCacheRequest } from './lib/wire/read-cache-request.ts'
export { readSlots } from './lib/wire/read-slots.ts'
export type { CacheMarker, Slot, SlotLevel } from './lib/wire/slot.ts'
