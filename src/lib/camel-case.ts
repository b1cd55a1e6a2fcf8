/** What {@link camelCase} makes of a name. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** `zip_code` is `zipCode`. */
export const camelCase = <Name extends string>(name: Name): CamelCase<Name> =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;
