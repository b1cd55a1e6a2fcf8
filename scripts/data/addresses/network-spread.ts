import { largest, type NetworkCensus } from './network-census.ts';

/**
 * Spread of a network's announcements, a second indication of its kind. Access lines are in the
 * operator's country, in large blocks. Small blocks that were delegated to several countries and
 * answer in several are leased for servers and proxies; a company with offices abroad spreads
 * blocks of its own country. Networks in eight or more towns of one country are access networks: of
 * those with uninformative names and known kind, 80 % are access networks and 6 % rent out servers;
 * with three to seven towns, 47 and 23 %.
 */
export type Spread = 'local' | 'regional' | 'strewn' | 'widely_strewn';

const SMALL_RANGE = 1_024;
const STREWN = { countries: 3, mainShare: 0.7 };
const WIDELY_STREWN = { countries: 5, mainShare: 0.6 };
const MOSTLY_ABROAD = 0.5;
const REGIONAL = { towns: 8, mainShare: 0.7 };

const isStrewn = (
  { located, registered }: NetworkCensus,
  { countries, mainShare }: typeof STREWN,
): boolean =>
  located.size >= countries && registered.size > 1 && (largest(located)?.share ?? 1) < mainShare;

const isRegional = ({ located, towns }: NetworkCensus): boolean =>
  located.size === 1 &&
  towns.size >= REGIONAL.towns &&
  (largest(towns)?.share ?? 1) < REGIONAL.mainShare;

/** @param v4 announcements in IPv4 @param v6 announcements in IPv6; null if there are none */
export function spreadOf(v4: NetworkCensus | null, v6: NetworkCensus | null): Spread {
  const isInPieces = v4 !== null && v4.size <= v4.ranges * SMALL_RANGE;
  if (isInPieces && isStrewn(v4, WIDELY_STREWN)) return 'widely_strewn';
  if (isInPieces && isStrewn(v4, STREWN)) return 'strewn';
  if (isInPieces && v4.registered.size > 1 && v4.abroad > v4.size * MOSTLY_ABROAD) return 'strewn';
  const isMostlyV6 = v6 !== null && (v4 === null || v4.size <= SMALL_RANGE);
  if (isMostlyV6 && isStrewn(v6, STREWN)) return 'strewn';
  return v4 !== null && isRegional(v4) ? 'regional' : 'local';
}
