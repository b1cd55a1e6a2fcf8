import * as z from 'zod';
import {
  type ParcelFact,
  type ParcelQuery,
  UNKNOWN_PARCEL,
  withoutPlaceholders,
} from '../../domain/place/parcel.ts';
import { addressBody, formatUsAddress, type UsAddress } from '../../domain/place/us-address.ts';
import { field, fieldsOf } from '../../lookup/answer-fields.ts';
import { defineProduct, inSandbox, type SandboxCase } from '../../lookup/product.ts';
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
  /** Whether a source covers the location of the address. */
  covered: boolean;
}

const nationalSources = firstMatch(parcelRecords, rentcastProperty);
const newYorkCitySources = firstMatch(parcelRecords, rentcastProperty, cityLot);

/**
 * Normalizes the address with the Census Bureau's geocoder. Falls back to the address as sent if
 * the bureau does not have it or cannot be reached.
 */
async function normalizeAddress(address: UsAddress, ask: QuerySource): Promise<ParcelQuery> {
  return foundFact(await ask(censusAddress, address)) ?? { ...address, county: null };
}

/**
 * Source order: the operator's file by the address as sent, without an upstream call; then, by the
 * normalized address, the file again, a paid database and, in New York City, its tax lots.
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
  address: field.textOrNull('Address, as in the record.'),
  city: field.textOrNull('City.'),
  state: field.textOrNull('Two-letter state code.'),
  zip: field.textOrNull('ZIP code.'),
  county: field.textOrNull('County.'),
  property_type: field.textOrNull(
    'Property type, as the source names it, such as Single Family. For a New York City lot, the building class in words, with the code in `features.building_class`.',
  ),
  bedrooms: field.numberOrNull('Number of bedrooms.'),
  bathrooms: field.numberOrNull('Number of bathrooms.'),
  square_feet: field.numberOrNull('Area of the building, in square feet.'),
  lot_size: field.numberOrNull('Area of the lot, in square feet.'),
  year_built: z.int().nullable().describe('Year in which the building was built.'),
  owner_occupied: field.booleanOrNull('Whether an owner lives in the property.'),
};

const propertyClassification = z.object({
  matched: field.boolean(
    'Whether exactly one property was found. Nothing is charged if not, for example if several units match.',
  ),
  coverage_supported: field.boolean(
    'Whether a source covers the place. If false, no source knows it and nothing is charged.',
  ),
  user_message: field.textOrNull(
    'What the lack of a match means, in one sentence; null if there is a match.',
  ),
  ...headline,
});

const propertyInsights = z.object({
  property_lookup_result: field.object('The complete record of the property.', {
    ...headline,
    owner_names: field.textList('Names of the owners of record.'),
    last_sale: field.object('The last recorded sale.', {
      date: field.textOrNull('Date of the sale, YYYY-MM-DD.'),
      price: field.numberOrNull('Price in US dollars.'),
    }),
    assessment: field.object('The latest assessment.', {
      year: z.int().nullable().describe('Year of the assessment.'),
      value: field.numberOrNull('Assessed value, in US dollars.'),
      land: field.numberOrNull('Part of the value that is the land, in US dollars.'),
      improvements: field.numberOrNull(
        'Part of the value that is the improvements, in US dollars.',
      ),
    }),
    tax: field.object('The latest property tax.', {
      year: z.int().nullable().describe('Tax year.'),
      amount: field.numberOrNull('Property tax for that year, in US dollars.'),
    }),
    features: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .describe('Other facts about the property, named as in the source.'),
  }),
});

/** A year that is not an integer counts as unknown. */
const yearOf = (year: number | null | undefined): number | null =>
  typeof year === 'number' && Number.isInteger(year) ? year : null;

const describePropertyHeadline = (parcel: ParcelFact | null) => ({
  ...fieldsOf(headline, parcel),
  year_built: yearOf(parcel?.yearBuilt),
});

function noMatchMessage({ parcel, covered }: PropertyFact): string | null {
  if (parcel) return null;
  return covered
    ? 'No source has exactly one property at this address; for a building with several units, send the unit.'
    : 'No configured source covers this address, so nothing is known about it and nothing is charged.';
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
  inSandbox.answer(at(1), 'a house and its owner', { parcel: house, covered: true }),
  inSandbox.answer(at(2), 'a lot with few known fields', {
    parcel: { ...UNKNOWN_PARCEL, address: '2 Sandbox St', state: 'IL', lotSize: 4_000 },
    covered: true,
  }),
  inSandbox.answer(at(3), 'no match, not charged', { parcel: null, covered: true }),
  ...inSandbox.refusals(at(4), at(5), at(6)),
];

export const propertyLookup = defineProduct({
  path: '/property-lookup',
  summary: 'Property, owner, sale, assessment and tax for an address in the United States',
  tier: 'live',
  input: addressBody,
  subject: ({ address }) => formatUsAddress(address),
  sources: propertySources,
  price: {
    upTo: 15,
    // Excludes the address and its county, which only repeat the request in the record's words.
    paidFor: Object.keys(propertyInsights.shape.property_lookup_result.shape).filter(
      (name) => !['address', 'city', 'state', 'zip', 'county'].includes(name),
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
