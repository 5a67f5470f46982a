import { generateConfigSchema } from './generate-config-schema.mjs'
import { generateMetacognition } from './generate-metacognition.mjs'
import { generateReadme } from './generate-readme.mjs'
import { generateSkills } from './generate-skills.mjs'
import { generateStarter } from './generate-starter.mjs'
import { generateThreatRules } from './generate-threat-rules.mjs'

/** Writes every checked-in generated file. The rules, the schema and the READMEs come from the built packages: build first. */
await generateMetacognition()
await generateStarter()
await generateSkills()
await generateThreatRules()
await generateConfigSchema()
await generateReadme()
