import { writeFile } from 'node:fs/promises'
import { toJsonSchema } from '@valibot/to-json-schema'

const file = new URL('../packages/sources/schema/config.schema.json', import.meta.url)

/** Writes the JSON Schema of `config.yaml`; needs the built packages. */
export async function generateConfigSchema() {
  const { createConfigJsonSchema } = await import('@onesoul/sources')
  await writeFile(file, `${JSON.stringify(createConfigJsonSchema(toJsonSchema), null, 2)}\n`)
}
