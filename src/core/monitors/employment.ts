import type { PersonSubject } from '../people/suppression.ts';

/** Where somebody works, as one source has it; null where the source does not say. */
export interface Employment {
  title: string | null;
  company: string | null;
  location: string | null;
  /** By what else the source knows the person: who is suppressed is by any of them. */
  knownBy?: readonly PersonSubject[];
}

/** What a source of job changes is asked. */
export interface ProfileQuery {
  /** Vanity name, lower case. */
  profile: string;
}
