import { defineProduct, forcedRefusals, type SandboxCase } from '../../../core/lookup/product.ts';
import { addressBody } from '../../../core/places/address-input.ts';
import { type ParcelFact, UNKNOWN_PARCEL } from '../../../core/places/parcel.ts';
import { oneLine } from '../../../core/places/us-address.ts';
import { PROPERTY_FACT_VERSION, type PropertyFact, propertySources } from './fact.ts';
import {
  classifyProperty,
  describeProperty,
  propertyClassification,
  propertyInsights,
} from './sections.ts';

const CREDITS = 15;

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
  { subject: at(1), shows: 'a house and its owner', fact: { parcel: house } },
  {
    subject: at(2),
    shows: 'a lot of which little is known',
    fact: {
      parcel: { ...UNKNOWN_PARCEL, address: '2 Sandbox St', state: 'IL', lotSize: 4_000 },
    },
  },
  { subject: at(3), shows: 'no match, not charged', fact: { parcel: null } },
  ...forcedRefusals(at(4), at(5), at(6)),
];

/** What is at this address, and who owns it? */
export const propertyLookup = defineProduct({
  path: '/property-lookup',
  type: 'property_lookup',
  summary: 'Property, owner, sale, assessment and tax at an address in the United States',
  tier: 'live',
  input: addressBody,
  subject: ({ address }) => oneLine(address),
  sources: propertySources,
  conclude: ({ parcel }): ParcelFact | null => parcel,
  price: { upTo: CREDITS, charge: (parcel) => (parcel ? CREDITS : 0) },
  classification: { schema: propertyClassification, from: classifyProperty },
  insights: { schema: propertyInsights, from: describeProperty },
  bulk: 'property_lookup',
  factVersion: PROPERTY_FACT_VERSION,
  sandbox,
  example: { address: '120 Broadway, New York, NY 10271' },
});
