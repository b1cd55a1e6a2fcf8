interface SourcedValue<Value> {
  value: Value;
  source: string;
  /** Date of the value according to the source: a year, month or day; null when unknown. */
  asOf: string | null;
}

/** Known fields, each with its source; unknown fields are absent. */
export type Sourced<Fields> = { readonly [Field in keyof Fields]?: SourcedValue<Fields[Field]> };

/** Fields read from a source; null, '' and empty lists count as not stated. */
export type StatedFields<Fields> = {
  readonly [Field in keyof Fields]?: Fields[Field] | null | undefined;
};

const isEmptyField = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Marks the stated fields with their source. @param asOf YYYY, YYYY-MM, YYYY-MM-DD or null */
export function sourcedFields<Fields>(
  source: string,
  stated: StatedFields<Fields>,
  asOf: string | null = null,
): Sourced<Fields> {
  const sourced = Object.entries(stated)
    .filter(([, value]) => !isEmptyField(value))
    .map(([field, value]) => [field, { value, source, asOf }]);
  return Object.fromEntries(sourced) as Sourced<Fields>;
}

export const fieldValue = <Fields, Field extends keyof Fields>(
  fact: Sourced<Fields> | null | undefined,
  field: Field,
): Fields[Field] | null => fact?.[field]?.value ?? null;

export interface Trust<Fields> {
  /** Source names, most trusted first; unlisted sources come last. */
  order: readonly string[];
  /** Sources preferred over `order` for single fields. */
  first?: { readonly [Field in keyof Fields]?: readonly string[] };
  /**
   * Groups of fields that are meaningful only together, such as a city and its country: the most
   * trusted source that states any field is used, and others only where they do not contradict a
   * source used before.
   */
  together?: readonly (readonly (keyof Fields)[])[];
  /** Whether two values of a grouped field are equivalent; defaults to equality. */
  isSame?: {
    readonly [Field in keyof Fields]?: (one: Fields[Field], other: Fields[Field]) => boolean;
  };
}

/** Position of a source in the order of trust for a field, 0 for the most trusted. */
function rank<Fields>({ order, first }: Trust<Fields>, field: keyof Fields, source: string) {
  const all = [...(first?.[field] ?? []), ...order];
  const place = all.indexOf(source);
  return place < 0 ? all.length : place;
}

/** Whether a source is more trusted than another for a field. */
export const outranks = <Fields>(
  trust: Trust<Fields>,
  field: keyof Fields,
  source: string,
  other: string,
): boolean => rank(trust, field, source) < rank(trust, field, other);

/** The most trusted value of a field; undefined when no fact states it. */
function best<Fields, Field extends keyof Fields>(
  trust: Trust<Fields>,
  facts: readonly Sourced<Fields>[],
  field: Field,
): SourcedValue<Fields[Field]> | undefined {
  let found: SourcedValue<Fields[Field]> | undefined;
  for (const fact of facts) {
    const stated = fact[field];
    if (stated && (!found || outranks(trust, field, stated.source, found.source))) found = stated;
  }
  return found;
}

/** Whether two facts contradict each other in a field of a group. */
const contradict = <Fields>(
  { isSame }: Trust<Fields>,
  one: Sourced<Fields>,
  other: Sourced<Fields>,
  group: readonly (keyof Fields)[],
): boolean =>
  group.some((field) => {
    const [a, b] = [one[field], other[field]];
    return a && b && !(isSame?.[field]?.(a.value, b.value) ?? a.value === b.value);
  });

/** The facts whose fields of a group are compatible, most trusted first. */
function agreeing<Fields>(
  trust: Trust<Fields>,
  facts: readonly Sourced<Fields>[],
  group: readonly (keyof Fields)[],
): readonly Sourced<Fields>[] {
  const ranked = facts
    .flatMap((fact) => {
      const [field] = group.filter((each) => fact[each]);
      const source = field && fact[field]?.source;
      return field && source ? [{ fact, place: rank(trust, field, source) }] : [];
    })
    .sort((one, other) => one.place - other.place)
    .map(({ fact }) => fact);
  const taken: Sourced<Fields>[] = [];
  for (const fact of ranked)
    if (!taken.some((before) => contradict(trust, before, fact, group))) taken.push(fact);
  return taken;
}

/**
 * Merges the facts of several sources field by field, each from the source most trusted for it. The
 * order of the facts decides only between values of one source. The caller ensures that all facts
 * describe one subject.
 */
export function mergeSourced<Fields>(
  trust: Trust<Fields>,
  ...given: readonly (Sourced<Fields> | null | undefined)[]
): Sourced<Fields> {
  const facts = given.filter((fact) => fact !== null && fact !== undefined);
  const stated = new Set(facts.flatMap((fact) => Object.keys(fact) as (keyof Fields)[]));
  const merged = [...stated].map((field) => {
    const group = trust.together?.find((fields) => fields.includes(field));
    return [field, best(trust, group ? agreeing(trust, facts, group) : facts, field)] as const;
  });
  return Object.fromEntries(merged.filter(([, value]) => value)) as Sourced<Fields>;
}
