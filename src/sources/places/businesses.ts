import * as z from 'zod';
import type { PlaceFact, PlaceQuery } from '../../core/places/place.ts';
import { bestPlace } from '../../core/places/same-place.ts';
import { recordKey } from '../../core/records/keys.ts';
import { PLACE_DATASETS } from '../../core/records/places.ts';
import { rowsOfHit } from '../../core/records/row-list.ts';
import { recordSource } from '../record-source.ts';

const row = z.object(PLACE_DATASETS.businesses.row.shape);

const placeOf = (columns: z.output<typeof row>): PlaceFact => ({
  name: columns.name,
  category: columns.category ?? null,
  phone: columns.phone ?? null,
  website: columns.website ?? null,
  email: columns.email ?? null,
  address: {
    line1: columns.address_line1 ?? null,
    city: columns.city,
    state: columns.state ?? null,
    zip: columns.zip ?? null,
    countryCode: columns.country_code ?? null,
  },
  latitude: columns.latitude ?? null,
  longitude: columns.longitude ?? null,
  status: columns.status ?? null,
  hours: columns.hours ?? null,
  rating: columns.rating ?? null,
  reviews: columns.reviews ?? null,
  claimed: columns.claimed ?? null,
  placeId: columns.source_id ?? null,
  attribution: null,
});

/** The operator's file of businesses: one name and city may have several, which the state and country tell apart. */
export const businesses = recordSource<PlaceQuery, PlaceFact>({
  dataset: 'businesses',
  label: 'business_records',
  keys: ({ name, city }) => [recordKey('place', name, city)],
  read: (hit, query) => bestPlace(query, rowsOfHit(hit, row).map(placeOf)),
});
