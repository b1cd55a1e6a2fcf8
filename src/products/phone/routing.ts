import type { LookupContext } from '../../core/lookup/product.ts';
import { type Ask, firstMatch, type Source, type Sources } from '../../core/lookup/source.ts';
import { NobodyToAsk } from '../../core/lookup/source-failures.ts';
import type { PhoneNumber } from '../../core/phone/number.ts';
import type { BlockHolder, NetworkCodes } from '../../core/phone/number-plan.ts';
import { type Carrier, type RoutingFact, UNROUTED } from '../../core/phone/routing.ts';
import { countryName } from '../../data/countries.ts';
import { blockHolders } from '../../sources/block-holders.ts';
import { networkCodes } from '../../sources/network-codes.ts';
import { type NumberPlanFact, numberPlan } from '../../sources/number-plan.ts';
import { recordedRouting } from '../../sources/phone-records.ts';
import { teliqueRouting } from '../../sources/telique/lrn.ts';
import type { PhoneInput } from './fact.ts';
import { findLineType, type LineType } from './line-type.ts';
import { codesOf, findCodes, type RoutingCodes } from './routing-codes.ts';

/**
 * What was found of a number's routing; `routing` is null for a number that cannot exist, of which
 * nobody is asked.
 */
export interface RoutingAnswer {
  plan: NumberPlanFact | null;
  holder: BlockHolder | null;
  routing: RoutingFact | null;
  /** What the list of networks says of the carrier that `routing` names. */
  named: NetworkCodes | null;
}

/** Raised when {@link RoutingAnswer} changes shape. */
export const ROUTING_FACT_VERSION = 2;

/** The public database covers geographic numbers of the United States and Canada. */
const isCovered = ({ usOrCanada, planType }: PhoneNumber): boolean =>
  usOrCanada && planType !== 'TOLL_FREE';

/**
 * A paid query first, then the operator's own file, then the public database; the tables fill in
 * who held the range.
 */
export function routingSources(
  first: Source<PhoneNumber, RoutingFact>,
): Sources<PhoneInput, RoutingAnswer> {
  const everywhere = firstMatch(first, recordedRouting);
  const atHome = firstMatch(first, recordedRouting, teliqueRouting);
  const findRouting = async (number: PhoneNumber, ask: Ask): Promise<RoutingFact> => {
    const { list, resolve } = isCovered(number) ? atHome : everywhere;
    const routing = await resolve(number, ask);
    // A file that does not list a number says nothing of its network.
    if (!routing) throw new NobodyToAsk(list);
    return routing;
  };
  return {
    list: [...atHome.list, numberPlan, blockHolders, networkCodes],
    answeredBy: atHome.list,
    async resolve({ phone_number: number }, ask) {
      if (!number.valid) return { plan: null, holder: null, routing: null, named: null };
      const [plan = null, holder = null, routing] = await Promise.all([
        ask(numberPlan, number),
        ask(blockHolders, number),
        findRouting(number, ask),
      ]);
      return { plan, holder, routing, named: await findCodes(routing, number, ask) };
    },
  };
}

/** What the service concludes about a number's routing: every section of both products reads it. */
export interface RoutingProfile {
  id: string;
  number: PhoneNumber;
  /** INVALID_MSISDN for a number that cannot exist. */
  connectivity: string;
  isValid: boolean;
  /** False when the query failed. */
  answered: boolean;
  /** Null when nobody was asked. */
  source: string | null;
  ported: boolean | null;
  roaming: boolean | null;
  mccmnc: string | null;
  mcc: string | null;
  mnc: string | null;
  /** Why a code is null; null when both are known. */
  codesReason: RoutingCodes['reason'];
  currentCarrier: string | null;
  original: Carrier;
  portedTo: Carrier;
  roamingIn: Carrier;
  countryPrefix: string;
  imsi: string | null;
  numberType: LineType;
  /** Instant, ISO 8601. */
  at: string;
}

/** Who the range was first given to, where the source names nobody. */
function originalOf(
  { plan, holder }: RoutingAnswer,
  fact: RoutingFact,
  number: PhoneNumber,
): Carrier {
  const { original } = fact;
  const ranged = holder?.company ?? plan?.carrier?.name ?? null;
  return {
    name: original.name ?? ranged,
    country: original.country ?? countryName(number.country),
    countryCode: original.countryCode ?? number.country,
  };
}

/**
 * Concludes from what the sources know; pure, so a cached fact gives the same answer as a fresh
 * one.
 */
export function profileRouting(
  answer: RoutingAnswer,
  number: PhoneNumber,
  { id, foundAt }: LookupContext,
): RoutingProfile {
  const fact = answer.routing ?? UNROUTED;
  const { mcc, mnc, reason } = codesOf(answer.routing, answer.named, answer.plan);
  const original = originalOf(answer, fact, number);
  const ported = answer.routing ? fact.ported : false;
  const { name: portedName, country, countryCode } = fact.portedTo;
  const own = {
    country: country ?? original.country,
    countryCode: countryCode ?? original.countryCode,
  };
  const connectivity = answer.routing ? (fact.connectivity ?? 'UNDETERMINED') : 'INVALID_MSISDN';
  return {
    id: fact.id ?? id,
    number,
    connectivity,
    isValid: connectivity !== 'INVALID_MSISDN',
    answered: answer.routing !== null && fact.answered,
    source: answer.routing?.source ?? null,
    ported,
    roaming: fact.roaming,
    mccmnc: mcc !== null && mnc !== null ? mcc + mnc : null,
    mcc,
    mnc,
    codesReason: reason,
    currentCarrier: portedName ?? (ported === true ? null : original.name),
    original,
    portedTo: portedName === null && ported !== true ? fact.portedTo : { name: portedName, ...own },
    roamingIn: fact.roamingIn,
    countryPrefix: fact.countryPrefix ?? `+${number.callingCode}`,
    imsi: fact.imsi,
    numberType: fact.lineType ?? findLineType(number, null, null).lineType,
    at: fact.at ?? foundAt,
  };
}
