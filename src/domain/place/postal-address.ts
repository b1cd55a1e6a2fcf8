/**
 * A postal address as one source has it; null is what that source does not say. Every other model
 * of an address picks from it.
 */
export interface Address {
  /** Street and house number, in the order of the country. */
  line1: string | null;
  line2: string | null;
  city: string | null;
  /** Of the United States in two letters, else as the source writes it. */
  state: string | null;
  /** ZIP or postal code; of the United States its five digits. */
  zip: string | null;
  zip4: string | null;
  county: string | null;
  /** By code or name. */
  country: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
}
