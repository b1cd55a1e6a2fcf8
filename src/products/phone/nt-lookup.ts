import * as z from 'zod';
import { FICTIONAL_TEXT, shortNumberText } from '../../domain/phone/number-plan.ts';
import { countryName } from '../../domain/place/countries.ts';
import { field } from '../../lookup/answer-fields.ts';
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
  type PhoneConclusion,
} from './conclusion.ts';
import {
  mayExist,
  numberPrice,
  PHONE_FACT_VERSION,
  phoneProduct,
  phoneSources,
  withAssumedCountry,
} from './fact.ts';
import { phoneSandbox } from './sandbox.ts';

const numberTypeFields = {
  number_type: z.enum(LINE_TYPES),
  query_status: field.enum(
    ['OK', 'ERROR'],
    'OK in every answer that is returned; a failed query is an error response.',
  ),
  is_valid: z.boolean(),
  is_possibly_ported: field.boolean(
    'Whether the number may have been ported: true unless it is known not to be ported or cannot be.',
  ),
  is_vanity_number: field.boolean('Whether the number was sent with letters.'),
  qualifies_for_hlr_lookup: field.boolean('Whether the number is, or may be, a mobile number.'),
  number_type_basis: field.enum(LINE_TYPE_BASES, LINE_TYPE_BASIS_TEXT),
  mccmnc: field.textOrNull('`mcc` and `mnc` joined; null unless both codes are known.'),
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
    carrier: field.textOrNull('Best known carrier; `info_text` says how it is known.'),
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

const TYPE_TEXTS: Readonly<Record<PhoneConclusion['basis'], string>> = {
  PORTABILITY_RECORD: 'The type comes from an imported portability record.',
  CARRIER_QUERY: 'The type comes from a live carrier query.',
  PORTABILITY_DATABASE: 'The type comes from the public portability database.',
  NUMBERING_PLAN: 'The type comes from the numbering plan.',
  CARRIER_NAME: 'The type is inferred from the name of the carrier.',
  BLOCK_HOLDER: 'The type is inferred from the carrier that held the number block.',
  NONE: 'The type of this number is not known.',
};

function carrierText(
  { source, asOf }: NonNullable<PhoneConclusion['carrier']>,
  ported: PhoneConclusion['ported'],
): string {
  const since = ported === false ? '.' : '; the number may have been ported since.';
  if (source === 'BLOCK_HOLDER') return `The carrier held the number block in ${asOf}${since}`;
  if (source === 'NUMBERING_PLAN') return `The carrier is the first holder of the range${since}`;
  return TYPE_TEXTS[source].replace('The type', 'The carrier');
}

/** Why the number is not in service; else where its type and its carrier come from. */
function infoText(conclusion: PhoneConclusion): string {
  const { number, basis, carrier } = conclusion;
  if (!number.valid)
    return shortNumberText(number) ?? 'The number cannot exist in its numbering plan.';
  const unassigned = invalidReason(conclusion);
  if (unassigned) return unassigned;
  if (conclusion.fictional) return FICTIONAL_TEXT;
  if (isHandsetOff(conclusion))
    return 'The network reports that the number is assigned and its handset is off or out of coverage.';
  if (!carrier) return TYPE_TEXTS[basis];
  if (carrier.source === basis && basis !== 'BLOCK_HOLDER' && basis !== 'NUMBERING_PLAN')
    return TYPE_TEXTS[basis].replace('The type comes', 'Type and carrier come');
  return `${TYPE_TEXTS[basis]} ${carrierText(carrier, conclusion.ported)}`;
}

function classifyNumberType(conclusion: PhoneConclusion): Classification {
  const { number } = conclusion;
  const { mcc, mnc } = conclusion.codes;
  return {
    lookup_type: 'NT',
    number_type: conclusion.lineType,
    number_type_basis: conclusion.basis,
    query_status: 'OK',
    is_valid: conclusion.status !== 'INVALID',
    is_possibly_ported: conclusion.ported !== false,
    is_vanity_number: number.vanity,
    qualifies_for_hlr_lookup: mayBeMobile(conclusion),
    mccmnc: mcc !== null && mnc !== null ? mcc + mnc : null,
    mcc,
    mnc,
  };
}

function describeNumberType(
  conclusion: PhoneConclusion,
  context: LookupContext,
): z.input<typeof ntInsights> {
  const { number, carrier, area, fact } = conclusion;
  const { lookup_type: _, mcc: __, mnc: ___, ...repeated } = classifyNumberType(conclusion);
  return {
    nt_result: {
      id: context.id,
      number: number.e164,
      ...repeated,
      invalid_reason: invalidReason(conclusion),
      carrier: carrier?.name ?? null,
      ...describeCarrierSource(carrier),
      country: countryName(number.country),
      country_code: number.country,
      regions: area ? [area] : [],
      timezones: fact.plan?.timezones ?? [],
      info_text: infoText(conclusion),
      timestamp: context.foundAt,
    },
  };
}

export const ntLookup = withAssumedCountry(
  defineProduct({
    path: '/nt-lookup',
    summary: 'Number type of a phone number',
    tier: 'live',
    ...phoneProduct,
    sources: phoneSources,
    derive: (fact, { phone_number }) => derivePhone(fact, phone_number),
    price: numberPrice<PhoneConclusion>(mayExist),
    isFound: isLineKnown,
    classification: { schema: ntClassification, from: classifyNumberType },
    insights: {
      schema: ntInsights,
      from: (conclusion, _, context) => describeNumberType(conclusion, context),
    },
    bulk: 'nt_lookup',
    factVersion: PHONE_FACT_VERSION,
    sandbox: phoneSandbox,
    example: { phone_number: '+447911123456' },
  }),
);
