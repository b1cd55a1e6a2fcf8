import { largest, type NetworkCensus } from './network-census.ts';

/**
 * A second opinion on what a network is for, from what it announces. Lines to homes and offices lie
 * in the operator's own country, in large blocks. Small blocks that were delegated to several
 * countries and answer in several are rented, for servers and proxies; a company with offices
 * abroad spreads blocks of its own country. Addresses in eight towns of one country are lines: of
 * such networks whose names tell nothing and which are known by their whole names, 80 % connect
 * people and 6 % rent out servers; of those in three to seven towns 47 and 23 %.
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

/** @param v4 what it announces in IPv4, and in IPv6; null of nothing */
export function spreadOf(v4: NetworkCensus | null, v6: NetworkCensus | null): Spread {
  const isInPieces = v4 !== null && v4.size <= v4.ranges * SMALL_RANGE;
  if (isInPieces && isStrewn(v4, WIDELY_STREWN)) return 'widely_strewn';
  if (isInPieces && isStrewn(v4, STREWN)) return 'strewn';
  if (isInPieces && v4.registered.size > 1 && v4.abroad > v4.size * MOSTLY_ABROAD) return 'strewn';
  const isMostlyV6 = v6 !== null && (v4 === null || v4.size <= SMALL_RANGE);
  if (isMostlyV6 && isStrewn(v6, STREWN)) return 'strewn';
  return v4 !== null && isRegional(v4) ? 'regional' : 'local';
}
