import { UnusableInput } from '../../lib/inputs.ts';
import { foldText } from '../../lib/text.ts';
import type { PersonSubject } from '../../lookup/suppression.ts';

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

/**
 * What stands before the vanity name in the id of somebody a search knows by a page on the
 * professional network.
 */
export const LINKEDIN_ID_PREFIX = 'network:';

/** Other words for a level. */
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
