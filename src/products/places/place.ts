import * as z from 'zod';
import type { PlaceFact, PlaceQuery } from '../../domain/place/place.ts';
import { siteAddress } from '../../domain/web/site.ts';
import { alike } from '../../lib/fields.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { firstMatch, type Sources } from '../../lookup/source.ts';
import { businessRecords } from '../../open-data/records/places.ts';
import { businessInfo } from '../../vendors/dataforseo/business-info.ts';
import { nominatimPlaces } from '../../vendors/nominatim/places.ts';

/** Source order: the operator's file, a paid profile, OpenStreetMap. */
export const placeSources: Sources<PlaceQuery, PlaceFact | null> = firstMatch(
  businessRecords,
  businessInfo,
  nominatimPlaces,
);

const headline = {
  name: field.textOrNull('Name, as in the record.'),
  category: field.textOrNull('Kind of business.'),
  phone: field.textOrNull('Phone number, as in the record.'),
  website: field.textOrNull('URL of the website.'),
  email: field.textOrNull('Email address of the business.'),
  status: field.enumOrNull(
    ['OPEN', 'TEMPORARILY_CLOSED', 'PERMANENTLY_CLOSED'],
    'Whether the business is open; null if the record does not say.',
  ),
  rating: field.numberOrNull('Average rating of the reviews, 0 to 5.'),
  reviews: field.countOrNull('Number of reviews.'),
  claimed: field.booleanOrNull('Whether the owner has claimed the entry.'),
  place_id: field.textOrNull('Id of the place in the source of the record.'),
};

/** Fields of a business that each fit in one column. */
export const placeHeadline = z.object(headline);

const addressFields = {
  line1: field.textOrNull('Street and house number.'),
  city: field.textOrNull('City.'),
  state: field.textOrNull('State or region.'),
  zip: field.textOrNull('Postal code.'),
  country_code: field.textOrNull('Country code, ISO 3166-1 alpha-2.'),
};

const details = {
  latitude: field.numberOrNull('Latitude in degrees north.'),
  longitude: field.numberOrNull('Longitude in degrees east.'),
  hours: field.textOrNull('Opening hours in OpenStreetMap notation.'),
  attribution: field.textOrNull(
    'Attribution that the license of the data requires to be shown with it.',
  ),
};

export const placeRecord = z.object({
  ...headline,
  address: field.object('Address of the business.', addressFields),
  ...details,
  other_matches: field.countOrNull(
    'Number of other businesses whose records fit the request as well, of which this is the first; null without a record.',
  ),
});

/** Headline fields of a business; all null without a record. */
export const describePlaceHeadline = (place: PlaceFact | null): z.input<typeof placeHeadline> => ({
  ...fieldsOf(headline, place),
  website: siteAddress(place?.website ?? null),
});

export const describePlaceRecord = (place: PlaceFact | null): z.input<typeof placeRecord> => ({
  ...describePlaceHeadline(place),
  address: fieldsOf(addressFields, place?.address),
  ...fieldsOf(details, place),
  other_matches: place && (place.others ?? 0),
});

export const samplePlace: PlaceFact = {
  name: 'Sandbox Books, Inc.',
  category: 'Book store',
  phone: '+12175550101',
  website: 'https://www.example.com/',
  email: 'hello@example.com',
  address: {
    line1: '12 Specimen St',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
    countryCode: 'US',
  },
  latitude: 39.8,
  longitude: -89.65,
  status: 'OPEN',
  hours: 'Mo-Fr 09:00-17:30',
  rating: 4.5,
  reviews: 321,
  claimed: true,
  placeId: 'sandbox-1',
  attribution: null,
};

/** {@link samplePlace} from a source with little more than name and location. */
export const barePlace: PlaceFact = {
  ...samplePlace,
  name: 'Sandbox Corner Shop',
  category: 'shop',
  ...alike(null, 'phone', 'website', 'email', 'status', 'hours', 'rating', 'reviews', 'claimed'),
  placeId: 'node/1',
  attribution: '© OpenStreetMap contributors',
};
