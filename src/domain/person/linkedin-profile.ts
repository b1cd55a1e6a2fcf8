import { alike } from '../../lib/fields.ts';
import type { Person } from './person.ts';

/** A current or past job of a person. Dates: YYYY, YYYY-MM, YYYY-MM-DD, or the source's format. */
export interface Position {
  title: string | null;
  company: string | null;
  location: string | null;
  startedAt: string | null;
  endedAt: string | null;
}

export interface Education {
  school: string | null;
  degrees: readonly string[];
  startedAt: string | null;
  endedAt: string | null;
}

/** A person's public LinkedIn profile according to one source; null where it has no value. */
export interface LinkedinProfileFact
  extends Pick<Person, 'title' | 'followers' | 'skills' | 'knownBy' | 'asOf'> {
  name: string;
  company: string | null;
  location: string | null;
  about: string | null;
  /** Newest first, if the source orders them. */
  roles: readonly Position[];
  education: readonly Education[];
}

/** Empty fact for sources with fewer fields. */
export const EMPTY_LINKEDIN_PROFILE: Omit<LinkedinProfileFact, 'name'> = {
  ...alike(null, 'title', 'company', 'followers', 'location', 'about'),
  roles: [],
  education: [],
  skills: [],
  knownBy: [],
  asOf: null,
};

/** A person's current job according to one source; null where the source has no value. */
export type Employment = Pick<LinkedinProfileFact, 'title' | 'company' | 'location'> &
  Partial<Pick<Person, 'knownBy'>>;
