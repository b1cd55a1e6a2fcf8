/** What a business is looked up by. */
export interface PlaceQuery {
  name: string;
  city: string;
  /** Code or name, as it was sent. */
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** A business as one source has it; null is what that source does not say. */
export interface PlaceFact {
  name: string;
  category: string | null;
  /** As the source writes it. */
  phone: string | null;
  website: string | null;
  email: string | null;
  address: PlaceAddress;
  /** Degrees north and east. */
  latitude: number | null;
  longitude: number | null;
  status: 'OPEN' | 'TEMPORARILY_CLOSED' | 'PERMANENTLY_CLOSED' | null;
  /** As OpenStreetMap writes opening hours. */
  hours: string | null;
  /** Mean, 0 to 5. */
  rating: number | null;
  reviews: number | null;
  /** Whether its owner has claimed the entry. */
  claimed: boolean | null;
  /** The source's own id. */
  placeId: string | null;
  /** What the source's licence asks to be shown beside the answer. */
  attribution: string | null;
}

/** Where a business is. */
export interface PlaceAddress {
  line1: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
}
