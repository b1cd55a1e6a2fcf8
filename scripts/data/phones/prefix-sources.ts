import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize } from 'bson';
import { presentZoneName } from '../../../src/domain/place/countries.ts';
import { WORLD } from '../../../src/open-data/phone/number-plan.ts';
import type { PrefixGroups } from './encode-prefix-table.ts';
import { GEO_CARRIER_FOLDER } from './packages.ts';

const resources = join(GEO_CARRIER_FOLDER, 'resources');

const readPrefixes = (path: string): Map<string, string> =>
  new Map(Object.entries(deserialize(readFileSync(path)) as Record<string, string>));

/** Satellite networks that the package lacks, by calling code and prefix (ITU-T E.164, Annex). */
const SATELLITES: readonly (readonly [callingCode: number, prefix: string, name: string])[] = [
  [870, '', 'Inmarsat'],
  [882, '16', 'Thuraya'],
];

/** English place names or carrier names: one file per calling code, national prefix → text. */
export function readNationalPrefixes(kind: 'geocodes' | 'carrier'): PrefixGroups {
  const folder = join(resources, kind, 'en');
  const groups: PrefixGroups = new Map(
    readdirSync(folder).map((file) => [
      Number.parseInt(file, 10),
      readPrefixes(join(folder, file)),
    ]),
  );
  for (const [callingCode, prefix, name] of kind === 'carrier' ? SATELLITES : [])
    groups.set(callingCode, new Map(groups.get(callingCode)).set(prefix, name));
  return groups;
}

/** E.164 prefix → zones joined by `&`. */
export function readTimezonePrefixes(): PrefixGroups {
  const prefixes = [...readPrefixes(join(resources, 'timezones.bson'))];
  const present = prefixes.map(
    ([prefix, zones]) => [prefix, zones.split('&').map(presentZoneName).join('&')] as const,
  );
  return new Map([[WORLD, new Map(present)]]);
}
