import * as z from 'zod';
import type { NumberOwner } from '../../../domain/person/contact.ts';
import { PHONE_LINES, personSubjects } from '../../../domain/person/person.ts';
import { phoneBody } from '../../../domain/phone/number.ts';
import { FICTIONAL_TEXT } from '../../../domain/phone/number-plan.ts';
import { alike } from '../../../lib/fields.ts';
import { asOfField, field, fieldsOf } from '../../../lookup/answer-fields.ts';
import type { Recommendations, RiskAssessment } from '../../../lookup/envelope.ts';
import {
  defineProduct,
  inSandbox,
  type LookupContext,
  type SandboxCase,
} from '../../../lookup/product.ts';
import {
  advise,
  type RecommendationRule,
  type RiskTable,
  recommendBy,
} from '../../../lookup/scoring.ts';
import { derivePhone, personalLineType } from '../conclusion.ts';
import { EMPTY_FACT, highestScore, phoneProduct, withAssumedCountry } from '../fact.ts';
import {
  COVERAGE_REGIONS,
  coverageRegion,
  isCoveredRegion,
  LOOKUP_SOURCES,
  mayHaveRecord,
  RECORD_SOURCES,
  REGION_NAMES,
  REVERSE_PHONE_FACT_VERSION,
  type ReversePhoneConclusion,
  type ReversePhoneFact,
  type ReversePhoneInput,
  reversePhoneSources,
} from './fact.ts';

const isNameOnly = ({ person }: ReversePhoneFact): boolean =>
  person !== null && person.address.line1 === null;

/** Risk: how uncertain the holder is. 0 identified, 100 cannot be assigned. */
const REVERSE_PHONE_RISK: RiskTable<ReversePhoneConclusion> = {
  base: 5,
  highest: ({ phone_number }) => highestScore(phone_number),
  factors: {
    INVALID_NUMBER: [90, ({ phone_number }) => !phone_number.valid],
    OUT_OF_COVERAGE: [20, ({ phone_number }) => !isCoveredRegion(phone_number)],
    NO_MATCH_FOUND: [25, (reverse) => reverse.person === null && mayHaveRecord(reverse)],
    NAME_ONLY: [10, isNameOnly],
  },
  // Confidence. No match adds nothing: the standard record covers a minority of numbers.
  confidence: {
    base: 10,
    factors: {
      IMPOSSIBLE_NUMBER: [85, ({ phone_number }) => !phone_number.valid],
      NAMED: [50, ({ person }) => person !== null],
      ADDRESS_KNOWN: [25, ({ person }) => person !== null && person.address.line1 !== null],
      EMAIL_KNOWN: [10, ({ person }) => person !== null && person.email !== null],
    },
  },
};

/** One rule for each region outside coverage, whose name is in the message. */
const OUT_OF_COVERAGE = COVERAGE_REGIONS.map((region) =>
  advise.review<ReversePhoneConclusion>(
    `Reverse lookup covers United States numbers only. This number belongs to ${REGION_NAMES[region]}, so no record was read and nothing is charged.`,
    ({ phone_number }) => !isCoveredRegion(phone_number) && coverageRegion(phone_number) === region,
  ),
);

const VERDICTS: readonly RecommendationRule<ReversePhoneConclusion>[] = [
  ...OUT_OF_COVERAGE,
  advise.block(
    'This number cannot exist in its numbering plan.',
    ({ phone_number }) => !phone_number.valid,
  ),
  advise.block(FICTIONAL_TEXT, ({ isUnassigned = false }) => isUnassigned),
  advise.review(
    'No caller name is on record for this number, as for most numbers; the premium record may have more.',
    ({ person, lookup_source }) => person === null && lookup_source === 'standard',
  ),
  advise.review('No record names the holder of this number.', ({ person }) => person === null),
  advise.verify(
    'A record names a holder but has no address; verify it before relying on it.',
    isNameOnly,
  ),
  advise.approve('A record names the holder of this number.'),
];

function recommendReversePhone(
  reverse: ReversePhoneConclusion,
  risk: RiskAssessment,
): Recommendations {
  const { person, isUnassigned, lookup_source } = reverse;
  return {
    ...recommendBy(VERDICTS, reverse, risk),
    secondary_actions:
      mayHaveRecord(reverse) && !person && !isUnassigned && lookup_source === 'standard'
        ? ['TRY_PREMIUM_LOOKUP']
        : [],
    // Such records may not be used for credit, employment or housing decisions (Fair Credit
    // Reporting Act).
    business_rules: { identity_known: person !== null, eligibility_decisions_allowed: false },
  };
}

const person: NumberOwner = {
  fullName: 'Ada Example',
  firstName: 'Ada',
  lastName: 'Example',
  secondaryName: 'Ben Example',
  companyName: null,
  email: 'ada@example.com',
  phoneType: 'MOBILE',
  address: {
    line1: '1 Example Street',
    line2: 'Apt 2',
    city: 'San Francisco',
    state: 'CA',
    zip: '94101',
    zip4: '0001',
  },
  asOf: '2026-01-01',
};

const callerName: NumberOwner = {
  fullName: 'EXAMPLE BAKERY',
  ...alike(null, 'firstName', 'lastName', 'secondaryName'),
  companyName: 'Example Bakery',
  email: null,
  phoneType: null,
  address: { line1: null, line2: null, city: null, state: null, zip: null, zip4: null },
  asOf: '2026-01-01',
};

