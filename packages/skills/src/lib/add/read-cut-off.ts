import { stateLayout } from '@onesoul/disk'
import { errorText } from '../sync/error-text.ts'
import { readLifeJournal } from './life-journal.ts'
import { lifePlace } from './life-place.ts'

/** One sentence on a change of the home's own skills that is being made or was cut off; null: none. Changes nothing. */
export async function readCutOff(home: string): Promise<string | null> {
  try {
    const change = await readLifeJournal(lifePlace(stateLayout(home)))
    if (change === null) return null
    return `a change of the skill ${change.name} in the home is being made or was cut off`
  } catch (error) {
    return errorText(error)
  }
}
