import * as z from 'zod';
import {
  count,
  country,
  day,
  email,
  figure,
  flag,
  list,
  optional,
  state,
  text,
  word,
  year,
} from './columns.ts';
import type { RecordDataset } from './dataset.ts';

const businesses = z.object({
  name: z.string().trim().min(1).max(200).describe('Name.'),
  category: text('What kind of business it is.'),
  phone: text('Phone number in any form the lookups accept.'),
  website: text('Web site.'),
  email: email('Email address.'),
  address_line1: text('Street and house number.'),
  city: z.string().trim().min(1).max(200).describe('City.'),
  state: text('State or region.'),
  zip: text('Postal code.'),
  country_code: country('Country'),
  latitude: figure('Degrees north.', -90, 90),
  longitude: figure('Degrees east.', -180, 180),
  status: word(
    ['OPEN', 'TEMPORARILY_CLOSED', 'PERMANENTLY_CLOSED'],
    'OPEN, TEMPORARILY_CLOSED or PERMANENTLY_CLOSED.',
  ),
  hours: text('Opening hours as OpenStreetMap writes them.'),
  rating: figure('Mean rating, 0 to 5.', 0, 5),
  reviews: count('Reviews.'),
  claimed: flag('Whether its owner has claimed the entry: Y or N.'),
  source_id: text('Id of the place in the file it is from.'),
});

const zip = z
  .string()
  .regex(/^\d{5}(?:-?\d{4})?$/)
  .describe('ZIP code, five digits, or nine.');

const parcels = z.object({
  address: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('House number and street; a unit may stand here or in its own column.'),
  unit: optional(z.string().trim().max(40)).describe('Apartment or unit.'),
  city: text('City.'),
  state,
  zip,
  county: text('County.'),
  property_type: text('For example Single Family or Condo.'),
  bedrooms: figure('Bedrooms.'),
  bathrooms: figure('Bathrooms.'),
  square_feet: figure('Living area, square feet.'),
  lot_size: figure('Lot, square feet.'),
  year_built: year('Year it was built.'),
  owner_names: list('Owners'),
  owner_occupied: flag('Whether an owner lives there: Y or N.'),
  last_sale_date: day('Last sale'),
  last_sale_price: figure('Price of the last sale, US dollars.'),
  assessed_year: year('Year of the assessment.'),
  assessed_value: figure('Assessed value, US dollars.'),
  assessed_land: figure('Of that, the land.'),
  assessed_improvements: figure('Of that, what is built on it.'),
  tax_year: year('Year of the tax.'),
  tax_amount: figure('Property tax of that year, US dollars.'),
  features: list('Features'),
});

/** Businesses and properties, by where they are. */
export const PLACE_DATASETS = {
  businesses: {
    keys: [{ kind: 'place', columns: ['name', 'city'] }],
    // A chain has several in one city, and several states a city of one name.
    apartBy: ['state', 'zip', 'address_line1'],
    row: businesses,
    description: 'Businesses by name and city: business lookup and business verify.',
  },
  parcels: {
    keys: [{ kind: 'street', columns: ['address', 'zip'] }],
    apartBy: ['unit', 'address'],
    row: parcels,
    description: 'Properties by street address and ZIP code: property lookup.',
  },
} as const satisfies Record<string, RecordDataset>;
