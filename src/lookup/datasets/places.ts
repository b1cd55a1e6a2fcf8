import * as z from 'zod';
import { e164In } from '../../domain/phone/number.ts';
import { UnusableInput } from '../../lib/inputs.ts';
import {
  choiceColumn,
  countColumn,
  countryColumn,
  dayColumn,
  emailColumn,
  figureColumn,
  flagColumn,
  listColumn,
  optionalColumn,
  type RecordDataset,
  requiredTextColumn,
  stateColumn,
  textColumn,
  yearColumn,
} from './dataset.ts';

const businesses = z.object({
  name: requiredTextColumn('Name.'),
  category: textColumn('What kind of business it is.'),
  phone: textColumn('Phone number, read in its country without +; answered as E.164.'),
  website: textColumn('Web site.'),
  email: emailColumn('Email address.'),
  address_line1: textColumn('Street and house number.'),
  city: requiredTextColumn('City.'),
  state: textColumn('State or region.'),
  zip: textColumn('Postal code.'),
  country_code: countryColumn('Country'),
  latitude: figureColumn('Degrees north.', -90, 90),
  longitude: figureColumn('Degrees east.', -180, 180),
  status: choiceColumn(
    ['OPEN', 'TEMPORARILY_CLOSED', 'PERMANENTLY_CLOSED'],
    'OPEN, TEMPORARILY_CLOSED or PERMANENTLY_CLOSED.',
  ),
  hours: textColumn('Opening hours as OpenStreetMap writes them.'),
  rating: figureColumn('Mean rating, 0 to 5.', 0, 5),
  reviews: countColumn('Reviews.'),
  claimed: flagColumn('Whether its owner has claimed the entry: Y or N.'),
  source_id: textColumn('Id of the place in the file it is from.'),
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
  address: requiredTextColumn(
    'House number and street; a unit may stand here or in its own column.',
  ),
  unit: optionalColumn(z.string().max(40)).describe('Apartment or unit.'),
  city: textColumn('City.'),
  state: stateColumn,
  zip: zipKeyColumn,
  county: textColumn('County.'),
  property_type: textColumn('For example Single Family or Condo.'),
  bedrooms: figureColumn('Bedrooms.'),
  bathrooms: figureColumn('Bathrooms.'),
  square_feet: figureColumn('Living area, square feet.'),
  lot_size: figureColumn('Lot, square feet.'),
  year_built: yearColumn('Year it was built.', 0),
  owner_names: listColumn('Owners'),
  owner_occupied: flagColumn('Whether an owner lives there: Y or N.'),
  last_sale_date: z.preprocess(
    (cell) => (cell === '0000-00-00' ? undefined : cell),
    dayColumn('Last sale'),
  ),
  last_sale_price: figureColumn('Price of the last sale, US dollars.'),
  assessed_year: yearColumn('Year of the assessment.', 0),
  assessed_value: figureColumn('Assessed value, US dollars.'),
  assessed_land: figureColumn('Of that, the land.'),
  assessed_improvements: figureColumn('Of that, what is built on it.'),
  tax_year: yearColumn('Year of the tax.', 0),
  tax_amount: figureColumn('Property tax of that year, US dollars.'),
  features: listColumn('Features'),
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
