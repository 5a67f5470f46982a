import { MODEL_FAMILIES } from '@onesoul/core'
import * as v from 'valibot'
import type { GuidanceConfig } from './config-file.ts'
import { described } from './described.ts'

const guidanceMode = v.picklist(['auto', 'always', 'never'])
const guidanceText = v.strictObject({
  replace: v.exactOptional(described(v.string(), 'In place of the table; empty: nothing is said.')),
  append: v.exactOptional(described(v.string(), 'After the table, or what replaces it.')),
})

/** What `guidance` may hold. */
export const GUIDANCE_SCHEMA: v.GenericSchema<unknown, GuidanceConfig> = v.strictObject({
  platform: v.exactOptional(
    described(
      v.picklist(['auto', 'never']),
      'Whether a model is told what its platform can show. Default auto.',
    ),
  ),
  model: v.exactOptional(
    described(
      guidanceMode,
      'Whether a model gets advice of its family. Default auto: from us where the agent gives none.',
    ),
  ),
  environment: v.exactOptional(
    described(
      guidanceMode,
      'Whether a model is told of the machine. Default auto: by us where the agent does not.',
    ),
  ),
  platforms: v.exactOptional(
    described(v.record(v.string(), guidanceText), 'What is said per platform.', {
      examples: [{ slack: { append: 'Begin with the result.' } }],
    }),
  ),
  models: v.exactOptional(
    described(
      v.strictObject(v.entriesFromList(MODEL_FAMILIES, v.exactOptional(guidanceText))),
      'What is said per family of models.',
    ),
  ),
})
