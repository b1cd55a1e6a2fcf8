/**
 * Lazy value, made at its first use, so that a table which only some lookups need does not slow
 * the start.
 * @param make called once
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
