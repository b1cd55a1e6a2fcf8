/**
 * A postal address according to one source; null where the source has no value. Other address
 * models pick their fields from it.
 */
export interface Address {
  /** Street and house number, in the order customary in the country. */
  line1: string | null;
  line2: string | null;
  city: string | null;
  /** Two letters in the United States, else as written by the source. */
  state: string | null;
  /** ZIP or postal code; five digits in the United States. */
  zip: string | null;
  zip4: string | null;
  county: string | null;
  /** Code or name. */
  country: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
}
