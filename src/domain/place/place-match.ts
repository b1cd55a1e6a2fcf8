import { readOrNull } from '../../lib/inputs.ts';
import { foldDigraphs, foldText } from '../../lib/text.ts';
import { e164In } from '../phone/number.ts';
import { registrableDomain } from '../web/domain-name.ts';
import { parseWebSite, type WebSite } from '../web/site.ts';
import type { PlaceFact, PlaceQuery } from './place.ts';
import { foldCity, foldCompanyName } from './place-name.ts';
import { isSameHouse } from './street-address.ts';
import { fromHouse } from './us-address.ts';
import { usStateCode } from './us-states.ts';

/** A line that begins with its house number; outside the United States it often comes last. */
const HOUSE_FIRST = /^[a-z]?\d/i;

/** Lowest similarity of two spellings of one name (catalogue of sources, "business-lookup"). */
export const SAME_NAME_THRESHOLD = 0.85;

const MAX_NAME_CHARS = 200;

const MAX_LATITUDE = 90;
const MAX_LONGITUDE = 180;

const foldOrEmpty = (fold: (text: string) => string, text: string): string =>
  readOrNull(() => foldDigraphs(fold(text.slice(0, MAX_NAME_CHARS)))) ?? '';

/** Frequency of each pair of adjacent characters in the words of a name, word edges included. */
function characterPairs(name: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (const word of name.split(' ')) {
    const edged = ` ${word} `;
    for (let at = 0; at + 1 < edged.length; at++) {
      const pair = edged.slice(at, at + 2);
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  return pairs;
}

const countPairs = (pairs: Map<string, number>): number =>
  [...pairs.values()].reduce((sum, times) => sum + times, 0);

/** Numbers in a name, which distinguish the branches of a chain. */
const digitsOfName = (name: string): string => (name.match(/\d+/g) ?? []).sort().join(' ');

/**
 * Similarity of two business names, 0 to 1: the Sørensen–Dice coefficient of the character pairs of
 * their folded words. Legal forms, accents, capitals, punctuation and word order do not matter, and
 * one wrong letter matters little. Names with different numbers have similarity 0. Linear in the
 * lengths of the names.
 */
export function nameSimilarity(one: string, other: string): number {
  const [a, b] = [foldOrEmpty(foldCompanyName, one), foldOrEmpty(foldCompanyName, other)];
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const [figures, others] = [digitsOfName(a), digitsOfName(b)];
  if (figures !== '' && others !== '' && figures !== others) return 0;
  const [left, right] = [characterPairs(a), characterPairs(b)];
  let shared = 0;
  for (const [pair, times] of left) shared += Math.min(times, right.get(pair) ?? 0);
  return (2 * shared) / (countPairs(left) + countPairs(right));
}

/** Whether two texts name the same city; null when one is unknown. */
export function isSameCity(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  const city = foldOrEmpty(foldCity, one);
  return city !== '' && city === foldOrEmpty(foldCity, other);
}

/** Whether the two are known to be in different US states or different countries. */
function isElsewhere({ state, country }: PlaceQuery, { address }: PlaceFact): boolean {
  const [asked, found] = [usStateCode(state), usStateCode(address.state)];
  const otherState = asked !== null && found !== null && asked !== found;
  const otherCountry =
    country !== null && address.countryCode !== null && country !== address.countryCode;
  return otherState || otherCountry;
}

/** Whether a record matches the query: name similarity, same city, no other state or country. */
const isSamePlace = (query: PlaceQuery, place: PlaceFact): boolean =>
  isSameCity(query.city, place.address.city) === true &&
  !isElsewhere(query, place) &&
  nameSimilarity(query.name, place.name) >= SAME_NAME_THRESHOLD;

/** A number about a business in E.164, read in the record's country, else in the requested one. */
export const numberAtPlace = (
  phone: string | null,
  place: PlaceFact | null,
  country: string | null,
): string | null =>
  phone === null ? null : readOrNull(() => e164In(phone, place?.address.countryCode ?? country));

/** Phone number of a record, as {@link numberAtPlace}. */
export const placeNumber = (place: PlaceFact | null, country: string | null): string | null =>
  numberAtPlace(place?.phone ?? null, place, country);

export const placeSite = (place: PlaceFact | null): WebSite | null =>
  readOrNull(() => parseWebSite(place?.website ?? ''));

/** Registrable domain of a website or an email address; the host itself when it has none. */
export const registeredHost = (host: string): string => registrableDomain(host)?.name ?? host;

const foldState = (state: string | null): string | undefined =>
  (usStateCode(state) ?? state)?.toLowerCase();

/** Number of query fields that the record matches: state, phone number, email address, website. */
function agreements(query: PlaceQuery, place: PlaceFact): number {
  const { state, country, phone, email, website } = query;
  const site = website && placeSite(place);
  const number = numberAtPlace(phone ?? null, place, country);
  return [
    state && foldState(state) === foldState(place.address.state),
    number !== null && number === placeNumber(place, country),
    email && email.text.toLowerCase() === place.email?.toLowerCase(),
    site && website && registeredHost(site.domain) === registeredHost(website.domain),
  ].filter(Boolean).length;
}

/** Whether two first lines name the same house; null if one is missing or has no number first. */
function isSameLine(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  const [a, b] = [fromHouse(one), fromHouse(other)];
  if (foldText(a) === foldText(b) || isSameHouse(a, b)) return true;
  return HOUSE_FIRST.test(a) && HOUSE_FIRST.test(b) ? false : null;
}

/**
 * Whether two records are known to be of different businesses: by state, country or house, else by
 * phone number, else by postal code. A business may have two records, such as a shop and its house.
 */
function isOtherBusiness(one: PlaceFact, other: PlaceFact): boolean {
  const differ = (a: string | null | undefined, b: string | null | undefined): boolean | null =>
    a && b ? a !== b : null;
  const [a, b] = [one.address, other.address];
  if (differ(usStateCode(a.state), usStateCode(b.state)) || differ(a.countryCode, b.countryCode))
    return true;
  const isSame = isSameLine(a.line1, b.line1);
  if (isSame !== null) return !isSame;
  return differ(placeNumber(one, null), placeNumber(other, null)) ?? differ(a.zip, b.zip) ?? false;
}

/** The place, without coordinates that are half a point, or none on Earth. */
function withWholePoint(place: PlaceFact): PlaceFact {
  const { latitude, longitude } = place;
  const isPoint =
    latitude !== null &&
    longitude !== null &&
    Math.abs(latitude) <= MAX_LATITUDE &&
    Math.abs(longitude) <= MAX_LONGITUDE;
  return isPoint ? place : { ...place, latitude: null, longitude: null };
}

/**
 * Of the matching records, the one with the most matching query fields, then the most similar name,
 * then the first, with the number of other businesses that rank the same; null when none matches.
 */
export function bestPlace(query: PlaceQuery, places: readonly PlaceFact[]): PlaceFact | null {
  const [best, ...rest] = places
    .filter((place) => isSamePlace(query, place))
    .map((place) => ({
      place,
      agreed: agreements(query, place),
      likeness: nameSimilarity(query.name, place.name),
    }))
    .sort((a, b) => b.agreed - a.agreed || b.likeness - a.likeness);
  if (!best) return null;
  const different = [best.place];
  for (const { place, agreed, likeness } of rest)
    if (
      agreed === best.agreed &&
      likeness === best.likeness &&
      different.every((known) => isOtherBusiness(known, place))
    )
      different.push(place);
  const place = withWholePoint(best.place);
  return different.length === 1 ? place : { ...place, others: different.length - 1 };
}
