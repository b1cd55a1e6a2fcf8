export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** `zip_code` as `zipCode`. */
export const camelCase = <Name extends string>(name: Name): CamelCase<Name> =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;

export type CamelKeys<Fields> = {
  [Name in keyof Fields as CamelCase<Name & string>]: Fields[Name];
};

export const camelKeys = <Fields extends object>(fields: Fields): CamelKeys<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [camelCase(name), value]),
  ) as CamelKeys<Fields>;

/** `firstName` as `first_name`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
