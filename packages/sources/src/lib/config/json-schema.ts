import { CONFIG_SCHEMA } from './schema.ts'

/**
 * The JSON Schema of `config.yaml`, for editors. `convert` is `toJsonSchema` of
 * `@valibot/to-json-schema`, which only the build needs. Keys that a work tree's
 * `.onesoul.yaml` may set carry `project: true`.
 */
export function createConfigJsonSchema(
  convert: (schema: typeof CONFIG_SCHEMA) => object,
): Record<string, unknown> {
  const { $schema, ...rest } = convert(CONFIG_SCHEMA) as Record<string, unknown>
  return {
    $schema,
    title: 'OneSoul configuration',
    description: 'config.yaml of a OneSoul home. Every key is optional.',
    ...rest,
  }
}
