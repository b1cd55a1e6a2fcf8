import * as z from 'zod';
import { LINE_TYPES } from '../line-type.ts';
import type { RoutingProfile } from '../routing.ts';
import { CODE_REASONS, CODE_REASONS_TEXT } from '../routing-codes.ts';

const shared = {
  query_status: z
    .enum(['OK', 'ERROR'])
    .describe('ERROR, which is free: the number cannot exist, or its query failed.'),
  number_type: z.enum(LINE_TYPES),
  is_ported: z
    .boolean()
    .describe('False also where no source says; portability_known tells which.'),
  portability_known: z.boolean().describe('Whether a source says if the number was ported.'),
};

export const mnpClassification = z.object({
  lookup_type: z.literal('MNP'),
  ...shared,
  mccmnc: z
    .string()
    .nullable()
    .describe('Null unless both codes are known; mccmnc_reason says why.'),
  mcc: z.string().nullable(),
  mnc: z.string().nullable(),
});

const name = z.string().nullable();

export const mnpInsights = z.object({
  carrier: z
    .object({
      current: name.describe('Who serves the number now.'),
      original: name.describe('Who it was first given to.'),
    })
    .describe('The carriers by name.'),
  mnp_result: z
    .object({
      id: z.string().describe('Id of the query; else that of this lookup.'),
      msisdn: z.string().describe('International format without +.'),
      ...shared,
      current_carrier: name.describe(
        'The carrier the number was ported to, else the original one.',
      ),
      current_mccmnc: z.string().nullable().describe('As classification.mccmnc.'),
      mccmnc_reason: z.enum(CODE_REASONS).optional().describe(CODE_REASONS_TEXT),
      original_carrier: name.describe('The carrier the number was first given to.'),
      country: z.string().nullable(),
      country_code: z.string().length(2).nullable(),
      country_prefix: z.string().describe('International calling code with +.'),
      ported_carrier: name.describe('Null unless the number was ported.'),
      ported_country: z.string().nullable().describe('Null unless the number was ported.'),
      timestamp: z.iso.datetime().describe('When the network or the record said so.'),
    })
    .describe('What the portability database said.'),
});

const sharedOf = ({ answered, numberType, ported }: RoutingProfile) => ({
  query_status: answered ? ('OK' as const) : ('ERROR' as const),
  number_type: numberType,
  is_ported: ported === true,
  portability_known: ported !== null,
});

/** The classification section of a portability lookup. */
export function classifyMnp(profile: RoutingProfile): z.input<typeof mnpClassification> {
  const { mccmnc, mcc, mnc } = profile;
  return { lookup_type: 'MNP', ...sharedOf(profile), mccmnc, mcc, mnc };
}

/** The insights section of a portability lookup. */
export function describeMnp(profile: RoutingProfile): z.input<typeof mnpInsights> {
  const { original, portedTo, currentCarrier } = profile;
  return {
    carrier: { current: currentCarrier, original: original.name },
    mnp_result: {
      id: profile.id,
      msisdn: profile.number.e164.slice(1),
      ...sharedOf(profile),
      current_carrier: currentCarrier,
      current_mccmnc: profile.mccmnc,
      ...(profile.codesReason && { mccmnc_reason: profile.codesReason }),
      original_carrier: original.name,
      country: original.country,
      country_code: original.countryCode,
      country_prefix: profile.countryPrefix,
      ported_carrier: portedTo.name,
      ported_country: portedTo.country,
      timestamp: profile.at,
    },
  };
}
