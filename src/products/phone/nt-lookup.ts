import * as z from 'zod';
import { phoneBody } from '../../domain/phone/number.ts';
import { FICTIONAL_TEXT, shortNumberText } from '../../domain/phone/reserved-numbers.ts';
import { countryName } from '../../domain/place/countries.ts';
import { textField } from '../../lookup/answer-fields.ts';
import { defineProduct, type LookupContext } from '../../lookup/product.ts';
import {
  carrierFields,
  derivePhone,
  describeCarrierSource,
  invalidReason,
  isHandsetOff,
  isLineKnown,
  LINE_TYPE_BASES,
  LINE_TYPE_BASIS_TEXT,
  LINE_TYPES,
  mayBeMobile,
  mayExist,
  type PhoneConclusion,
} from './conclusion.ts';
import { numberPrice, PHONE_FACT_VERSION, phoneSources, withAssumedCountry } from './fact.ts';
import { phoneSandbox } from './sandbox.ts';

const numberTypeFields = {
  number_type: z.enum(LINE_TYPES),
  query_status: z
    .enum(['OK', 'ERROR'])
    .describe('OK in every answer that is returned; a failed query is an error response.'),
  is_valid: z.boolean(),
  is_possibly_ported: z
    .boolean()
    .describe(
      'Whether the number may have been ported: true unless it is known not to be ported or cannot be.',
    ),
  is_vanity_number: z.boolean().describe('Whether the number was sent with letters.'),
  qualifies_for_hlr_lookup: z
    .boolean()
    .describe('Whether the number is, or may be, a mobile number.'),
  number_type_basis: z.enum(LINE_TYPE_BASES).describe(LINE_TYPE_BASIS_TEXT),
  mccmnc: textField('`mcc` and `mnc` joined; null unless both codes are known.'),
};

const ntClassification = z.object({
  lookup_type: z.literal('NT'),
  ...numberTypeFields,
  mcc: z.string().nullable(),
  mnc: z.string().nullable(),
});

const ntInsights = z.object({
  nt_result: z.object({
    id: z.uuid().describe('Id of this lookup, as in `request.id`.'),
    number: z.string(),
    ...numberTypeFields,
    invalid_reason: z.string().nullable(),
    carrier: textField('Best known carrier; `info_text` says how it is known.'),
    ...carrierFields,
    country: z.string().nullable(),
    country_code: z.string().length(2).nullable(),
    regions: z.array(z.string()),
    timezones: z.array(z.string()),
    info_text: z.string(),
    timestamp: z.iso
      .datetime()
      .describe('When the answer was found; earlier than the request if it was cached.'),
  }),
});

type Classification = z.input<typeof ntClassification>;

/** Basis of the type or the carrier, in one sentence; the first that applies. */
function infoText(profile: PhoneConclusion): string {
  const { number, basis, carrier } = profile;
  if (!number.valid)
    return shortNumberText(number) ?? 'The number cannot exist in its numbering plan.';
  const unassigned = invalidReason(profile);
  if (unassigned) return unassigned;
  if (profile.fictional) return FICTIONAL_TEXT;
  if (isHandsetOff(profile))
    return 'The network says that the number is assigned, its handset off or out of coverage.';
  if (basis === 'PORTABILITY_RECORD')
    return 'Type and carrier come from an imported portability record.';
  if (carrier?.source === 'CARRIER_QUERY') return 'The carrier is that of a carrier query now.';
  if (carrier?.source === 'PORTABILITY_DATABASE')
    return 'The carrier is that of the portability database.';
  if (carrier?.source === 'BLOCK_HOLDER') {
    return basis === 'BLOCK_HOLDER'
      ? `Type and carrier are those of the number block in ${carrier.asOf}; the number may have been ported since.`
      : `The carrier held the number block in ${carrier.asOf}; what it serves on this number is not known.`;
  }
  if (carrier?.source === 'NUMBERING_PLAN')
    return 'The carrier is the first holder of the range; the number may have been ported since.';
  return basis === 'NONE'
    ? 'The numbering plan does not tell the type of this number.'
    : 'The type is that of the numbering plan.';
}

function classifyNumberType(profile: PhoneConclusion): Classification {
  const { number } = profile;
  const { mcc, mnc } = profile.codes;
  return {
    lookup_type: 'NT',
    number_type: profile.lineType,
    number_type_basis: profile.basis,
    query_status: 'OK',
    is_valid: profile.status !== 'INVALID',
    is_possibly_ported: profile.ported !== false && !profile.fictional,
    is_vanity_number: number.vanity,
    qualifies_for_hlr_lookup: mayBeMobile(profile),
    mccmnc: mcc !== null && mnc !== null ? mcc + mnc : null,
    mcc,
    mnc,
  };
}

function describeNumberType(
  profile: PhoneConclusion,
  context: LookupContext,
): z.input<typeof ntInsights> {
  const { number, carrier, area, fact } = profile;
  const { lookup_type: _, mcc: __, mnc: ___, ...repeated } = classifyNumberType(profile);
  return {
    nt_result: {
      id: context.id,
      number: number.e164,
      ...repeated,
      invalid_reason: invalidReason(profile),
      carrier: carrier?.name ?? null,
      ...describeCarrierSource(carrier),
      country: countryName(number.country),
      country_code: number.country,
      regions: area ? [area] : [],
      timezones: fact.plan?.timezones ?? [],
      info_text: infoText(profile),
      timestamp: context.foundAt,
    },
  };
}

export const ntLookup = withAssumedCountry(
  defineProduct({
    path: '/nt-lookup',
    summary: 'Number type of a phone number',
    tier: 'live',
    input: phoneBody({}),
    subject: ({ phone_number }) => phone_number.e164,
    sources: phoneSources,
    derive: (fact, { phone_number }) => derivePhone(fact, phone_number),
    price: numberPrice(mayExist),
    isFound: isLineKnown,
    classification: { schema: ntClassification, from: classifyNumberType },
    insights: {
      schema: ntInsights,
      from: (profile, _, context) => describeNumberType(profile, context),
    },
    bulk: 'nt_lookup',
    factVersion: PHONE_FACT_VERSION,
    sandbox: phoneSandbox,
    example: { phone_number: '+447911123456' },
  }),
);
