/** The entry of the life of skills on disk. Adding a name here is a decision: it becomes public. */

export { type AddRequest, addSkills } from './lib/add/add-skills.ts'
export type { LifeItem } from './lib/add/life-item.ts'
export type { LifeStep, SkillsLife } from './lib/add/life-place.ts'
export { readCutOff } from './lib/add/read-cut-off.ts'
export {
  type BuiltinProfile,
  builtinFolder,
  builtinPackageVersion,
  readBuiltins,
} from './lib/builtin/builtin-skills.ts'
export { type DisabledEdit, setDisabled } from './lib/enable/set-disabled.ts'
export {
  type ExportedSkill,
  type ExportedSkillStatus,
  type LeftSkill,
  type NotedSkills,
  refusesSkills,
  type SkillExportPlan,
  type SkillExportRequest,
  type SkillObstacle,
  skillObstacles,
} from './lib/export/exported-skill.ts'
export { planSkillExport } from './lib/export/plan-skill-export.ts'
export {
  notedAfter,
  type WriteSkillExport,
  writeSkillExport,
} from './lib/export/write-skill-export.ts'
export { newSkill } from './lib/new/new-skill.ts'
export { type RemoveSkillsRequest, removeSkills } from './lib/remove/remove-skills.ts'
export {
  SkillsError,
  type SkillsErrorCode,
  type SkillsErrorOptions,
  type SkillsPublicCode,
} from './lib/skills-error.ts'
export { type ManifestFile, manifestOf } from './lib/sync/package-tree.ts'
export { readPackage } from './lib/sync/read-package.ts'
export { type ProjectionsReport, readProjections } from './lib/sync/read-projections.ts'
export {
  type RemoveOptions,
  type RemoveRequest,
  removeProjections,
} from './lib/sync/remove-projections.ts'
export type {
  BrokenPackage,
  SkillPackage,
  SkillPackageFile,
  SkillProfile,
} from './lib/sync/skill-package.ts'
export { type SkillTarget, SYNCED_AGENTS, skillTargets } from './lib/sync/skill-targets.ts'
export {
  needsAttention,
  type PendingChange,
  SYNC_OUTCOMES,
  SYNC_REASONS,
  type SyncItem,
  type SyncOutcome,
  type SyncReason,
  type SyncReasons,
  type SyncReport,
  type SyncVerdict,
  type TreeDifference,
} from './lib/sync/sync-outcome.ts'
export type { SyncHomes } from './lib/sync/sync-place.ts'
export {
  readSyncStatus,
  type SyncOptions,
  type SyncRequest,
  syncSkills,
  type Takeover,
} from './lib/sync/sync-skills.ts'
export type { ChangedFile, SkillChange } from './lib/update/compare-skill.ts'
export { type RestoreRequest, restoreSkills } from './lib/update/restore-skills.ts'
export { type UpdatedSkill, type UpdateRequest, updateSkills } from './lib/update/update-skills.ts'
export type { SkillFinding } from './lib/validate/scan-skill.ts'
export {
  type ValidatedSkill,
  type ValidateOptions,
  validatePaths,
} from './lib/validate/validate-paths.ts'
