/** The entry of the context engine. Adding a name here is a decision: it becomes public. */

export { type Block, scanBlocks } from './lib/budget/blocks.ts'
export {
  type CodeMap,
  type CodeMapOptions,
  type CodeMapRow,
  createCodeMap,
} from './lib/code-map/code-map.ts'
export { rankSymbols } from './lib/code-map/rank-symbols.ts'
export { type RenderedCodeMap, renderCodeMap } from './lib/code-map/render-code-map.ts'
export {
  type RenderedSymbolMap,
  renderSymbolMap,
  type SymbolMapOptions,
} from './lib/code-map/render-symbol-map.ts'
export type { RankedSymbol, SymbolDefinition, SymbolFile } from './lib/code-map/symbol-file.ts'
export { compareCompositions } from './lib/compare/compare-compositions.ts'
export type {
  CacheCost,
  ComparedComposition,
  CompositionDifference,
  SectionChange,
  SectionDifference,
} from './lib/compare/composition-difference.ts'
export { diffLines, type LineChange, type LineHunk, toHunks } from './lib/compare/diff-lines.ts'
export { compose } from './lib/compose/compose.ts'
export { DEFAULT_SETTINGS } from './lib/compose/default-settings.ts'
export { type Moment, momentSection } from './lib/compose/moment-section.ts'
export { type SectionOptions, section } from './lib/compose/section.ts'
export { CoreError, type CoreErrorCode } from './lib/core-error.ts'
export { type CharacterOrigin, explainOffset } from './lib/explain/explain-offset.ts'
export { type ExplainedPlace, explainText } from './lib/explain/explain-text.ts'
export { isCleared, parseDocument, parseText } from './lib/frontmatter/parse-document.ts'
export {
  type AcceptedFinding,
  createBlockHash,
  findAccepted,
} from './lib/guard/policy/accepted-finding.ts'
export {
  decideAction,
  type GuardPolicy,
  type GuardPolicyConfig,
  type JudgedThreat,
  POLICY_PRESETS,
  type PolicyPreset,
  type PolicyRow,
  resolvePolicy,
  THREAT_ACTIONS,
  THREAT_SEVERITIES,
  type ThreatAction,
} from './lib/guard/policy/guard-policy.ts'
export { CAPABILITIES, type Capability } from './lib/guard/review/capabilities.ts'
export type {
  ChangeReview,
  LiftedRule,
  ReviewedAddition,
  ReviewOptions,
} from './lib/guard/review/change-review.ts'
export { reviewChange } from './lib/guard/review/review-change.ts'
export { describeThreat } from './lib/guard/threats/describe-threat.ts'
export type {
  ThreatFinding,
  ThreatForm,
  ThreatScan,
  ThreatSeverity,
} from './lib/guard/threats/threat-finding.ts'
export type { EnvironmentFacts } from './lib/guidance/environment-text.ts'
export {
  findModelFamily,
  MODEL_FAMILIES,
  type ModelFamily,
} from './lib/guidance/model-families.ts'
export { modelGuidance } from './lib/guidance/model-guidance.ts'
export {
  findPlatformCapabilities,
  type MarkdownDialect,
  type MessageLimit,
  PLATFORM_CAPABILITIES,
  type PlatformCapabilities,
} from './lib/guidance/platform-capabilities.ts'
export { platformGuidance } from './lib/guidance/platform-guidance.ts'
export {
  buildLayers,
  type LayerBlock,
  type LayerTexts,
  toLayers,
} from './lib/layers/build-layers.ts'
export { buildMessages, type MessageWindow } from './lib/layers/build-messages.ts'
export type { HistoryBlock, HistoryMessage, UserMessage } from './lib/layers/history-message.ts'
export { type LayerSkill, type SkillsTextOptions, skillsText } from './lib/layers/skills-text.ts'
export { windowHistory } from './lib/layers/window-history.ts'
export { findOrders } from './lib/lint/find-orders.ts'
export { closeLastFence } from './lib/lint/find-unclosed.ts'
export { lintComposition } from './lib/lint/lint-composition.ts'
export { BLOCK_ID } from './lib/managed-block/block-marks.ts'
export type { BlockContext } from './lib/managed-block/find-blocks.ts'
export { FOREIGN_BLOCK, stripForeignBlock } from './lib/managed-block/foreign-block.ts'
export {
  applyBlock,
  type BlockChange,
  type BlockOptions,
  findBlocks,
  type ManagedBlock,
  stripBlock,
} from './lib/managed-block/managed-block.ts'
export type {
  BudgetSettings,
  ComposeInput,
  ComposeSettings,
  ExtraSection,
  GuidanceInput,
  GuidanceOverride,
  NativePart,
  ProjectInput,
  SkillInput,
  SkillsInput,
  SlotInput,
  SlotResolution,
  Variable,
} from './lib/model/compose-input.ts'
export type {
  Composition,
  HiddenDocument,
  Part,
  PlacedPiece,
  Refusal,
} from './lib/model/composition.ts'
export type {
  Diagnostic,
  DiagnosticSource,
  Severity,
  WithDiagnostics,
} from './lib/model/diagnostic.ts'
export type {
  Change,
  Manifest,
  Omission,
  OmissionReason,
  PartRecord,
  SectionRecord,
  Size,
  Span,
  TurnRecord,
} from './lib/model/manifest.ts'
export { RESERVED_NAMES } from './lib/model/reserved-names.ts'
export type { RuntimeFacts } from './lib/model/runtime-facts.ts'
export type {
  Audience,
  Half,
  SectionStatus,
  SharedBy,
  Stability,
  Trust,
  Viewer,
} from './lib/model/section.ts'
export { findSlot, SLOTS, type SlotDefinition, type SlotName } from './lib/model/slots.ts'
export type {
  Frontmatter,
  Scope,
  SourceDocument,
  SourceKind,
  SourceRef,
  SourceRoot,
  TextRange,
} from './lib/model/source.ts'
export type { CorePorts, Language, Target } from './lib/model/target.ts'
export type { InsertedKind, Piece, TracedText } from './lib/model/traced-text.ts'
export { composeOverlay, type OverlayOptions } from './lib/overlay/compose-overlay.ts'
export { markdownSection } from './lib/overlay/markdown-section.ts'
export type {
  Overlay,
  OverlayPart,
  OverlayRecord,
  OverlaySection,
  OverlayStatus,
} from './lib/overlay/overlay-section.ts'
export { judgePlans, type PlanFile, type PlanningGate } from './lib/overlay/planning-gate.ts'
export { FORMATS, findFormat, type Layout, type RenderFormat } from './lib/render/formats.ts'
export {
  toAnthropic,
  toGemini,
  toOpenAI,
  toOpenAIMessage,
} from './lib/render/provider-shapes.ts'
export { maySee, parseAudience } from './lib/select/audience.ts'
export {
  checkExclude,
  type ExcludeLevels,
  type ExcludeList,
  type Exclusion,
  resolveExclude,
} from './lib/select/exclude.ts'
export { resolveLanguage } from './lib/select/language.ts'
export { canonicalPlatform, type NameCheck, validateName } from './lib/select/names.ts'
export { checkGates, type GateSession, type GateVerdict } from './lib/skills/check-gates.ts'
export { checkSkillName, normaliseSkillName } from './lib/skills/check-skill-name.ts'
export {
  decideSkill,
  type OfferedSkill,
  type SkillDecision,
  type SkillRefusalCode,
  type SkillRequest,
  type SkillState,
  skillState,
} from './lib/skills/decide-skill.ts'
export type { IndexSkill } from './lib/skills/lay-out-index.ts'
export {
  type ParsedSkill,
  type ParseSkillOptions,
  parseSkill,
  toSkillDiagnostic,
  unreadSkillFacts,
} from './lib/skills/parse-skill.ts'
export {
  type ListedSkill,
  type ShareOptions,
  type SkillShare,
  type SkillShown,
  shareDescriptions,
} from './lib/skills/share-descriptions.ts'
export type {
  Skill,
  SkillFacts,
  SkillGates,
  SkillOrigin,
  SkillStatus,
} from './lib/skills/skill.ts'
export { parseSkillCall, type SkillCall, type SkillCallOptions } from './lib/skills/skill-call.ts'
export { readSkillFrontmatter, type SkillFrontmatter } from './lib/skills/skill-frontmatter.ts'
export {
  renderSkillIndex,
  type SkillIndex,
  type SkillIndexOptions,
  toLine,
} from './lib/skills/skill-index.ts'
export {
  MAX_SKILL_BYTES,
  SKILL_RULES,
  type SkillFault,
  type SkillRule,
  type SkillRuleCode,
} from './lib/skills/skill-rules.ts'
export { type DecodedText, type DecodeIssue, decodeText } from './lib/text/decode.ts'
export { escapeForDisplay } from './lib/text/escape-for-display.ts'
export { findImports, visibleText, withoutFrontmatter } from './lib/text/find-imports.ts'
export { createLineIndex, type LineIndex, type LinePosition } from './lib/text/line-index.ts'
export { countBytes, countChars } from './lib/text/measure.ts'
export { showUnseen } from './lib/text/show-unseen.ts'
export { suggest } from './lib/text/suggest.ts'
export { estimateTokens, TOKENIZER } from './lib/text/tokens.ts'
