import * as z from 'zod';
import { e164In } from '../../domain/phone/number.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import { column, optionalColumn, type RecordDataset } from './dataset.ts';

const businesses = z.object({
  name: column.requiredText('Name.'),
  category: column.text('What kind of business it is.'),
  phone: column.text('Phone number, read in its country without +; answered as E.164.'),
  website: column.text('Web site.'),
  email: column.email('Email address.'),
  address_line1: column.text('Street and house number.'),
  city: column.requiredText('City.'),
  state: column.text('State or region.'),
  zip: column.text('Postal code.'),
  country_code: column.country('Country'),
  latitude: column.figure('Degrees north.', -90, 90),
  longitude: column.figure('Degrees east.', -180, 180),
  status: column.choice(
    ['OPEN', 'TEMPORARILY_CLOSED', 'PERMANENTLY_CLOSED'],
    'OPEN, TEMPORARILY_CLOSED or PERMANENTLY_CLOSED.',
  ),
  hours: column.text('Opening hours as OpenStreetMap writes them.'),
  rating: column.figure('Mean rating, 0 to 5.', 0, 5),
  reviews: column.count('Reviews.'),
  claimed: column.flag('Whether its owner has claimed the entry: Y or N.'),
  source_id: column.text('Id of the place in the file it is from.'),
});

/** Refuses a phone number that cannot be parsed in the country of its row. */
function refuseBadNumber(row: z.output<typeof businesses>, context: z.core.$RefinementCtx): void {
  try {
    if (row.phone !== undefined) e164In(row.phone, row.country_code ?? null);
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    context.addIssue({ code: 'custom', message: error.message, path: ['phone'] });
  }
}

const zipKeyColumn = z
  .string()
  .regex(/^\d{5}(?:-?\d{4})?$/, 'must be five digits, or nine')
  .describe('ZIP code, five digits, or nine.');

const parcels = z.object({
  address: column.requiredText(
    'House number and street; a unit may stand here or in its own column.',
  ),
  unit: optionalColumn(z.string().max(40)).describe('Apartment or unit.'),
  city: column.text('City.'),
  state: column.state,
  zip: zipKeyColumn,
  county: column.text('County.'),
  property_type: column.text('For example Single Family or Condo.'),
  bedrooms: column.figure('Bedrooms.'),
  bathrooms: column.figure('Bathrooms.'),
  square_feet: column.figure('Living area, square feet.'),
  lot_size: column.figure('Lot, square feet.'),
  year_built: column.year('Year it was built.', 0),
  owner_names: column.list('Owners'),
  owner_occupied: column.flag('Whether an owner lives there: Y or N.'),
  last_sale_date: z.preprocess(
    (cell) => (cell === '0000-00-00' ? undefined : cell),
    column.day('Last sale'),
  ),
  last_sale_price: column.figure('Price of the last sale, US dollars.'),
  assessed_year: column.year('Year of the assessment.', 0),
  assessed_value: column.figure('Assessed value, US dollars.'),
  assessed_land: column.figure('Of that, the land.'),
  assessed_improvements: column.figure('Of that, what is built on it.'),
  tax_year: column.year('Year of the tax.', 0),
  tax_amount: column.figure('Property tax of that year, US dollars.'),
  features: column.list('Features'),
});

export const PLACE_DATASETS = {
  businesses: {
    keys: [{ kind: 'place', columns: ['name', 'city'] }],
    // A chain may have several shops in a city, and cities of several states may share a name.
    distinguishingColumns: ['state', 'zip', 'address_line1', 'phone'],
    row: businesses.superRefine(refuseBadNumber),
    description: 'Businesses by name and city: business lookup and business verify.',
  },
  parcels: {
    keys: [{ kind: 'street', columns: ['address', 'zip'] }],
    distinguishingColumns: ['unit', 'address'],
    row: parcels,
    description:
      'Properties by street address and ZIP code: property lookup. A price, an area or a year of 0 is unknown.',
  },
} as const satisfies Record<string, RecordDataset>;
