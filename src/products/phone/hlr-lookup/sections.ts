import * as z from 'zod';
import type { RoutingProfile } from '../routing.ts';
import { CODE_REASONS, CODE_REASONS_TEXT } from '../routing-codes.ts';

const shared = {
  connectivity_status: z
    .string()
    .describe(
      'As the network reported it: CONNECTED, ABSENT, ABSENT_SUBSCRIBER, INVALID_MSISDN, UNDETERMINED.',
    ),
  is_ported: z
    .boolean()
    .describe('False also where no source says, which risk factor PORTABILITY_UNKNOWN tells.'),
  is_roaming: z
    .boolean()
    .describe('False also where the network does not say; always with data_source MNP_DB.'),
};

export const hlrClassification = z.object({
  lookup_type: z.literal('HLR'),
  ...shared,
  is_valid: z
    .boolean()
    .describe('False only for INVALID_MSISDN. Judge a number by connectivity_status instead.'),
  mccmnc: z
    .string()
    .nullable()
    .describe('Null unless both codes are known; mccmnc_reason says why.'),
  mcc: z.string().nullable(),
  mnc: z.string().nullable(),
});

export const hlrInsights = z.object({
  hlr_result: z
    .object({
      id: z.string().describe('Id of the network query; else that of this lookup.'),
      msisdn: z.string().describe('International format without +.'),
      ...shared,
      current_carrier: z
        .string()
        .nullable()
        .describe('The carrier the number was ported to, else the original one.'),
      current_mccmnc: z.string().nullable().describe('As classification.mccmnc.'),
      mccmnc_reason: z.enum(CODE_REASONS).optional().describe(CODE_REASONS_TEXT),
      original_carrier: z
        .string()
        .nullable()
        .describe('The carrier the number was first given to.'),
      country: z.string().nullable(),
      country_code: z.string().length(2).nullable(),
      country_prefix: z.string().describe('International calling code with +.'),
      ported_carrier: z.string().nullable().describe('Null unless the number was ported.'),
      ported_country: z.string().nullable().describe('Null unless the number was ported.'),
      roaming_carrier: z.string().nullable().describe('Null unless the handset roams.'),
      roaming_country: z.string().nullable().describe('Null unless the handset roams.'),
      imsi: z.string().nullable().describe('Null when the network hides it.'),
      data_source: z
        .string()
        .nullable()
        .describe(
          'LIVE_HLR: the network was asked now. MNP_DB: a portability database, which shows that the number is assigned, not that the handset is on. Null: the number cannot exist, so nobody was asked.',
        ),
      timestamp: z.iso.datetime().describe('When the network or the record said so.'),
    })
    .describe('What the network or the portability database said.'),
});

const sharedOf = ({ connectivity, ported, roaming }: RoutingProfile) => ({
  connectivity_status: connectivity,
  is_ported: ported === true,
  is_roaming: roaming === true,
});

/** The classification section of an HLR lookup. */
export function classifyHlr(profile: RoutingProfile): z.input<typeof hlrClassification> {
  const { isValid, mccmnc, mcc, mnc } = profile;
  return { lookup_type: 'HLR', ...sharedOf(profile), is_valid: isValid, mccmnc, mcc, mnc };
}

/** The insights section of an HLR lookup. */
export function describeHlr(profile: RoutingProfile): z.input<typeof hlrInsights> {
  const { original, portedTo, roamingIn } = profile;
  return {
    hlr_result: {
      id: profile.id,
      msisdn: profile.number.e164.slice(1),
      ...sharedOf(profile),
      current_carrier: profile.currentCarrier,
      current_mccmnc: profile.mccmnc,
      ...(profile.codesReason && { mccmnc_reason: profile.codesReason }),
      original_carrier: original.name,
      country: original.country,
      country_code: original.countryCode,
      country_prefix: profile.countryPrefix,
      ported_carrier: portedTo.name,
      ported_country: portedTo.country,
      roaming_carrier: roamingIn.name,
      roaming_country: roamingIn.country,
      imsi: profile.imsi,
      data_source: profile.source,
      timestamp: profile.at,
    },
  };
}
