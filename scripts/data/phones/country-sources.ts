import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { COUNTRIES } from '../../../src/data/countries.ts';
import { regionGroup } from '../../../src/data/number-plan.ts';
import type { PrefixGroups } from './encode-prefix-table.ts';
import { mobileCountryCodes, networkOf } from './mobile-networks.ts';
import { presentZoneName } from './zone-names.ts';

/** Of this Node's ICU; not yet in TypeScript's library. */
type WithTimeZones = Intl.Locale & { getTimeZones(): string[] | undefined };

/**
 * Country → its time zones (one where all keep the same time; else CLDR's, as this Node carries it)
 * and mobile country codes.
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
          ['', `${zones.map(presentZoneName).join('&')}\t${mobileCountryCodes(country).join(',')}`],
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
