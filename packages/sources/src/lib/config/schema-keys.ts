/** The parts of a schema that lead to its keys, whatever wraps them. */
interface SchemaShape {
  readonly entries?: Readonly<Record<string, SchemaShape>>
  readonly wrapped?: SchemaShape
  readonly item?: SchemaShape
  readonly value?: SchemaShape
  readonly type?: string
}

/**
 * The keys that a schema allows at a path, for "did you mean"; empty where any
 * key is allowed or the path leads nowhere.
 */
export function keysAt(schema: object, path: readonly (string | number)[]): readonly string[] {
  let shape: SchemaShape | undefined = unwrap(schema)
  for (const step of path) shape = shape && unwrap(childOf(shape, step))
  return shape?.entries ? Object.keys(shape.entries) : []
}

function childOf(shape: SchemaShape, step: string | number): SchemaShape | undefined {
  if (shape.type === 'array') return shape.item
  if (shape.type === 'record') return shape.value
  const entries = shape.entries
  return entries && Object.hasOwn(entries, step) ? entries[step] : undefined
}

function unwrap(shape: SchemaShape | undefined): SchemaShape | undefined {
  let inner = shape
  while (inner?.wrapped) inner = inner.wrapped
  return inner
}
