import { findSlot, type SlotName } from '@onesoul/core'
import type { BotConfig, ProjectConfigFile } from '../config/config-file.ts'
import { isOfThisCall, type MergedLayers } from '../config/merge-layers.ts'
import { expandPath } from '../home/expand-path.ts'
import type { HomePlace } from '../home/home.ts'
import { type ResolvedSlots, resolveSlots } from '../slots/resolve-slots.ts'
import type { SlotPlace } from '../slots/slot-place.ts'
import { createSlotReader, type SlotFiles } from '../slots/slot-reader.ts'
import { resolveExclusions } from './resolve-exclusions.ts'
import type { ResolvedTarget } from './resolve-target.ts'

export interface TargetSlotsInput {
  readonly target: ResolvedTarget
  /** Settings for this target. */
  readonly config: MergedLayers
  /** What a trusted work tree adds; empty without one. */
  readonly project: ProjectConfigFile
  /** What was read already. Default: nothing. */
  readonly files?: SlotFiles
  /** Default false. */
  readonly withHidden?: boolean
}

/** Resolves the slots of a target with what the settings exclude and require there. */
export function readTargetSlots(home: HomePlace, input: TargetSlotsInput): Promise<ResolvedSlots> {
  const { target, config, project, files, withHidden = false } = input
  const { settings } = config
  const { userHome, dir, configsDir } = home
  const place: SlotPlace = {
    configsDir,
    platform: target.platform,
    bot: target.botScope,
    userHome,
    allowedRoots: settings.allowedRoots.map((path) => expandPath(path, { base: dir, userHome })),
    suffixFiles: settings.compat.suffixFiles,
  }
  return resolveSlots({
    place,
    reader: createSlotReader(place, files),
    excluded: resolveExclusions(config, project, target),
    required: requiredSlots(config, target.botConfig),
    withHidden,
  })
}

function requiredSlots(config: MergedLayers, bot: BotConfig | null): ReadonlySet<SlotName> {
  const { required } = config.settings
  const names = isOfThisCall(config.origins.get('required')) ? required : bot?.required
  return new Set((names ?? required).flatMap((name) => findSlot(name)?.slot ?? []))
}
