/** Fields that have one value: `...alike(null, 'city', 'state')` in place of a line for each. */
export const alike = <Value, Name extends string>(
  value: Value,
  ...names: readonly Name[]
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
