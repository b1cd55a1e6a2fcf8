import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { COUNTRIES, presentZoneName } from '../../../src/domain/place/countries.ts';
import { regionGroup } from '../../../src/open-data/phone/number-plan.ts';
import type { PrefixGroups } from './encode-prefix-table.ts';
import { mobileCountryCodes, networkNames, networkOf } from './mobile-networks.ts';

/** Supported by Node's ICU, but missing in TypeScript's library. */
type WithTimeZones = Intl.Locale & { getTimeZones(): string[] | undefined };

const namedNetworks = (country: string): string =>
  [...networkNames(country)].map(([name, { mcc, mnc }]) => `${name}:${mcc}:${mnc}`).join(',');

/**
 * By country: time zones (one if all keep the same time; else those of Node's CLDR), mobile country
 * codes, and network codes by carrier name.
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

/** Appends to each carrier's name its network codes in the countries of its calling code. */
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
