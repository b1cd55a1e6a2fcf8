import * as z from 'zod';
import type { PlaceFact, PlaceQuery } from '../../domain/place/place.ts';
import {
  bestPlace,
  isSameCity,
  nameSimilarity,
  SAME_NAME_THRESHOLD,
} from '../../domain/place/place-match.ts';
import { streetLine } from '../../domain/place/street-address.ts';
import { alike } from '../../lib/fields.ts';
import {
  fieldsAt,
  listOf,
  number,
  text,
  textOrNumber,
  upperText,
  within,
} from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/**
 * Places of OpenStreetMap. The usage policy of the public host allows one request per second for
 * the whole service and no bulk jobs, and requires a contact address; an operator's own server has
 * none of these limits.
 */
const NOMINATIM: Upstream = {
  name: 'NOMINATIM',
  hosts: ['nominatim.openstreetmap.org'],
  contact: 'public',
  pace: { limit: 1, perMs: 1_000, notInBulk: true },
};

/** Result limit: enough to find the business of that name among its neighbours. */
const LIMIT = 5;

/** Categories of businesses; excludes a street or a hill of the name. */
const BUSINESS_KINDS = new Set(
  'shop office amenity craft tourism leisure healthcare club'.split(' '),
);

/** First value of a tag; OpenStreetMap separates several by `;`. */
const firstOfTag = text.transform((value) => value?.split(';', 1)[0]?.trim() || null);

const result = fieldsAt({
  type: ['type', text],
  borough: ['address.borough', text],
  suburb: ['address.suburb', text],
  road: ['address.road', text],
  houseNumber: ['address.house_number', textOrNumber],
  osmType: ['osm_type', text],
  osmId: ['osm_id', number],
  name: ['name', text],
  category: ['category', z.string()],
  phone: ['extratags.phone', 'extratags.contact:phone', firstOfTag],
  website: ['extratags.website', 'extratags.contact:website', firstOfTag],
  email: ['extratags.email', 'extratags.contact:email', firstOfTag],
  address: [
    fieldsAt({
      city: ['address.city', 'address.town', 'address.village', 'address.hamlet', text],
      state: ['address.state', text],
      zip: ['address.postcode', textOrNumber],
      countryCode: ['address.country_code', upperText],
    }),
  ],
  latitude: ['lat', within(-90, 90)],
  longitude: ['lon', within(-180, 180)],
  hours: ['extratags.opening_hours', text],
});

type Found = z.output<typeof result>;

/** Prefix of US municipalities on the map: `City of New York`. */
const MUNICIPALITY = /^(?:city|town|village) of /i;

/** City as people write it; if they named a part of the city, that part. */
function cityOf({ address: { city, countryCode }, borough, suburb }: Found, asked: string) {
  const part = [borough, suburb].find((name) => isSameCity(asked, name));
  return part ?? (countryCode === 'US' ? (city?.replace(MUNICIPALITY, '') ?? null) : city);
}

function placesOfResult(found: Found, { city }: PlaceQuery): PlaceFact[] {
  const { type, road, houseNumber, osmType, osmId, name, category, borough, suburb, ...place } =
    found;
  if (name === null || !BUSINESS_KINDS.has(category)) return [];
  const kind = type?.replaceAll('_', ' ') ?? category;
  return [
    {
      ...place,
      name,
      category: kind === 'yes' ? category : kind,
      address: {
        ...place.address,
        city: cityOf(found, city),
        line1: road && streetLine(road, houseNumber, place.address.countryCode),
      },
      ...alike(null, 'status', 'rating', 'reviews', 'claimed'),
      placeId: osmType && osmId !== null ? `${osmType}/${osmId}` : null,
      attribution: '© OpenStreetMap contributors',
    },
  ];
}

/** Businesses on the map, by name and city. */
export const nominatimPlaces = fromUpstream<PlaceQuery, PlaceFact>(NOMINATIM, {
  label: 'open_map',
  async ask(query, call) {
    const { name, city, state, country } = query;
    const placesIn = async (language?: string): Promise<PlaceFact[]> => {
      const found = await call({
        path: '/search',
        query: {
          q: [name, city, state].filter(Boolean).join(', '),
          format: 'jsonv2',
          addressdetails: 1,
          extratags: 1,
          namedetails: 1,
          limit: LIMIT,
          countrycodes: country?.toLowerCase(),
          'accept-language': language,
        },
        schema: listOf(result),
      });
      return (found ?? []).flatMap((one) => placesOfResult(one, query));
    };
    const places = await placesIn();
    const best = bestPlace(query, places);
    if (best || !places.some((place) => nameSimilarity(name, place.name) >= SAME_NAME_THRESHOLD))
      return best;
    // Cities are named in the local language, but people write Munich for München.
    const english = new Map((await placesIn('en')).map((one) => [one.placeId, one.address.city]));
    return bestPlace(
      query,
      places.map((place) => {
        const city = (place.placeId && english.get(place.placeId)) ?? place.address.city;
        return { ...place, address: { ...place.address, city } };
      }),
    );
  },
});
