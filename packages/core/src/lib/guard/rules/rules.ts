import type { ThreatRule } from '../threats/threat-rule.ts'
import { APPROVAL_RULES } from './approval.ts'
import { CIPHER_RULES } from './cipher.ts'
import { CONCEALMENT_RULES } from './concealment.ts'
import { DROPPER_RULES } from './dropper.ts'
import { DROPPER_COMMAND_RULES } from './dropper-commands.ts'
import { EXFILTRATION_RULES } from './exfiltration.ts'
import { EXFILTRATION_COMMAND_RULES } from './exfiltration-commands.ts'
import { FORGERY_RULES } from './forgery.ts'
import { HARM_RULES } from './harm.ts'
import { LANGUAGE_DEED_RULES } from './language-deed-rules.ts'
import { LANGUAGE_RULES } from './language-rules.ts'
import { MASTERY_RULES } from './mastery.ts'
import { NEARNESS_RULES } from './nearness.ts'
import { OVERRIDE_RULES } from './override.ts'
import { PERSISTENCE_RULES } from './persistence.ts'
import { PERSONA_RULES } from './persona.ts'
import { THEFT_OTHER_RULES } from './theft-other.ts'

/** Every rule; the order is that of the families. */
export const RULES: readonly ThreatRule[] = [
  ...OVERRIDE_RULES,
  ...MASTERY_RULES,
  ...PERSONA_RULES,
  ...CONCEALMENT_RULES,
  ...EXFILTRATION_RULES,
  ...EXFILTRATION_COMMAND_RULES,
  ...DROPPER_RULES,
  ...DROPPER_COMMAND_RULES,
  ...PERSISTENCE_RULES,
  ...APPROVAL_RULES,
  ...FORGERY_RULES,
  ...HARM_RULES,
  ...NEARNESS_RULES,
  ...LANGUAGE_RULES,
  ...LANGUAGE_DEED_RULES,
  ...THEFT_OTHER_RULES,
  ...CIPHER_RULES,
]
