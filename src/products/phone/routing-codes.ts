import type { Ask } from '../../core/lookup/source.ts';
import type { PhoneNumber } from '../../core/phone/number.ts';
import type { NetworkCodes } from '../../core/phone/number-plan.ts';
import type { RoutingFact } from '../../core/phone/routing.ts';
import { networkCodes } from '../../sources/network-codes.ts';
import type { NumberPlanFact } from '../../sources/number-plan.ts';

export const CODE_REASONS = [
  'INVALID_NUMBER',
  'NOT_MOBILE',
  'NOT_REPORTED',
  'NOT_LISTED',
  'SEVERAL_NETWORKS',
] as const;

/** Of `mccmnc_reason`, for both products. */
export const CODE_REASONS_TEXT =
  'Only when mccmnc is null. INVALID_NUMBER: the number cannot exist. NOT_MOBILE: a landline or ' +
  'internet line, which has none. NOT_REPORTED: no source says whose network it is. NOT_LISTED: ' +
  'no operating mobile network bears the name of the carrier. SEVERAL_NETWORKS: several do, with ' +
  'different codes.';

/** The mobile codes of who serves a number, and why one of them is null. */
export interface RoutingCodes {
  mcc: string | null;
  mnc: string | null;
  /** Null when both are known. */
  reason: (typeof CODE_REASONS)[number] | null;
}

/** Who serves the number now, as the source says; what the block was in 2014 names no network. */
const servingName = ({ ported, portedTo, original }: RoutingFact): string | null =>
  portedTo.name ?? (ported === true ? null : original.name);

/**
 * Asks the list of networks for a carrier that comes without codes. Null: there is nothing to ask
 * by, the source asked the network itself, or no network bears the name.
 */
export async function findCodes(
  fact: RoutingFact,
  { usOrCanada, country }: PhoneNumber,
  ask: Ask,
): Promise<NetworkCodes | null> {
  const name = servingName(fact);
  if (fact.mcc !== null || fact.source === 'LIVE_HLR' || !usOrCanada) return null;
  if (name === null || country === null) return null;
  return (await ask(networkCodes, { name, countryCode: country })) ?? null;
}

/** What the list of networks leaves unsaid, by how far it got. */
function reasonOf(fact: RoutingFact, named: NetworkCodes | null): RoutingCodes['reason'] {
  if (named) return 'SEVERAL_NETWORKS';
  return fact.source === 'LIVE_HLR' || servingName(fact) === null ? 'NOT_REPORTED' : 'NOT_LISTED';
}

/**
 * The codes of the source, else those of its carrier's name, else of the range where nobody says
 * that the number was ported out of it.
 * @param fact null for a number that cannot exist
 */
export function codesOf(
  fact: RoutingFact | null,
  named: NetworkCodes | null,
  plan: NumberPlanFact | null,
): RoutingCodes {
  if (!fact) return { mcc: null, mnc: null, reason: 'INVALID_NUMBER' };
  const { mcc, mnc, lineType, source } = fact;
  if (mcc !== null || source === 'LIVE_HLR')
    return { mcc, mnc, reason: mcc !== null && mnc !== null ? null : 'NOT_REPORTED' };
  if (lineType === 'LANDLINE' || lineType === 'VOIP')
    return { mcc: null, mnc: null, reason: 'NOT_MOBILE' };
  const range = fact.ported === true ? null : plan?.carrier;
  const country = plan?.mobileCountryCode ?? null;
  const codes = named ?? { mcc: range?.mcc ?? null, mnc: range?.mnc ?? null };
  const known = { mcc: codes.mcc ?? country, mnc: codes.mnc };
  return { ...known, reason: known.mnc === null ? reasonOf(fact, named) : null };
}
