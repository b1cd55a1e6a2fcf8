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

/**
 * A function that makes each value once. Values in a Map are kept for good: its keys must be few.
 * @param made the values so far; a WeakMap for keys that may be collected
 */
export function memoized<Key, Value extends object | string | null>(
  make: (key: Key) => Value,
  made: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown } = new Map(),
): (key: Key) => Value {
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
