/** A file of a folder of plans. */
export interface PlanFile {
  readonly name: string
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number
  /** It holds nothing but white space. */
  readonly isEmpty: boolean
}

/** Whether the newest requirements have a test specification of the same name. */
export interface PlanningGate {
  readonly open: boolean
  /** Name of the newest requirements, `prd-<slug>.md`; `null` when there are none. */
  readonly requirements: string | null
  /** Name that the test specification has or must get; `null` without requirements. */
  readonly testSpec: string | null
  /** One sentence. */
  readonly reason: string
}

const REQUIREMENTS = /^prd-(.+)\.md$/

/**
 * Judges a folder of plans: the newest `prd-<slug>.md` needs a `test-spec-<slug>.md` of the same slug. Of equal times
 * the name decides, so that the answer is always the same. Empty files do not count.
 */
export function judgePlans(files: readonly PlanFile[]): PlanningGate {
  const written = files.filter(({ isEmpty }) => !isEmpty)
  const [newest] = written
    .filter(({ name }) => REQUIREMENTS.test(name))
    .sort((a, b) => b.mtimeMs - a.mtimeMs || (a.name < b.name ? -1 : 1))
  const slug = newest && REQUIREMENTS.exec(newest.name)?.[1]
  if (!newest || slug === undefined) {
    const some = files.some(({ name }) => REQUIREMENTS.test(name))
    const reason = some
      ? 'every prd-NAME.md is empty'
      : 'there are no requirements: write prd-NAME.md'
    return { open: false, requirements: null, testSpec: null, reason }
  }
  const testSpec = `test-spec-${slug}.md`
  const base = { requirements: newest.name, testSpec }
  if (written.some(({ name }) => name === testSpec)) {
    return { ...base, open: true, reason: `${newest.name} and ${testSpec} are there` }
  }
  const empty = files.some(({ name }) => name === testSpec)
  const reason = empty
    ? `${testSpec} is empty`
    : `${newest.name} has no test specification of the same name: write ${testSpec}`
  return { ...base, open: false, reason }
}
