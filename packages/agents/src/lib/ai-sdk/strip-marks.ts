import type { AiSdkMessage, AiSdkParams, AiSdkPart } from './ai-sdk-shapes.ts'
import { unmarked, unsteered } from './cache-dialect.ts'

/**
 * The parameters of a call without anybody's marks and cache keys. What has none
 * is the same object, and a call without any is the very one that was given.
 */
export function stripCacheMarks<Params extends AiSdkParams>(params: Params): Params {
  const prompt = sameOr(params.prompt, params.prompt.map(stripMessage))
  const tools = params.tools && sameOr(params.tools, params.tools.map(unmarked))
  const bare = unsteered(params)
  if (bare === params && prompt === params.prompt && tools === params.tools) return params
  return { ...bare, prompt, ...(tools && { tools }) }
}

function stripMessage(message: AiSdkMessage): AiSdkMessage {
  const bare = unmarked(message)
  if (typeof bare.content === 'string') return bare
  const content = sameOr(bare.content, bare.content.map(stripPart))
  return content === bare.content ? bare : { ...bare, content }
}

/** A mark of a result may stand on its output, or on a part of that. */
function stripPart(part: AiSdkPart): AiSdkPart {
  const bare = unmarked(part)
  if (!('output' in bare)) return bare
  const before = bare.output as { readonly value?: unknown; readonly providerOptions?: never }
  const output = unmarked(before)
  const { value } = output
  const parts = Array.isArray(value) ? sameOr<AiSdkPart>(value, value.map(unmarked)) : value
  if (output === before && parts === value) return bare
  const whole = { ...bare, output: { ...output, value: parts } }
  return whole
}

function sameOr<One>(before: readonly One[], after: readonly One[]): readonly One[] {
  return after.every((one, index) => one === before[index]) ? before : after
}
