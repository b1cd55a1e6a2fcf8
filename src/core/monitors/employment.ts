/** Where somebody works, as one source has it; null where the source does not say. */
export interface Employment {
  title: string | null;
  company: string | null;
  location: string | null;
}

/** What a source of job changes is asked. */
export interface ProfileQuery {
  /** Vanity name, lower case. */
  profile: string;
}
