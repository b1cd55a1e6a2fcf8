import { UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';
import type { Person, PersonSubject } from './person.ts';

/** Levels of seniority as the people databases name them. */
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

/** Filters of a prospect search; null is not filtered by, and at least one is set. */
export interface ProspectFilters {
  title: string | null;
  seniority: Seniority | null;
  /** Places separated by commas. */
  location: string | null;
  company: string | null;
  companyDomain: string | null;
}

/** A person a search found: their job, and whether contact data exist, not the data. */
export interface Prospect extends Pick<Person, 'fullName' | 'title' | 'seniority'> {
  /** Id that b2b-contact-append accepts; null where the source has none. */
  id: string | null;
  location: string | null;
  company: string | null;
  companyDomain: string | null;
  networkUrl: string | null;
  /** Null: the source does not say. */
  hasEmail: boolean | null;
  hasPhone: boolean | null;
  /** Only for the suppression check, never answered. */
  subjects: readonly PersonSubject[];
}

/** Prefix of a prospect's id that is the vanity name of a LinkedIn profile. */
export const LINKEDIN_ID_PREFIX = 'network:';

/** Levels by their synonyms, folded. */
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

/** @throws UnusableInput for a word that names no level */
export function parseSeniority(text: string): Seniority {
  const level = SENIORITY_BY_WORD.get(foldText(text));
  if (level) return level;
  throw new UnusableInput(`must be one of ${SENIORITIES.join(', ')}`);
}
