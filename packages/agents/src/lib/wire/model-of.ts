import type { RecordedRequest } from '../port/request.ts'
import { asRecord, asText } from './json.ts'

/** Gemini names the model in the address. */
const GEMINI_PATH = /\/models\/([^/:?]+):/

/** The model that a request asks, as it names it; empty when it names none. */
export function modelOf({ path, body }: Pick<RecordedRequest, 'path' | 'body'>): string {
  return GEMINI_PATH.exec(path)?.[1] ?? asText(asRecord(body)['model'])
}
