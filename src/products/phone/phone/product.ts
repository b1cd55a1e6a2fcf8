import * as z from 'zod';
import { PLAN_TYPES } from '../../../domain/phone/number-plan.ts';
import { countryName } from '../../../domain/place/countries.ts';
import { field, NOT_CHECKED } from '../../../lookup/answer-fields.ts';
import { defineProduct } from '../../../lookup/product.ts';
import {
  CARRIER_SOURCES,
  CARRIER_TYPES,
  derivePhone,
  describeNumber,
  isLineKnown,
  LINE_TYPE_BASES,
  LINE_TYPE_BASIS_TEXT,
  LINE_TYPES,
  lineCode,
  NUMBER_STATUSES,
  numberSection,
  type PhoneConclusion,
  PORTABILITY_STATUSES,
  portabilityStatus,
} from '../conclusion.ts';
import {
  hasDoNotCall,
  mayExist,
  numberPrice,
  PHONE_FACT_VERSION,
  phoneProduct,
  phoneSources,
  withAssumedCountry,
} from '../fact.ts';
import { phoneSandbox } from '../sandbox.ts';
import {
  burnerProbability,
  CONNECTION_QUALITIES,
  connectionQuality,
  deriveReachability,
  NUMBER_QUALITIES,
  numberQuality,
  PHONE_RISK,
  PHONE_SERVICE_TYPES,
  phoneServiceType,
  QUALITY_BASES,
  reachabilitySchema,
  recommendPhone,
} from './scoring.ts';

const phoneClassification = z.object({
  line_type: z.enum(LINE_TYPES),
  line_type_basis: field.enum(LINE_TYPE_BASES, LINE_TYPE_BASIS_TEXT),
  line_type_confidence: z.number().min(0).max(100),
  plan_type: field.enumOrNull(
    PLAN_TYPES,
    'Kind of number according to the numbering plan; null if the number is invalid.',
  ),
  carrier_type: z.enum(CARRIER_TYPES),
  number_status: field.enum(
    NUMBER_STATUSES,
    'Status of the number. United States and Canada: UNKNOWN until a record of the number or its carrier says more. Elsewhere: VALID or INVALID.',
  ),
  portability_status: z.enum(PORTABILITY_STATUSES),
  service_type: z.enum(PHONE_SERVICE_TYPES),
  connection_quality: z.enum(CONNECTION_QUALITIES),
  coverage: z
    .literal('international')
    .optional()
    .describe('Present only outside the United States and Canada.'),
  country_code: z
    .string()
    .length(2)
    .nullable()
    .describe(
      'Country code, ISO 3166-1 alpha-2; null for numbers that belong to no single country.',
    ),
});

function classifyPhone(conclusion: PhoneConclusion): z.input<typeof phoneClassification> {
  const { number } = conclusion;
  return {
    line_type: conclusion.lineType,
    line_type_basis: conclusion.basis,
    line_type_confidence: conclusion.confidence,
    plan_type: number.planType,
    carrier_type: conclusion.carrierType,
    number_status: conclusion.status,
    portability_status: portabilityStatus(conclusion.ported),
    service_type: phoneServiceType(conclusion),
    connection_quality: connectionQuality(conclusion),
    country_code: number.country,
    ...(!number.usOrCanada && { coverage: 'international' as const }),
  };
}

const location = z.object({
  timezone: field.textOrNull(
    'IANA time zone; UNKNOWN if the number may be in several; null if the number is invalid.',
  ),
  timezones: field.textList('Every time zone in which the number may be.'),
  country: z.string().nullable(),
  country_code: z.string().length(2).nullable(),
  regions: field.textList('Area to which the number belongs, as precisely as its plan defines it.'),
});

const carrier = field.object(
  'The carrier according to `raw_api_fields.network_source`. If that is the first holder of the range, the number may have been ported since. Codes (ITU-T E.212) are null for landlines and internet lines, which have none, and if the network is not known. In the United States and Canada, name and codes are present only if known.',
  {
    name: z.string().nullable().optional(),
    mcc: z.string().nullable().optional(),
    mnc: z.string().nullable().optional(),
  },
);

const routing = z.object({
  lrn: field.text('Location routing number, or N/A.'),
  original_number: z.string(),
  is_ported: field.booleanOrNull(
    'Whether the number was ported; null if porting is possible but unconfirmed.',
  ),
  port_type: z
    .union([z.int(), z.string()])
    .describe(
      'Type of the port, as the source codes it. UNKNOWN: the source that answered does not say. NOT_CHECKED: no source answered.',
    ),
});

const DNC_REASONS = ['NOT_CHECKED', 'OUT_OF_SCOPE'] as const;

const compliance = z.object({
  dnc_listed: z.boolean().nullable(),
  dnc_status: field.enum(
    ['LISTED', 'NOT_LISTED', 'NOT_APPLICABLE', 'UNKNOWN'],
    'Do Not Call status. UNKNOWN: no imported registry covers the number. NOT_APPLICABLE: no registry exists for it. `dnc_listed` is null in both, and `dnc_reason` says why.',
  ),
  dnc_reason: z
    .enum(DNC_REASONS)
    .optional()
    .describe(
      'Why `dnc_listed` is null; present only then. NOT_CHECKED: no imported registry covers the number, which may well be listed. OUT_OF_SCOPE: the number is outside the United States, its territories and Canada, or is invalid.',
    ),
  dno_flag: z.boolean().nullable(),
  number_quality: field.enum(
    NUMBER_QUALITIES,
    'Quality of the number for reaching its holder, based on `quality_basis`. POOR: the number cannot exist, is out of service, never places calls, or costs a premium rate. GOOD: a record shows it in service or, outside the United States and Canada, where only the plan is checked, its plan assigns it to subscribers.',
  ),
  quality_basis: z
    .enum(QUALITY_BASES)
    .optional()
    .describe('What `number_quality` is based on; absent if it is UNKNOWN.'),
  good_number: field.boolean('True only if `number_quality` is GOOD.'),
});

