import { generateConfigSchema } from './generate-config-schema.mjs'
import { generateMetacognition } from './generate-metacognition.mjs'
import { generateStarter } from './generate-starter.mjs'

/** Writes every checked-in generated file. The schema comes from the built packages: build first. */
await generateMetacognition()
await generateStarter()
await generateConfigSchema()
