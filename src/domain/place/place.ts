import * as z from 'zod';
import { lookupField, typedText, UnusableInput } from '../../lib/inputs.ts';
import type { EmailAddress } from '../email/address.ts';
import type { WebSite } from '../web/site.ts';
import { isoCountry } from './countries.ts';
import { foldCity, foldCompanyName } from './place-name.ts';
import type { Address } from './postal-address.ts';
import { splitCityAndState } from './us-states.ts';

export interface PlaceQuery {
  name: string;
  city: string;
  /** Code or name, as sent. */
  state: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** The business's contact data as sent, to select among businesses of one name. */
  phone?: string | null;
  email?: EmailAddress | null;
  website?: WebSite | null;
}

/** A business according to one source; null where the source has no value. */
export interface PlaceFact {
  name: string;
  category: string | null;
  /** As written by the source. */
  phone: string | null;
  website: string | null;
  email: string | null;
  address: Pick<Address, 'line1' | 'city' | 'state' | 'zip' | 'countryCode'>;
  /** Degrees north and east. */
  latitude: number | null;
  longitude: number | null;
  status: 'OPEN' | 'TEMPORARILY_CLOSED' | 'PERMANENTLY_CLOSED' | null;
  /** In OpenStreetMap's notation of opening hours. */
  hours: string | null;
  /** Mean, 0 to 5. */
  rating: number | null;
  reviews: number | null;
  /** Whether the owner has claimed the entry. */
  claimed: boolean | null;
  /** The source's own ID. */
  placeId: string | null;
  /** Attribution that the source's licence requires with the answer. */
  attribution: string | null;
  /** Number of other businesses among the source's records that fit the query as well. */
  others?: number;
}

/** Whether a record has data beyond the name and city it was found by. */
export const describesPlace = ({ address, ...place }: PlaceFact): boolean =>
  [
    ...[address.line1, address.zip, place.category, place.phone, place.website, place.email],
    ...[place.status, place.rating, place.latitude, place.hours],
  ].some((value) => value !== null);

const MAX_CHARS = 200;

/** Reads a text for `fold`, which throws when it cannot use it; returns it with single spaces. */
const readableText =
  (fold: (text: string) => string) =>
  (text: string): string => {
    if (text.length > MAX_CHARS)
      throw new UnusableInput(`must have at most ${MAX_CHARS} characters`);
    fold(text);
    return text.replace(/\s+/g, ' ');
  };

/** An optional text that narrows a lookup; null and '' are treated as absent. */
export const hintField = (what: string) =>
  z
    .string('must be a string')
    .max(MAX_CHARS)
    .nullish()
    .transform((text, context) => {
      try {
        return typedText(text ?? '').replace(/\s+/g, ' ') || null;
      } catch (error) {
        if (!(error instanceof UnusableInput)) throw error;
        context.addIssue(error.message);
        return z.NEVER;
      }
    })
    .describe(what);

const countryField = z
  .string('must be a string')
  .nullish()
  .transform((code) => code?.trim() || null)
  .pipe(isoCountry.nullable())
  .describe('Country of the business, ISO 3166-1 alpha-2.');

interface CityFields {
  city: string;
  state: string | null;
  country: string | null;
}

/** Body check: takes a US state behind the city as `state`; a state sent separately wins. */
export function separateState({ value }: { value: CityFields }): void {
  const found =
    value.country === null || value.country === 'US' ? splitCityAndState(value.city) : null;
  if (!found) return;
  value.city = found.city;
  value.state ??= found.state;
}

/** Body fields shared by all business products, for use with {@link separateState}. */
export const placeFields = {
  name: lookupField(readableText(foldCompanyName), {
    description: 'Name of the business. Legal forms, accents and capitalization are ignored.',
    examples: ['Example Books'],
  }),
  city: lookupField(readableText(foldCity), {
    description: 'City of the business.',
    examples: ['Springfield'],
  }),
  state: hintField('State or region, by code or name. Distinguishes cities with the same name.'),
  country: countryField,
};

/** Cache key of folded name, city, state and country, which spellings of one business share. */
export const placeCacheKey = ({ name, city, state, country: code }: PlaceQuery): string =>
  JSON.stringify([foldCompanyName(name), foldCity(city), state?.toLowerCase() ?? null, code]);
