/** People of one department. */
export interface Department {
  name: string;
  people: number;
}

/** What can be known of a company, whoever says it. */
export interface Company {
  name: string;
  description: string;
  industry: string;
  employees: number;
  /** For example `51-200`. */
  employeeBand: string;
  /** A year's, as text: `$10M-$25M`, or a figure in US dollars. */
  revenue: string;
  /** Year. */
  founded: number;
  /** Name of the country of the headquarters. */
  country: string;
  sicCodes: readonly string[];
  naicsCodes: readonly string[];
  technologyCount: number;
  /** In twelve months, as a fraction. */
  headcountGrowth: number;
  departments: readonly Department[];
  /** As its page on the professional network shows it. */
  size: string;
  headquarters: string;
  followers: number;
  website: string;
  employeesOnPlatform: number;
  specialties: readonly string[];
  /** US dollars. */
  totalRaised: number;
  fundingRounds: number;
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  lastRoundDate: string;
  ipoStatus: 'public' | 'private';
  /** Address of its page on the professional network. */
  networkUrl: string;
  /** Legal Entity Identifier (ISO 17442). */
  lei: string;
  /** Central Index Key of a filer with the United States' securities commission, ten digits. */
  cik: string;
  /** Symbol at an exchange. */
  ticker: string;
}

export type CompanyField = keyof Company;

/** One field as one source states it. */
export interface Claim<Value> {
  value: Value;
  /** Name of the source. */
  source: string;
  /** As of when the source states it: a year, month or day; null where it does not say. */
  asOf: string | null;
}

/** What is known of one company, each field with its origin. A field that is absent is one nobody stated. */
export type CompanyFact = { readonly [Field in CompanyField]?: Claim<Company[Field]> };

/** What a source read; null, '' and empty lists are fields it does not state. */
export type Stated = { readonly [Field in CompanyField]?: Company[Field] | null | undefined };

const saysNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** The fields a source states, each marked as its own. @param asOf YYYY, YYYY-MM, YYYY-MM-DD or null */
export function claimsOf(source: string, stated: Stated, asOf: string | null = null): CompanyFact {
  const claims = Object.entries(stated)
    .filter(([, value]) => !saysNothing(value))
    .map(([field, value]) => [field, { value, source, asOf }]);
  return Object.fromEntries(claims) as CompanyFact;
}

/**
 * Joins what several sources state of one company: a field is taken whole from the first that states it.
 * @param facts by trust, the most trusted first; of the same company, which is the caller's to know
 */
export const joinFacts = (...facts: readonly (CompanyFact | null | undefined)[]): CompanyFact =>
  Object.assign({}, ...facts.toReversed());

/** The value of a field, or null. */
export const readField = <Field extends CompanyField>(
  fact: CompanyFact,
  field: Field,
): Company[Field] | null => (fact[field] as Claim<Company[Field]> | undefined)?.value ?? null;
