/**
 * A value made at its first use: a table that some lookups need is no part of a start.
 * @param make is called once
 */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
