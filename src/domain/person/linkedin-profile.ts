import type { PersonSubject } from '../../lookup/suppression.ts';

/** A job somebody has or had. Dates are YYYY, YYYY-MM, YYYY-MM-DD, or as the source writes them. */
export interface Position {
  title: string | null;
  company: string | null;
  location: string | null;
  startedAt: string | null;
  endedAt: string | null;
}

/** Where somebody learned. */
export interface Education {
  school: string | null;
  degrees: readonly string[];
  startedAt: string | null;
  endedAt: string | null;
}

/**
 * A person's public page on the professional network, whoever read it; null is what that source
 * does not say.
 */
export interface LinkedinProfileFact {
  name: string;
  title: string | null;
  company: string | null;
  followers: number | null;
  location: string | null;
  about: string | null;
  /** Newest first, as far as the source orders them. */
  roles: readonly Position[];
  education: readonly Education[];
  skills: readonly string[];
  /**
   * By what else the source knows the person: not told, but who is suppressed is by any of them.
   */
  knownBy: readonly PersonSubject[];
  /** As of when the source says so; null when it does not say. */
  asOf: string | null;
}

/** What a source that says less begins its fact with. */
export const EMPTY_LINKEDIN_PROFILE: Omit<LinkedinProfileFact, 'name'> = {
  title: null,
  company: null,
  followers: null,
  location: null,
  about: null,
  roles: [],
  education: [],
  skills: [],
  knownBy: [],
  asOf: null,
};

/** Where somebody works, as one source has it; null where the source does not say. */
export interface Employment {
  title: string | null;
  company: string | null;
  location: string | null;
  /** By what else the source knows the person: who is suppressed is by any of them. */
  knownBy?: readonly PersonSubject[];
}

/** What a source of job changes is asked. */
export interface JobChangeQuery {
  /** Vanity name, lower case. */
  profile: string;
}
