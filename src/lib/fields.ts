/** Several fields with the same value: `...alike(null, 'city', 'state')`. */
export const alike = <Value, Name extends string>(
  value: Value,
  ...names: readonly Name[]
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;

/** A copy of some fields of an object: `pick(row, 'id', 'name')`. */
export const pick = <Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  ...names: readonly Name[]
): Pick<Fields, Name> =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>;
