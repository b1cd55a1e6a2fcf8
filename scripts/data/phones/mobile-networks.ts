import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carrierKind } from '../../../src/open-data/phone/block-holders.ts';
import { carrierNameKey } from '../../../src/open-data/phone/number-plan.ts';
import { MCC_MNC_FOLDER } from './packages.ts';

interface Network {
  countryCode: string | null;
  mcc: string;
  mnc: string | null;
  brand: string | null;
  operator: string | null;
  status: string;
  bands: string | null;
}

const networks: readonly Network[] = JSON.parse(
  readFileSync(join(MCC_MNC_FOLDER, 'mcc-mnc-list.json'), 'utf8'),
);

/**
 * Networks in operation in a country. Countries that share networks are listed together, separated
 * by slashes: "AU/CC/CX".
 */
const operatingIn = (country: string): Network[] =>
  networks.filter(
    ({ status, countryCode }) =>
      status === 'Operational' && countryCode?.split('/').includes(country),
  );

/** Folds a name to letters and digits without accents and case, so Telefónica equals TELEFONICA. */
const bareName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const only = (values: Iterable<string>): string => {
  const distinct = new Set(values);
  return distinct.size === 1 ? ([...distinct][0] as string) : '';
};

/** Whether a network's name begins with the carrier's: "Orange Morocco", "O2 (UK)". */
function beginsWithName(text: string, carrier: string): boolean {
  const [words, named] = [text, carrier].map((name) => name.split(/[^\p{L}\p{N}]+/u).map(bareName));
  return named?.every((word, at) => word === words?.[at]) === true;
}

/**
 * The E.212 codes determined by a carrier's name within a country: the network code only if exactly
 * one operating network has the name, the country code if all of them agree. If none has the name,
 * networks whose names begin with it count.
 * @returns null if no operating network has the name
 */
export function networkOf(carrier: string, country: string): { mcc: string; mnc: string } | null {
  const name = bareName(carrier);
  const operating = operatingIn(country);
  const [named = []] = [
    (text: string) => bareName(text) === name,
    (text: string) => beginsWithName(text, carrier),
  ]
    .map((bears) =>
      operating.filter(({ brand, operator }) =>
        [brand, operator].some((text) => text && bears(text)),
      ),
    )
    .filter(({ length }) => length > 0);
  if (name === '' || named.length === 0) return null;
  const mcc = only(named.map((network) => network.mcc));
  return { mcc, mnc: mcc === '' ? '' : only(named.map((network) => network.mnc ?? '')) };
}

/** Mobile country codes in use in a country, ascending. */
export function mobileCountryCodes(country: string): string[] {
  return [...new Set(operatingIn(country).map((network) => network.mcc))].sort();
}

/**
 * Companies whose numbers are not mobile although they run a network: internet telephony, paging,
 * and telephone and cable companies under the name of their lines.
 */
const isOtherLine = (name: string, { bands }: Network): boolean =>
  bands === 'paging' ||
  ['voip', 'paging'].includes(carrierKind(name) ?? '') ||
  /\b(?:telephone|cable|co-?op|internet|wifi)\b/i.test(name);

/** Brands of one network are joined by commas; the comma of a company stands before "Inc.". */
const namesOf = ({ brand, operator }: Network): string[] => [
  ...(brand?.split(', ') ?? []),
  ...(operator ? [operator] : []),
];

/**
 * Every name a country's operating networks bear, bare, and the codes it settles: the country code
 * where all networks of the name agree, the network code where there is but one.
 */
export function networkNames(country: string): Map<string, { mcc: string; mnc: string }> {
  const named = operatingIn(country).flatMap((network) =>
    namesOf(network)
      .filter((name) => !isOtherLine(name, network))
      .map((name) => ({ name: carrierNameKey(name), network }))
      .filter(({ name }) => name !== ''),
  );
  return new Map(
    [...Map.groupBy(named, ({ name }) => name)].map(([name, rows]) => {
      const mcc = only(rows.map(({ network }) => network.mcc));
      return [name, { mcc, mnc: mcc && only(rows.map(({ network }) => network.mnc ?? '')) }];
    }),
  );
}
