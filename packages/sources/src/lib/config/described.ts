import * as v from 'valibot'

/** A schema with the sentence that editors and the documentation show for its key. */
export function described<T extends v.GenericSchema>(
  schema: T,
  description: string,
  extra: Readonly<Record<string, unknown>> = {},
): v.SchemaWithPipe<
  readonly [T, v.MetadataAction<v.InferOutput<T>, { readonly description: string }>]
> {
  return v.pipe(schema, v.metadata({ description, ...extra }))
}
