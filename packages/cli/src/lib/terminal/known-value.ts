import { suggest } from '@onesoul/core'
import { CliError } from './cli-error.ts'
import { EXIT } from './exit-code.ts'

/** One of the values that an option knows; anything else is a usage error with what was probably meant. */
export function knownValue<T extends string>(
  option: string,
  value: string,
  choices: readonly T[],
): T {
  const known = choices.find((one) => one === value)
  if (known !== undefined) return known
  const meant = suggest(value, choices)
  throw new CliError(EXIT.usage, `${option} ${JSON.stringify(value)} is not known`, {
    hints: [meant ? `did you mean ${meant}?` : `use ${choices.join(', ')}`],
  })
}
