/** What companies are searched by; null is not asked for, and one at least is. */
export interface AccountFilters {
  keywords: string | null;
  industry: string | null;
  /** Places separated by commas. */
  location: string | null;
  employeesMin: number | null;
  employeesMax: number | null;
  /** US dollars a year. */
  revenueMin: number | null;
  revenueMax: number | null;
  technology: string | null;
}

/** A company a search found; null is what its source does not say. */
export interface Account {
  name: string;
  domain: string | null;
  industry: string | null;
  /** For example 51-200. */
  employeeBand: string | null;
  /** For example $10M-$25M. */
  revenueBand: string | null;
  /** By name, or by code where the source has no more. */
  country: string | null;
  technologies: readonly string[];
  networkUrl: string | null;
}

/** Bands of head counts, as company databases draw them. */
export const EMPLOYEE_BANDS: readonly (readonly [name: string, from: number, to: number | null])[] =
  [
    ['1-10', 1, 10],
    ['11-50', 11, 50],
    ['51-200', 51, 200],
    ['201-500', 201, 500],
    ['501-1000', 501, 1_000],
    ['1001-5000', 1_001, 5_000],
    ['5001-10000', 5_001, 10_000],
    ['10001+', 10_001, null],
  ];

/** The band of a head count; null below one. */
export const employeeBandOf = (employees: number): string | null =>
  EMPLOYEE_BANDS.find(([, from, to]) => employees >= from && employees <= (to ?? Infinity))?.[0] ??
  null;
