import * as z from 'zod';
import type { ParcelFact } from '../../../core/places/parcel.ts';

const text = (what: string) => z.string().nullable().describe(what);
const figure = (what: string) => z.number().nullable().describe(what);

const headline = {
  address: text('Address as the record has it.'),
  city: text('City.'),
  state: text('State, two letters.'),
  zip: text('ZIP code.'),
  county: text('County.'),
  property_type: text(
    'As the source names it, such as Single Family; of a New York City lot its building class.',
  ),
  bedrooms: figure('Bedrooms.'),
  bathrooms: figure('Bathrooms.'),
  square_feet: figure('Area of the building, square feet.'),
  lot_size: figure('Area of the lot, square feet.'),
  year_built: z.int().nullable().describe('Year the building was built.'),
  owner_occupied: z.boolean().nullable().describe('Whether an owner lives there.'),
};

export const propertyClassification = z.object({
  matched: z
    .boolean()
    .describe('Whether one property was found. Nothing is charged if not, as for several units.'),
  ...headline,
});

export const propertyInsights = z.object({
  property_lookup_result: z
    .object({
      ...headline,
      owner_names: z.array(z.string()).describe('Owners of record.'),
      last_sale: z
        .object({
          date: text('Day, YYYY-MM-DD.'),
          price: figure('US dollars.'),
        })
        .describe('The last recorded sale.'),
      assessment: z
        .object({
          year: z.int().nullable().describe('Year of the assessment.'),
          value: figure('Assessed value, US dollars.'),
          land: figure('Of that, the land.'),
          improvements: figure('Of that, what is built on it.'),
        })
        .describe('The newest assessment.'),
      tax: z
        .object({
          year: z.int().nullable().describe('Year of the tax.'),
          amount: figure('Property tax of that year, US dollars.'),
        })
        .describe('The newest property tax.'),
      features: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
        .describe('What else the source says of the property, as it names it.'),
    })
    .describe('All that the record says of the property.'),
});

/** A year that is no whole number is none. */
const yearOf = (year: number | null | undefined): number | null =>
  typeof year === 'number' && Number.isInteger(year) ? year : null;

const headlineOf = (parcel: ParcelFact | null) => ({
  address: parcel?.address ?? null,
  city: parcel?.city ?? null,
  state: parcel?.state ?? null,
  zip: parcel?.zip ?? null,
  county: parcel?.county ?? null,
  property_type: parcel?.propertyType ?? null,
  bedrooms: parcel?.bedrooms ?? null,
  bathrooms: parcel?.bathrooms ?? null,
  square_feet: parcel?.squareFeet ?? null,
  lot_size: parcel?.lotSize ?? null,
  year_built: yearOf(parcel?.yearBuilt),
  owner_occupied: parcel?.ownerOccupied ?? null,
});

/** The classification section of a property lookup. */
export const classifyProperty = (
  parcel: ParcelFact | null,
): z.input<typeof propertyClassification> => ({ matched: parcel !== null, ...headlineOf(parcel) });

/** The insights section of a property lookup. */
export const describeProperty = (parcel: ParcelFact | null): z.input<typeof propertyInsights> => ({
  property_lookup_result: {
    ...headlineOf(parcel),
    owner_names: parcel?.ownerNames ?? [],
    last_sale: { date: parcel?.lastSaleDate ?? null, price: parcel?.lastSalePrice ?? null },
    assessment: {
      year: yearOf(parcel?.assessedYear),
      value: parcel?.assessedValue ?? null,
      land: parcel?.assessedLand ?? null,
      improvements: parcel?.assessedImprovements ?? null,
    },
    tax: { year: yearOf(parcel?.taxYear), amount: parcel?.taxAmount ?? null },
    features: parcel?.features ?? {},
  },
});
