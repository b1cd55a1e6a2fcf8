import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { COUNTRIES, presentZoneName } from '../../../src/domain/place/countries.ts';
import { regionGroup } from '../../../src/open-data/phone/number-plan.ts';
import type { PrefixGroups } from './encode-prefix-table.ts';
import { mobileCountryCodes, networkNames, networkOf } from './mobile-networks.ts';

/** Of this Node's ICU; not yet in TypeScript's library. */
type WithTimeZones = Intl.Locale & { getTimeZones(): string[] | undefined };

/** Where the numbering plan names no carriers, and the name of who serves a number must do. */
const CARRIERS_BY_NAME: readonly string[] = ['US', 'CA'];

const namedNetworks = (country: string): string =>
  CARRIERS_BY_NAME.includes(country)
    ? [...networkNames(country)].map(([name, { mcc, mnc }]) => `${name}:${mcc}:${mnc}`).join(',')
    : '';

/**
 * Country → its time zones (one where all keep the same time; else CLDR's, as this Node carries
 * it), mobile country codes, and of some the codes by carrier name.
 */
export function readCountries(): PrefixGroups {
  return new Map(
    getCountries().map((country) => {
      const { soleTimezone } = COUNTRIES.get(country) ?? {};
      const zones = soleTimezone
        ? [soleTimezone]
        : ((new Intl.Locale('und', { region: country }) as WithTimeZones).getTimeZones() ?? []);
      return [
        regionGroup(country),
        new Map([
          [
            '',
            [
              zones.map(presentZoneName).join('&'),
              mobileCountryCodes(country).join(','),
              namedNetworks(country),
            ].join('\t'),
          ],
        ]),
      ];
    }),
  );
}

/** Writes the network codes a carrier has in each country of its calling code behind its name. */
export function withNetworks(carriers: PrefixGroups): PrefixGroups {
  const countriesOf = Map.groupBy(getCountries(), (country: CountryCode) =>
    Number(getCountryCallingCode(country)),
  );
  const describe = (name: string, callingCode: number): string => {
    const networks = (countriesOf.get(callingCode) ?? []).flatMap((country) => {
      const network = networkOf(name, country);
      return network ? [`${country}:${network.mcc}:${network.mnc}`] : [];
    });
    return [name, ...networks].join('\t');
  };
  return new Map(
    [...carriers].map(([callingCode, prefixes]) => {
      const described = new Map(
        [...new Set(prefixes.values())].map((name) => [name, describe(name, callingCode)]),
      );
      return [
        callingCode,
        new Map([...prefixes].map(([prefix, name]) => [prefix, described.get(name) as string])),
      ];
    }),
  );
}
