import * as z from 'zod';
import {
  type ParcelFact,
  type ParcelQuery,
  UNKNOWN_PARCEL,
  withoutPlaceholders,
} from '../../domain/place/parcel.ts';
import { addressBody, formatUsAddress, type UsAddress } from '../../domain/place/us-address.ts';
import { booleanField, fieldsOf, numberField, textField } from '../../lookup/answer-fields.ts';
import { defineProduct, forcedRefusals, type SandboxCase } from '../../lookup/product.ts';
import {
  firstMatch,
  foundFact,
  type QuerySource,
  type Sources,
  unlessFailed,
} from '../../lookup/source.ts';
import { parcelRecords } from '../../open-data/records/places.ts';
import { censusAddress } from '../../vendors/census/address.ts';
import { boroughOf, cityLot } from '../../vendors/pluto/lots.ts';
import { rentcastProperty } from '../../vendors/rentcast/property.ts';

/** The parcel found; null: no source has one at the address, or several match. */
interface PropertyFact {
  parcel: ParcelFact | null;
  /** Whether a source covers the place of the address. */
  covered: boolean;
}

const nationalSources = firstMatch(parcelRecords, rentcastProperty);
const newYorkCitySources = firstMatch(parcelRecords, rentcastProperty, cityLot);

/**
 * Address normalization by the Census Bureau; the address as sent where the bureau does not know it
 * or cannot be reached.
 */
async function normalizeAddress(address: UsAddress, ask: QuerySource): Promise<ParcelQuery> {
  return foundFact(await ask(censusAddress, address)) ?? { ...address, county: null };
}

/**
 * Source order: the operator's file by the address as sent, without an upstream call; then, by the
 * bureau's spelling, the file again, a paid database and, in New York City, its tax lots.
 */
const propertySources: Sources<{ address: UsAddress }, PropertyFact> = {
  list: [...newYorkCitySources.list, censusAddress],
  answeredBy: newYorkCitySources.list,
  async resolve({ address }, ask) {
    const recorded = foundFact(await ask(parcelRecords, { ...address, county: null }));
    if (recorded) return { parcel: withoutPlaceholders(recorded), covered: true };
    const query = await normalizeAddress(address, ask);
    const sources = boroughOf(query) === null ? nationalSources : newYorkCitySources;
    const outcome = await ask(sources, query);
    const parcel = unlessFailed(outcome);
    return {
      parcel: parcel && withoutPlaceholders(parcel),
      covered: outcome.kind !== 'notConfigured',
    };
  },
};

const headline = {
  address: textField('Address as the record has it.'),
  city: textField('City.'),
  state: textField('State, two letters.'),
  zip: textField('ZIP code.'),
  county: textField('County.'),
  property_type: textField(
    'As the source names it, such as Single Family; of a New York City lot its building class in words, with the code in features.building_class.',
  ),
  bedrooms: numberField('Bedrooms.'),
  bathrooms: numberField('Bathrooms.'),
  square_feet: numberField('Area of the building, square feet.'),
  lot_size: numberField('Area of the lot, square feet.'),
  year_built: z.int().nullable().describe('Year the building was built.'),
  owner_occupied: booleanField('Whether an owner lives there.'),
};

const propertyClassification = z.object({
  matched: z
    .boolean()
    .describe('Whether one property was found. Nothing is charged if not, as for several units.'),
  coverage_supported: z
    .boolean()
    .describe(
      'Whether a source covers the place; false: no source knows it, and nothing is charged.',
    ),
  user_message: textField('What a no-match means, in one plain sentence; null on a match.'),
  ...headline,
});

const propertyInsights = z.object({
  property_lookup_result: z
    .object({
      ...headline,
      owner_names: z.array(z.string()).describe('Owners of record.'),
      last_sale: z
        .object({ date: textField('Day, YYYY-MM-DD.'), price: numberField('US dollars.') })
        .describe('The last recorded sale.'),
      assessment: z
        .object({
          year: z.int().nullable().describe('Year of the assessment.'),
          value: numberField('Assessed value, US dollars.'),
          land: numberField('Of that, the land.'),
          improvements: numberField('Of that, what is built on it.'),
        })
        .describe('The newest assessment.'),
      tax: z
        .object({
          year: z.int().nullable().describe('Year of the tax.'),
          amount: numberField('Property tax of that year, US dollars.'),
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

const describePropertyHeadline = (parcel: ParcelFact | null) => ({
  ...fieldsOf(headline, parcel),
  year_built: yearOf(parcel?.yearBuilt),
});

function noMatchMessage({ parcel, covered }: PropertyFact): string | null {
  if (parcel) return null;
  return covered
    ? 'No source has one property at this address; a building of several units needs the unit.'
    : 'No source that is configured here covers this address, so nothing is known of it and nothing is charged.';
}

const classifyProperty = (fact: PropertyFact): z.input<typeof propertyClassification> => ({
  matched: fact.parcel !== null,
  coverage_supported: fact.covered,
  user_message: noMatchMessage(fact),
  ...describePropertyHeadline(fact.parcel),
});

const describeProperty = ({ parcel }: PropertyFact): z.input<typeof propertyInsights> => ({
  property_lookup_result: {
    ...describePropertyHeadline(parcel),
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

const house: ParcelFact = {
  ...UNKNOWN_PARCEL,
  address: '1 Sandbox St',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  county: 'Sangamon',
  propertyType: 'Single Family',
  bedrooms: 3,
  bathrooms: 2,
  squareFeet: 1_878,
  lotSize: 8_850,
  yearBuilt: 1973,
  ownerNames: ['Ada Sandbox'],
  ownerOccupied: true,
  lastSaleDate: '2024-11-18',
  lastSalePrice: 270_000,
  assessedYear: 2024,
  assessedValue: 216_513,
  assessedLand: 59_380,
  assessedImprovements: 157_133,
  taxYear: 2024,
  taxAmount: 4_065,
  features: { garage: true },
};

const at = (number: number): string => `${number} SANDBOX ST, SPRINGFIELD, IL 62701`;

const sandbox: readonly SandboxCase<PropertyFact>[] = [
  { subject: at(1), shows: 'a house and its owner', fact: { parcel: house, covered: true } },
  {
    subject: at(2),
    shows: 'a lot of which little is known',
    fact: {
      parcel: { ...UNKNOWN_PARCEL, address: '2 Sandbox St', state: 'IL', lotSize: 4_000 },
      covered: true,
    },
  },
  { subject: at(3), shows: 'no match, not charged', fact: { parcel: null, covered: true } },
  ...forcedRefusals(at(4), at(5), at(6)),
];

export const propertyLookup = defineProduct({
  path: '/property-lookup',
  summary: 'Property, owner, sale, assessment and tax at an address in the United States',
  tier: 'live',
  input: addressBody,
  subject: ({ address }) => formatUsAddress(address),
  sources: propertySources,
  price: {
    upTo: 15,
    // The address comes back in the spelling of the record.
    paidFor: Object.keys(propertyInsights.shape.property_lookup_result.shape).filter(
      (field) => !['address', 'city', 'state', 'zip'].includes(field),
    ),
    isPaid: ({ parcel }) => parcel !== null,
  },
  classification: { schema: propertyClassification, from: classifyProperty },
  insights: { schema: propertyInsights, from: describeProperty },
  bulk: 'property_lookup',
  factVersion: 3,
  sandbox,
  example: { address: '120 Broadway, New York, NY 10271' },
});
