/** What a text is mostly made of; estimators err alike within a class. */
export type ContentClass = 'prose' | 'code' | 'data' | 'wide'

/** Learned factors by model and class: plain data, to be stored. */
export type Calibration = Readonly<Record<string, number>>

export interface CalibrationKey {
  readonly model: string
  readonly contentClass: ContentClass
}

export interface Observation extends CalibrationKey {
  /** Tokens that were estimated. */
  readonly estimated: number
  /** Tokens that the provider counted of the same. */
  readonly actual: number
}

const LEAST = 0.7
const MOST = 1.6
/** How much the newest observation counts. */
const WEIGHT = 0.2
/** What every decision adds, because too low is the dangerous side. */
const SAFETY = 1.05

/** The calibration after one more observation: a moving mean, kept within 0.7 to 1.6. What tells nothing changes nothing. */
export function calibrate(calibration: Calibration, observation: Observation): Calibration {
  const { estimated, actual } = observation
  const seen = actual / estimated
  if (!(estimated > 0) || !(actual >= 0) || !Number.isFinite(seen)) return calibration
  const next = factorOf(calibration, observation) * (1 - WEIGHT) + clamp(seen) * WEIGHT
  return { ...calibration, [keyOf(observation)]: clamp(next) }
}

/** What to decide by: the estimate times the learned factor (1 at first) times 1.05, rounded up. */
export function calibratedTokens(
  estimate: number,
  calibration: Calibration,
  key: CalibrationKey,
): number {
  return Math.ceil(estimate * factorOf(calibration, key) * SAFETY)
}

/** The class of a text by its first 4,096 characters. */
export function contentClassOf(text: string): ContentClass {
  const sample = text.slice(0, 4096)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const wide = sample.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  )
  if ((wide?.length ?? 0) * 5 > letters) return 'wide'
  const marks = sample.match(/[^\p{L}\s]/gu)?.length ?? 0
  if (marks > letters) return 'data'
  return marks > letters * 0.2 ? 'code' : 'prose'
}

function factorOf(calibration: Calibration, key: CalibrationKey): number {
  const known = Object.hasOwn(calibration, keyOf(key)) ? calibration[keyOf(key)] : undefined
  return known === undefined || Number.isNaN(known) ? 1 : clamp(known)
}

function keyOf({ model, contentClass }: CalibrationKey): string {
  return `${model}/${contentClass}`
}

function clamp(factor: number): number {
  return Math.min(MOST, Math.max(LEAST, factor))
}
