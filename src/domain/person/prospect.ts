import { UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';
import type { Person, PersonSubject } from './person.ts';

/** Seniority levels in the terms of people databases. */
const SENIORITIES = [
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
type Seniority = (typeof SENIORITIES)[number];

/** Filters of a prospect search; null filters are off, and at least one is set. */
export interface ProspectFilters {
  title: string | null;
  seniority: Seniority | null;
  /** Places separated by commas. */
  location: string | null;
  company: string | null;
  companyDomain: string | null;
}

/** A person found by a search: the job, and whether contact data exist, not the data. */
export interface Prospect extends Pick<Person, 'fullName' | 'title' | 'seniority'> {
  /** ID accepted by b2b-contact-append; null when the source has none. */
  id: string | null;
  location: string | null;
  company: string | null;
  companyDomain: string | null;
  networkUrl: string | null;
  /** Null when unknown. */
  hasEmail: boolean | null;
  hasPhone: boolean | null;
  /** For the suppression check only, never in an answer. */
  subjects: readonly PersonSubject[];
}

/** Prefix of a prospect ID that is the vanity name of a LinkedIn profile. */
export const LINKEDIN_ID_PREFIX = 'network:';

/** Levels by synonym, folded. */
const SENIORITY_BY_WORD: ReadonlyMap<string, Seniority> = new Map([
  ...SENIORITIES.map((level): [string, Seniority] => [level, level]),
  ...Object.entries({
    'c level': 'cxo',
    'c suite': 'cxo',
    chief: 'cxo',
    executive: 'cxo',
    founder: 'owner',
    'vice president': 'vp',
    head: 'director',
    'entry level': 'entry',
    junior: 'entry',
    intern: 'training',
  } satisfies Record<string, Seniority>),
]);

/** @throws UnusableInput for a word that is not a level */
export function parseSeniority(text: string): Seniority {
  const level = SENIORITY_BY_WORD.get(foldText(text));
  if (level) return level;
  throw new UnusableInput(`must be one of ${SENIORITIES.join(', ')}`);
}
