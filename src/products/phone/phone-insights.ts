import * as z from 'zod';
import { countryName } from './country-name.ts';
import type { PhoneFact } from './fact.ts';
import type { PhoneProfile } from './profile.ts';
import { reachability, reachabilitySchema } from './reachability.ts';
import { burnerProbability, hasGoodQuality } from './scoring.ts';

const location = z.object({
  timezone: z
    .string()
    .nullable()
    .describe('IANA zone; UNKNOWN when the number may be in several; null when it is invalid.'),
  timezones: z.array(z.string()).describe('Every zone the number may be in.'),
  country: z.string().nullable().optional(),
  country_code: z.string().length(2).nullable().optional(),
  regions: z.array(z.string()).optional(),
});

const carrier = z
  .object({ name: z.string().nullable(), mcc: z.string().nullable(), mnc: z.string().nullable() })
  .describe(
    'Only outside the United States and Canada: first holder of the range; the number may have been ported since.',
  );

const routing = z.object({
  lrn: z.string().describe('Location routing number, or N/A.'),
  original_number: z.string(),
  is_ported: z.boolean().nullable().describe('Null when porting is possible but unconfirmed.'),
  port_type: z.union([z.int(), z.string()]).describe('As the source codes it, or UNKNOWN.'),
});

const DNC_REASONS = ['NOT_CHECKED', 'OUT_OF_SCOPE'] as const;

const compliance = z.object({
  dnc_listed: z.boolean().nullable(),
  dnc_status: z
    .enum(['LISTED', 'NOT_LISTED', 'NOT_APPLICABLE'])
    .describe('NOT_APPLICABLE whenever dnc_listed is null; dnc_reason says why.'),
  dnc_reason: z
    .enum(DNC_REASONS)
    .nullable()
    .describe(
      'Why dnc_listed is null: NOT_CHECKED, no imported registry covers the number, which may well be listed; OUT_OF_SCOPE, it is outside the United States and Canada or invalid.',
    ),
  dno_flag: z.boolean().nullable(),
  number_quality: z.enum(['GOOD', 'POOR']),
  good_number: z.boolean(),
});

const rawApiFields = z.object({
  number: z.string(),
  lrn: z.string().nullable(),
  network: z
    .string()
    .nullable()
    .describe('Carrier name; network_source and as_of say how old it is.'),
  network_source: z.enum(['PORTABILITY_RECORD', 'BLOCK_HOLDER', 'NUMBERING_PLAN']).nullable(),
  class: z.enum(['W', 'L', 'V']).nullable().describe('W mobile, L landline, V VoIP.'),
  country: z.string().nullable(),
  as_of: z
    .string()
    .nullable()
    .describe('Date of what network and class rest on; block holders are of 2014-02.'),
  block_holder_type: z.string().nullable(),
  rate_center: z.string().nullable(),
  state: z.string().nullable(),
  spid: z.string().nullable(),
  ported_at: z.string().nullable(),
});

export const phoneInsights = z.object({
  location,
  carrier: carrier.optional(),
  routing,
  reachability: reachabilitySchema,
  compliance,
  risk_indicators: z.object({
    voip_detected: z.boolean(),
    burner_probability: z.number().min(0).max(1),
  }),
  raw_api_fields: rawApiFields,
});

type Insights = z.input<typeof phoneInsights>;

const CLASS_OF_LINE: Partial<Record<PhoneProfile['lineType'], 'W' | 'L' | 'V'>> = {
  MOBILE: 'W',
  LANDLINE: 'L',
  VOIP: 'V',
};

/** One zone is an answer, several are none. */
const onlyZone = (zones: readonly string[]): string =>
  zones.length === 1 ? (zones[0] as string) : 'UNKNOWN';

function locate({ number }: PhoneProfile, { plan }: PhoneFact): Insights['location'] {
  const timezones = plan?.timezones ?? [];
  return {
    timezone: plan ? onlyZone(timezones) : null,
    timezones,
    ...(!number.usOrCanada && {
      country: countryName(number.country),
      country_code: number.country,
      regions: plan?.place ? [plan.place] : [],
    }),
  };
}

function comply(profile: PhoneProfile): Insights['compliance'] {
  const { doNotCall, doNotCallUnknown } = profile;
  const known = doNotCall ? 'LISTED' : 'NOT_LISTED';
  const reason = doNotCallUnknown ? 'NOT_CHECKED' : 'OUT_OF_SCOPE';
  const good = hasGoodQuality(profile);
  return {
    dnc_listed: doNotCall,
    dnc_status: doNotCall === null ? 'NOT_APPLICABLE' : known,
    dnc_reason: doNotCall === null ? reason : null,
    dno_flag: profile.doNotOriginate,
    number_quality: good ? 'GOOD' : 'POOR',
    good_number: good,
  };
}

function rawFields(profile: PhoneProfile, { holder }: PhoneFact): Insights['raw_api_fields'] {
  const { number, network, portability } = profile;
  return {
    number: number.e164,
    lrn: portability?.lrn ?? null,
    network: network?.name ?? null,
    network_source: network?.source ?? null,
    class: CLASS_OF_LINE[profile.lineType] ?? null,
    country: number.country,
    as_of: network?.asOf ?? null,
    block_holder_type: holder?.companyType || null,
    rate_center: holder?.city ?? null,
    state: holder?.state ?? null,
    spid: portability?.spid ?? null,
    ported_at: portability?.portedAt ?? null,
  };
}

/** The insights section of a phone validation. */
export function describePhone(profile: PhoneProfile, fact: PhoneFact): Insights {
  const { number, portability } = profile;
  const range = fact.plan?.carrier;
  return {
    location: locate(profile, fact),
    ...(!number.usOrCanada && {
      carrier: {
        name: range?.name ?? null,
        mcc: range?.mcc ?? fact.plan?.mobileCountryCode ?? null,
        mnc: range?.mnc ?? null,
      },
    }),
    routing: {
      lrn: portability?.lrn ?? 'N/A',
      original_number: number.e164,
      is_ported: profile.ported,
      port_type: portability?.portType ?? 'UNKNOWN',
    },
    reachability: reachability(profile),
    compliance: comply(profile),
    risk_indicators: {
      voip_detected: profile.lineType === 'VOIP',
      burner_probability: burnerProbability(profile),
    },
    raw_api_fields: rawFields(profile, fact),
  };
}