const rawApiFields = z.object({
  number: z.string(),
  lrn: field.text('Location routing number, or N/A.'),
  network: field.textOrNull(
    'Name of the carrier; `network_source` and `as_of` say how old this information is.',
  ),
  network_source: z.enum(CARRIER_SOURCES).optional(),
  class: field.enumOrNull(
    ['W', 'L', 'V'],
    'Class of the line: W mobile, L landline, V VoIP; null for any other line, or if it is not known.',
  ),
  country: z.string().nullable(),
  as_of: z
    .string()
    .optional()
    .describe('Date of the data behind `network` and `class`; block holders are as of 2014-02.'),
  block_holder_type: z.string().optional(),
  rate_center: z.string().optional(),
  state: z.string().optional(),
  spid: z.string().optional(),
  ported_at: z.string().optional(),
});

const phoneInsights = z.object({
  number: numberSection,
  location,
  carrier,
  routing,
  reachability: reachabilitySchema,
  compliance,
  risk_indicators: z.object({
    voip_detected: field.boolean(
      'Whether the line is VoIP. False is not meaningful while LINE_TYPE_UNKNOWN is among the risk factors.',
    ),
    burner_probability: z.number().min(0).max(1),
  }),
  raw_api_fields: rawApiFields,
});

type Insights = z.input<typeof phoneInsights>;

/** The time zone, if there is exactly one. */
const singleTimezone = (zones: readonly string[]): string =>
  zones.length === 1 ? (zones[0] as string) : 'UNKNOWN';

function describeLocation({ number, area, fact }: PhoneConclusion): Insights['location'] {
  const timezones = fact.plan?.timezones ?? [];
  return {
    timezone: fact.plan ? singleTimezone(timezones) : null,
    timezones,
    country: countryName(number.country),
    country_code: number.country,
    regions: area ? [area] : [],
  };
}

function describeCompliance(conclusion: PhoneConclusion): Insights['compliance'] {
  const { number, doNotCall } = conclusion;
  const known = doNotCall ? 'LISTED' : 'NOT_LISTED';
  const mayBeListed = hasDoNotCall(number) && number.valid;
  const { quality, basis } = numberQuality(conclusion);
  return {
    dnc_listed: doNotCall,
    dnc_status: doNotCall !== null ? known : mayBeListed ? 'UNKNOWN' : 'NOT_APPLICABLE',
    ...(doNotCall === null && { dnc_reason: mayBeListed ? 'NOT_CHECKED' : 'OUT_OF_SCOPE' }),
    dno_flag: conclusion.doNotOriginate,
    number_quality: quality,
    ...(basis && { quality_basis: basis }),
    good_number: quality === 'GOOD',
  };
}

/** Value if no record has a routing number (specification, "routing"). */
const NO_LRN = 'N/A';

const withoutUnknown = <Fields extends Record<string, string | null | undefined>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as {
    [Name in keyof Fields]?: string;
  };

function describeRawFields(conclusion: PhoneConclusion): Insights['raw_api_fields'] {
  const { number, carrier, portability, fact } = conclusion;
  return {
    number: number.e164,
    country: number.country,
    lrn: portability?.lrn ?? NO_LRN,
    network: carrier?.name ?? null,
    class: lineCode(conclusion.lineType),
    ...(carrier && { network_source: carrier.source }),
    ...withoutUnknown({
      as_of: carrier?.asOf,
      block_holder_type: fact.holder?.companyType,
      rate_center: fact.holder?.city,
      state: fact.holder?.state,
      spid: portability?.spid,
      ported_at: conclusion.ported ? portability?.portedAt : null,
    }),
  };
}

/** Outside the United States and Canada every field is present (specification, "carrier"). */
function describeCarrier({ number, carrier, codes }: PhoneConclusion): Insights['carrier'] {
  const fields = { name: carrier?.name ?? null, ...codes };
  return number.usOrCanada ? withoutUnknown(fields) : fields;
}

function describePhone(conclusion: PhoneConclusion): Insights {
  const { number, portability } = conclusion;
  return {
    number: describeNumber(conclusion),
    location: describeLocation(conclusion),
    carrier: describeCarrier(conclusion),
    routing: {
      lrn: portability?.lrn ?? NO_LRN,
      original_number: number.e164,
      is_ported: conclusion.ported,
      port_type: portability ? (portability.portType ?? 'UNKNOWN') : NOT_CHECKED,
    },
    reachability: deriveReachability(conclusion),
    compliance: describeCompliance(conclusion),
    risk_indicators: {
      voip_detected: conclusion.lineType === 'VOIP',
      burner_probability: burnerProbability(conclusion),
    },
    raw_api_fields: describeRawFields(conclusion),
  };
}

export const phone = withAssumedCountry(
  defineProduct({
    path: '/phone',
    summary: 'Validate and classify a phone number',
    tier: 'standard',
    ...phoneProduct,
    sources: phoneSources,
    derive: (fact, { phone_number }) => derivePhone(fact, phone_number),
    price: numberPrice<PhoneConclusion>(mayExist),
    isFound: isLineKnown,
    classification: { schema: phoneClassification, from: classifyPhone },
    insights: { schema: phoneInsights, from: describePhone },
    risk: PHONE_RISK,
    recommend: recommendPhone,
    bulk: 'phone_validation',
    factVersion: PHONE_FACT_VERSION,
    sandbox: phoneSandbox,
  }),
);
