import type { PersonSubject } from './suppression.ts';

/** Levels of seniority as the people databases name them. */
export const SENIORITIES = [
  'cxo',
  'owner',
  'partner',
  'vp',
  'director',
  'manager',
  'senior',
  'entry',
  'training',
  'unpaid',
] as const;
export type Seniority = (typeof SENIORITIES)[number];

/** What prospects are searched by; null is not asked for, and one at least is. */
export interface ProspectFilters {
  title: string | null;
  seniority: Seniority | null;
  /** Places separated by commas. */
  location: string | null;
  company: string | null;
  companyDomain: string | null;
}

/** Somebody a search found: who they are at work, and whether they can be reached, not how. */
export interface Prospect {
  /** What b2b-contact-append finds them by; null where the source has no such name. */
  id: string | null;
  fullName: string | null;
  title: string | null;
  seniority: string | null;
  location: string | null;
  company: string | null;
  companyDomain: string | null;
  networkUrl: string | null;
  /** Null: the source does not say. */
  hasEmail: boolean | null;
  hasPhone: boolean | null;
  /** Read by the list of suppressed people alone, never told. */
  subjects: readonly PersonSubject[];
}

/** What stands before the vanity name in the id of somebody a search knows by a page on the professional network. */
export const NETWORK_ID = 'network:';
