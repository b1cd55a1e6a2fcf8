import * as z from 'zod';
import { asOfField } from '../../../core/lookup/as-of.ts';
import type { LookupContext } from '../../../core/lookup/product.ts';
import { COVERAGE_REGIONS, coverageRegion, isCovered, type Reverse } from './fact.ts';

const personFields = {
  matched: z.boolean(),
  primary_name: z.string().nullable(),
  secondary_name: z.string().nullable().describe('Another person of the household.'),
  company_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string(),
  phone_type: z.enum(['MOBILE', 'LANDLINE', 'VOIP']).nullable(),
  coverage_supported: z
    .boolean()
    .describe('False outside the United States: no record was asked for and nothing is charged.'),
  coverage_region: z.enum(COVERAGE_REGIONS),
};

export const reverseClassification = z.object({
  ...personFields,
  lookup_type: z.literal('reverse_phone'),
});

const address = z.object({
  line1: z.string().nullable(),
  line2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  zip4: z.string().nullable(),
});

export const reverseInsights = z.object({
  reverse_lookup_result: z.object({
    ...personFields,
    address,
    processed_time: z.iso.datetime(),
  }),
  contact: z.object({
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable(),
    email: z.string().nullable(),
  }),
  as_of: asOfField,
});

type Result = z.input<typeof reverseInsights>['reverse_lookup_result'];

const NO_ADDRESS: Result['address'] = {
  line1: null,
  line2: null,
  city: null,
  state: null,
  zip: null,
  zip4: null,
};

function fieldsOf({
  person,
  phone_number: number,
}: Reverse): Pick<Result, keyof typeof personFields> {
  return {
    matched: person !== null,
    primary_name: person?.fullName ?? null,
    secondary_name: person?.secondaryName ?? null,
    company_name: person?.companyName ?? null,
    email: person?.email ?? null,
    phone: number.e164,
    phone_type: person?.phoneType ?? null,
    coverage_supported: isCovered(number),
    coverage_region: coverageRegion(number),
  };
}

/** The classification section of a reverse phone lookup. */
export function classifyReverse(reverse: Reverse): z.input<typeof reverseClassification> {
  return { ...fieldsOf(reverse), lookup_type: 'reverse_phone' };
}

/** The insights section of a reverse phone lookup. */
export function describeReverse(
  reverse: Reverse,
  { foundAt }: LookupContext,
): z.input<typeof reverseInsights> {
  const { person } = reverse;
  const place = person?.address ?? NO_ADDRESS;
  return {
    reverse_lookup_result: {
      ...fieldsOf(reverse),
      address: place,
      processed_time: foundAt,
    },
    contact: {
      first_name: person?.firstName ?? null,
      last_name: person?.lastName ?? null,
      address: [place.line1, place.line2].filter(Boolean).join(', ') || null,
      city: place.city,
      state: place.state,
      zip: place.zip,
      email: person?.email ?? null,
    },
    as_of: person?.asOf ?? null,
  };
}
