/** The entry of the sources: from files on disk to everything that a composition depends on. */

export { HARMLESS_GIT_ARGS, harmlessGitEnvironment } from './lib/code-map/harmless-git.ts'
export type { CodeMapInput } from './lib/code-map/map-place.ts'
export { type FoundCodeMap, readCodeMap } from './lib/code-map/read-code-map.ts'
export {
  type FoundGrammars,
  findGrammars,
  GRAMMARS_PACKAGE,
  GRAMMARS_RANGE,
} from './lib/code-map/symbols/grammars.ts'
export {
  LEFT_OUT_TEXTS,
  type LeftOut,
  type LeftOutReason,
} from './lib/code-map/symbols/left-out.ts'
export {
  type FoundSymbolMap,
  readSymbolMap,
  type SymbolMapInput,
} from './lib/code-map/symbols/read-symbol-map.ts'
export type {
  AgentConfig,
  BotConfig,
  BudgetConfig,
  ChangePolicies,
  ChangePolicy,
  ConfigFile,
  GuidanceConfig,
  GuidanceMode,
  GuidanceText,
  ProjectConfigFile,
} from './lib/config/config-file.ts'
export type { Environment } from './lib/config/environment-layer.ts'
export { createConfigJsonSchema } from './lib/config/json-schema.ts'
export {
  CONFIG_FILE,
  type LoadConfigInput,
  type LoadedConfig,
  listSettings,
  loadConfig,
  type SettingRow,
} from './lib/config/load-config.ts'
export type { LayerKind, MergedLayers, Origin } from './lib/config/merge-layers.ts'
export {
  PROJECT_CONFIG_FILE,
  type ProjectConfig,
  parseProjectConfig,
} from './lib/config/project-config.ts'
export { DEFAULT_CONFIG, type Settings } from './lib/config/settings.ts'
export { type ValidateOptions, validateConfig } from './lib/config/validate-config.ts'
export { type Locate, readYamlSource, type YamlSource } from './lib/config/yaml-source.ts'
export {
  composeStatic,
  PRIVATE_SLOTS,
  type StaticComposition,
  type StaticRequest,
} from './lib/export/compose-static.ts'
export { type ExportRecord, readExportRecord } from './lib/export/export-record.ts'
export type {
  ExportPlan,
  ExportStatus,
  ExportTarget,
  LeftBlock,
  PlannedFile,
} from './lib/export/export-target.ts'
export { type ExportRequest, planExport } from './lib/export/plan-export.ts'
export {
  type WriteExportRequest,
  type WrittenExport,
  writeExport,
} from './lib/export/write-export.ts'
export { type CheckedOverrides, checkOverrides } from './lib/guard/check-overrides.ts'
export {
  type Override,
  type Overrides,
  type OverridesPlace,
  overridesOutside,
  readOverrides,
} from './lib/guard/overrides.ts'
export { type ParsedPolicy, parsePolicy } from './lib/guard/policy-file.ts'
export { expandPath, findUserHome } from './lib/home/expand-path.ts'
export type { Home, HomePlace } from './lib/home/home.ts'
export { inspectHome } from './lib/home/inspect-home.ts'
export { type OpenHomeOptions, openHome } from './lib/home/open-home.ts'
export {
  type FoundSource,
  findSource,
  IMPORT_SOURCES,
  type ImportHomeOptions,
  importHome,
} from './lib/import/import-home.ts'
export type {
  ImportDecision,
  ImportResult,
  ImportSource,
  MappedItem,
  UnmappedItem,
} from './lib/import/import-report.ts'
export type { AgentFile } from './lib/import/read-source.ts'
export type { ComposeRequest } from './lib/inputs/compose-request.ts'
export { type GatheredInputs, gatherInputs } from './lib/inputs/gather.ts'
export type { OwnershipCallback, OwnershipContext, ProjectVerdict } from './lib/inputs/ownership.ts'
export { type SettingsInPlace, settingsInPlace } from './lib/inputs/settings-in-place.ts'
export { ContextBuilder, type ContextBuilderConfig } from './lib/layers/context-builder.ts'
export type { LintFinding } from './lib/lint/finding-list.ts'
export { fixHome, type LintFix } from './lib/lint/fix-home.ts'
export {
  type LintAgent,
  type LintedPlace,
  type LintOptions,
  type LintReport,
  lintHome,
} from './lib/lint/lint-home.ts'
export type { LintTarget } from './lib/lint/lint-places.ts'
export { gatherOverlay, type OverlayRequest } from './lib/overlay/gather-overlay.ts'
export {
  blockContext,
  type EditedFile,
  type EditFileOptions,
  editOverlayFile,
  type OverlayEdit,
  readOverlayFile,
} from './lib/overlay/overlay-file.ts'
export { OVERLAY_PRESETS, type OverlayPreset } from './lib/overlay/overlay-presets.ts'
export type { OverlayFile } from './lib/overlay/overlay-target.ts'
export {
  listNotedBlocks,
  type NotedBlock,
  removeNotedBlocks,
} from './lib/overlay/remove-blocks.ts'
export { readWrittenBlock } from './lib/overlay/written-block.ts'
export { type DiscoverOptions, discoverProject } from './lib/project/discover.ts'
export type { ProjectConfigSource, ProjectFile, Worktree } from './lib/project/worktree.ts'
export {
  addNote,
  NOTE_KINDS,
  type Note,
  type NoteKind,
  type PruneNotesOptions,
  pruneNotes,
  readNotes,
} from './lib/project-state/notes.ts'
export {
  type FindProjectOptions,
  findProjectPlace,
  type ProjectPlace,
  withProjectLock,
} from './lib/project-state/project-place.ts'
export {
  clearProjectState,
  type ProjectState,
  readProjectState,
  type SavedState,
  writeProjectState,
} from './lib/project-state/project-state.ts'
export {
  STATE_EXAMPLES,
  STATE_KINDS,
  type StateKind,
  type StateValues,
} from './lib/project-state/state-kinds.ts'
export {
  type AcceptedChange,
  type AcceptOptions,
  acceptProposal,
  addOwnEntry,
  type OwnEntry,
  rejectProposal,
} from './lib/proposals/accept.ts'
export {
  createMemoryPorts,
  type MemoryPorts,
  type MemoryPortsOptions,
  type PortAnswer,
  type PortChange,
  type ProposalPort,
} from './lib/proposals/memory-ports.ts'
export {
  MEMORY_SLOTS,
  type Proposal,
  type ProposalFinding,
  type ProposalKind,
} from './lib/proposals/proposal.ts'
export type {
  Decided,
  ProposalRefusal,
  ProposalRefusalCode,
} from './lib/proposals/proposal-refusal.ts'
export { findProposal, type ProposalList, readProposals } from './lib/proposals/proposal-store.ts'
export { propose, type WantedChange } from './lib/proposals/propose.ts'
export {
  bodyOf,
  findSlotTargets,
  measureFor,
  type ProposalTarget,
  readSlotContent,
  type SlotBudget,
  type SlotContent,
  type SlotTarget,
} from './lib/proposals/slot-target.ts'
export { type EnvironmentPlace, readEnvironmentFacts } from './lib/runtime/environment-facts.ts'
export {
  buildRuntimeFacts,
  type DeclaredFacts,
  presentSessionVariables,
} from './lib/runtime/facts.ts'
export { carrierOf } from './lib/scan/carrier.ts'
export type { NotRead } from './lib/scan/list-files.ts'
export type { ScanRules } from './lib/scan/scan-file.ts'
export {
  MAX_SCANNED_BYTES,
  type ReadBytes,
  type ScanPathsOptions,
  scanBytes,
  scanPaths,
} from './lib/scan/scan-paths.ts'
export type {
  Carrier,
  Excerpt,
  FileFinding,
  FileVerdict,
  Overridden,
  ScannedFile,
  ScanReport,
  ScanText,
} from './lib/scan/scan-report.ts'
export { discoverSkills } from './lib/skills/discover-skills.ts'
export { type FoundSkillByName, findSkill } from './lib/skills/find-skill.ts'
export { gateSession } from './lib/skills/gate-session.ts'
export { type InspectedSkill, inspectSkill } from './lib/skills/inspect-skill.ts'
export { keepsSkillBack } from './lib/skills/keeps-skill-back.ts'
export {
  type ProjectSkillFile,
  type ProjectSkills,
  readProjectSkills,
} from './lib/skills/project-skills.ts'
export {
  MAX_SKILL_TEXT,
  type ReadSkill,
  type ReadSkillRequest,
  readSkill,
} from './lib/skills/read-skill.ts'
export { homeSkillsTrust } from './lib/skills/skill-trust-level.ts'
export type { SkillCatalogue, SkillSession, SkillsRequest } from './lib/skills/skills-request.ts'
export type { PlaceNames } from './lib/slots/list-places.ts'
export {
  type ResolvedSlot,
  type ResolveSlotOptions,
  resolveSlot,
} from './lib/slots/resolve-slot.ts'
export {
  type ResolvedSlots,
  type ResolveSlotsOptions,
  resolveSlots,
} from './lib/slots/resolve-slots.ts'
export type { SlotPlace } from './lib/slots/slot-place.ts'
export { SourcesError, type SourcesErrorCode } from './lib/sources-error.ts'
export { type InitHomeOptions, type InitHomeResult, initHome } from './lib/starter/init-home.ts'
export { isStarterSoul } from './lib/starter/is-starter-soul.ts'
export {
  type ConfigsMeasure,
  type MeasuredSlot,
  type MeasureOptions,
  measureConfigs,
} from './lib/starter/measure-configs.ts'
export {
  type PersonaAnswers,
  type PersonaKey,
  type PersonaQuestion,
  personaQuestions,
} from './lib/starter/persona-questions.ts'
export { STARTER_TEMPLATES, type StarterTemplate } from './lib/starter/render-starter.ts'
export { readPinnedText } from './lib/trust/pinned-texts.ts'
export type { TrustChange } from './lib/trust/trust-change.ts'
export type { TrustPins } from './lib/trust/trust-pins.ts'
export {
  pinTrust,
  readTrust,
  type TrustInput,
  type TrustReport,
} from './lib/trust/trust-store.ts'
