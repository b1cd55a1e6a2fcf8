import * as z from 'zod';
import type { PlaceFact, PlaceQuery } from '../../domain/place/place.ts';
import { bestPlace } from '../../domain/place/place-match.ts';
import { alike } from '../../lib/alike.ts';
import { number, part, text } from '../../lib/loose-fields.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { fromUpstream } from '../upstream/vendor-source.ts';

/**
 * Places of OpenStreetMap. The public host allows one request a second for the whole service, no
 * jobs, and wants to know whom to write to (its usage policy); an operator's own server has none of
 * these limits.
 */
const NOMINATIM: Upstream = {
  name: 'NOMINATIM',
  hosts: ['nominatim.openstreetmap.org'],
  contact: 'public',
  pace: { limit: 1, perMs: 1_000, notInBulk: true },
};

/** Enough to find the one of that name among its neighbours. */
const LIMIT = 5;

/** Kinds of things that are businesses; a street or a hill of the name is no business. */
const BUSINESS_KINDS = new Set(
  'shop office amenity craft tourism leisure healthcare club'.split(' '),
);

const result = z.object({
  osm_type: text,
  osm_id: number,
  name: text,
  category: z.string(),
  type: text,
  lat: number,
  lon: number,
  address: part({
    ...alike(text, 'house_number', 'road', 'city', 'town', 'village', 'state', 'postcode'),
    country_code: text,
  }),
  extratags: part({
    phone: text,
    'contact:phone': text,
    website: text,
    'contact:website': text,
    email: text,
    'contact:email': text,
    opening_hours: text,
  }),
});

type Result = z.output<typeof result>;

/** OpenStreetMap writes `;` between several values of a tag. */
const firstOfTag = (value: string | null | undefined): string | null =>
  value?.split(';', 1)[0]?.trim() || null;

function addressOf({ address }: Result): PlaceFact['address'] {
  const line1 = [address?.house_number, address?.road].filter(Boolean).join(' ');
  return {
    line1: address?.road ? line1 : null,
    city: address?.city ?? address?.town ?? address?.village ?? null,
    state: address?.state ?? null,
    zip: address?.postcode ?? null,
    countryCode: address?.country_code?.toUpperCase() ?? null,
  };
}

function placesOfResult(found: Result): PlaceFact[] {
  if (found.name === null || !BUSINESS_KINDS.has(found.category)) return [];
  const tags = found.extratags;
  const kind = found.type?.replaceAll('_', ' ') ?? found.category;
  const place: PlaceFact = {
    name: found.name,
    category: kind === 'yes' ? found.category : kind,
    phone: firstOfTag(tags?.phone ?? tags?.['contact:phone']),
    website: firstOfTag(tags?.website ?? tags?.['contact:website']),
    email: firstOfTag(tags?.email ?? tags?.['contact:email']),
    address: addressOf(found),
    latitude: found.lat,
    longitude: found.lon,
    status: null,
    hours: tags?.opening_hours ?? null,
    rating: null,
    reviews: null,
    claimed: null,
    placeId: found.osm_type && found.osm_id !== null ? `${found.osm_type}/${found.osm_id}` : null,
    attribution: '© OpenStreetMap contributors',
  };
  return [place];
}

/** Businesses on the map, by name and city. */
export const nominatimPlaces = fromUpstream<PlaceQuery, PlaceFact>(NOMINATIM, {
  label: 'open_map',
  async ask(query, call) {
    const { name, city, state, country } = query;
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
      },
      schema: z.array(result),
    });
    return bestPlace(query, (found ?? []).flatMap(placesOfResult));
  },
});
