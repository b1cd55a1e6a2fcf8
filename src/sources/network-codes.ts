import type { Source } from '../core/lookup/source.ts';
import type { NetworkCodes } from '../core/phone/number-plan.ts';

/** A carrier as a source names it, in the country whose numbers it serves. */
export interface NamedCarrier {
  name: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
}

/** The list of mobile networks (ITU-T E.212), asked by a carrier's name. */
export const networkCodes: Source<NamedCarrier, NetworkCodes> = {
  name: 'network_codes',
  label: 'mobile_network_codes',
  kind: 'compiled',
  version: (world) => world.shippedTables,
  available: () => true,
  ask: ({ name, countryCode }, { numberPlan }) => numberPlan.networkCodes(countryCode, name),
};