/** Sandbox cases: numbers reserved for fiction, and invented people. */
const reversePhoneSandbox: readonly SandboxCase<ReversePhoneFact>[] = [
  inSandbox.answer('+14155550130', 'a person with an address', { person }),
  inSandbox.answer('+14155550131', 'a caller name and nothing else', { person: callerName }),
  inSandbox.answer('+14155550132', 'no record, not charged', { person: null }),
  inSandbox.answer('+14165550133', 'a Canadian number, outside coverage and not charged', {
    person: null,
  }),
  ...inSandbox.refusals('+14155550134', '+14155550135', '+14155550136'),
];

const personFields = {
  matched: z.boolean(),
  primary_name: z.string().nullable(),
  secondary_name: field.textOrNull('Name of another person in the household.'),
  company_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string(),
  phone_type: z.enum(PHONE_LINES).nullable(),
  coverage_supported: field.boolean(
    'False outside the United States: no record was queried and nothing is charged.',
  ),
  coverage_region: z.enum(COVERAGE_REGIONS),
};

const reversePhoneClassification = z.object({
  ...personFields,
  lookup_type: z.literal('reverse_phone'),
});

const address = z.object(
  alike(z.string().nullable(), 'line1', 'line2', 'city', 'state', 'zip', 'zip4'),
);

const reversePhoneInsights = z.object({
  reverse_lookup_result: z.object({ ...personFields, address, processed_time: z.iso.datetime() }),
  contact: z.object(
    alike(
      z.string().nullable(),
      ...(['first_name', 'last_name', 'address', 'city', 'state', 'zip', 'email'] as const),
    ),
  ),
  as_of: asOfField,
});

type ReversePhoneResult = z.input<typeof reversePhoneInsights>['reverse_lookup_result'];

/** Confirmed line type of the number, else the line type in the owner's record. */
function lineOfOwner({
  person,
  phone,
  phone_number,
}: ReversePhoneConclusion): NumberOwner['phoneType'] {
  const line = derivePhone(phone ?? EMPTY_FACT, phone_number);
  return personalLineType(line, person?.phoneType ?? null);
}

function describeOwnerFields(
  reverse: ReversePhoneConclusion,
): Pick<ReversePhoneResult, keyof typeof personFields> {
  const { person, phone_number: number } = reverse;
  return {
    matched: person !== null,
    primary_name: person?.fullName ?? null,
    secondary_name: person?.secondaryName ?? null,
    company_name: person?.companyName ?? null,
    email: person?.email ?? null,
    phone: number.e164,
    phone_type: lineOfOwner(reverse),
    coverage_supported: isCoveredRegion(number),
    coverage_region: coverageRegion(number),
  };
}

function classifyReversePhone(
  reverse: ReversePhoneConclusion,
): z.input<typeof reversePhoneClassification> {
  return { ...describeOwnerFields(reverse), lookup_type: 'reverse_phone' };
}

function describeReversePhone(
  reverse: ReversePhoneConclusion,
  { foundAt }: LookupContext,
): z.input<typeof reversePhoneInsights> {
  const { person } = reverse;
  const place = fieldsOf(address.shape, person?.address);
  return {
    reverse_lookup_result: {
      ...describeOwnerFields(reverse),
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

const PRICE: Readonly<Record<ReversePhoneInput['lookup_source'], number>> = {
  standard: 10,
  premium: 25,
};

export const reversePhoneLookup = withAssumedCountry(
  defineProduct({
    path: '/reverse-phone-lookup',
    summary: 'Name and address behind a United States phone number',
    tier: 'standard',
    input: phoneBody({
      lookup_source: z
        .enum(LOOKUP_SOURCES)
        .default('standard')
        .describe(
          'Record to read. standard: the caller name, which only a minority of numbers have. premium: the full consumer record.',
        ),
    }),
    subject: phoneProduct.subject,
    // The two record types have different answers and prices.
    cacheKey: ({ phone_number, lookup_source }) => `${phone_number.e164} ${lookup_source}`,
    sources: reversePhoneSources,
    people: {
      inputSubjects: ({ phone_number }) => personSubjects({ phone_number: [phone_number.e164] }),
      factSubjects: ({ person }) => [
        ...personSubjects({ email: [person?.email] }),
        ...(person?.knownBy ?? []),
      ],
      emptyFact: { person: null },
    },
    derive: (fact, input): ReversePhoneConclusion => ({ ...fact, ...input }),
    price: {
      upTo: PRICE.premium,
      options: LOOKUP_SOURCES.map((source) => ({
        credits: PRICE[source],
        when: `lookup_source is ${source}`,
        answeredBy: RECORD_SOURCES[source].list,
      })),
      listed: (input) => (mayHaveRecord(input) ? PRICE[input.lookup_source] : 0),
      charge: ({ person, lookup_source }) => (person ? PRICE[lookup_source] : 0),
    },
    classification: { schema: reversePhoneClassification, from: classifyReversePhone },
    insights: {
      schema: reversePhoneInsights,
      from: (reverse, _, context) => describeReversePhone(reverse, context),
    },
    risk: REVERSE_PHONE_RISK,
    recommend: recommendReversePhone,
    metadata: ({ lookup_source }) => ({ lookup_source }),
    bulk: 'reverse_phone_lookup',
    factVersion: REVERSE_PHONE_FACT_VERSION,
    sandbox: reversePhoneSandbox,
    example: { phone_number: '+12025550101' },
  }),
);
