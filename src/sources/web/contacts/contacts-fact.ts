/** Who can be reached through a site, each list in the order found, without repeats. */
export interface ContactsFact {
  /** Lower case. */
  emails: string[];
  /** E.164. */
  phones: string[];
  /** Platform → profile addresses. */
  socials: Record<string, string[]>;
  /** Pages read, the home page first. */
  pages: string[];
  /**
   * ISO 3166-1 alpha-2 that numbers without a country code were read as; null when none could be
   * told.
   */
  country: string | null;
}

/** A site with more is a directory, and its contacts are not its own. */
export const MAX_PER_KIND = 100;
