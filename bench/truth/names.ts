// Accuracy of names: persons' first and last names by other libraries' suites; company names
// without legal forms; advertisers by the brand that is asked for; addresses of the United States
// in one line.
// Run: node bench/truth/names.ts
import { splitFullName } from '../../src/domain/person/person-name.ts';
import { foldCompanyName } from '../../src/domain/place/place-name.ts';
import { readStreetLine } from '../../src/domain/place/street-address.ts';
import { readUsAddress, type UsAddress } from '../../src/domain/place/us-address.ts';
import { isAdvertiser } from '../../src/domain/social/advertiser-match.ts';
import { UnusableInput } from '../../src/lib/inputs.ts';
import {
  ADDRESSES_HELD_OUT,
  ADDRESSES_SEEN,
  type AddressCase,
  LIBPOSTAL_SEEN,
  PYAP_HELD_OUT,
  US50_SEEN,
  USADDRESS_SEEN,
} from './address-cases.ts';
import { type Areas, runAlone } from './areas.ts';
import {
  ADVERTISERS,
  ADVERTISERS_MENDED,
  ADVERTISERS_MENDED_AGAIN,
  type AdvertiserCase,
  FORMS_HELD_OUT,
  FORMS_READ,
  FORMS_SEEN,
} from './company-cases.ts';
import {
  HUMAN_NAME_PARSER_SEEN,
  HUMANPARSER_HELD_OUT,
  NAMEABLE_SEEN,
  NAMES_HELD_OUT,
  NAMES_SEEN,
  type NameCase,
  PYTHON_NAMEPARSER_SEEN,
} from './name-cases.ts';

function measurePersonNames(name: string, cases: readonly NameCase[], areas: Areas): void {
  const wrong = cases.filter(([full, first, last]) => {
    const split = splitFullName(full);
    return split?.first !== first || split.last !== last;
  });
  for (const [full] of wrong)
    areas.detail(`${name}: ${full}: ${JSON.stringify(splitFullName(full))}`);
  areas.share(name, cases.length - wrong.length, cases.length, { atLeast: 92 });
}

function measureForms(name: string, forms: readonly string[], areas: Areas): void {
  const kept = forms.filter((form) => foldCompanyName(`Zorbax ${form}`) !== 'zorbax');
  areas.detail(`${name}: ${kept.join('; ')}`);
  areas.share(name, forms.length - kept.length, forms.length, { atLeast: 85 });
}

function measureAdvertisers(sample: string, cases: readonly AdvertiserCase[], areas: Areas): void {
  const wrong = cases.filter(
    ([asked, advertiser, isTheirs]) => isAdvertiser(asked, advertiser) !== isTheirs,
  );
  for (const [asked, advertiser] of wrong) areas.detail(`advertiser: ${asked}: ${advertiser}`);
  const theirs = cases.filter(([, , isTheirs]) => isTheirs);
  const missed = wrong.filter(([, , isTheirs]) => isTheirs).length;
  const others = wrong.length - missed;
  const name = `advertisers found by brand, ${sample}`;
  areas.share(name, theirs.length - missed, theirs.length, { atLeast: 90 });
  areas.count(`advertisers of others, ${sample}`, String(others), 'none', others === 0);
}

function readLine(address: string): UsAddress | null {
  try {
    return readUsAddress({ address, city: null, state: null, zip: null });
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

function measureAddresses(name: string, lines: readonly AddressCase[], areas: Areas): void {
  const read = lines.map((line) => ({ line, found: readLine(line[0]) }));
  const count = (isRight: (found: UsAddress | null, line: AddressCase) => boolean) =>
    read.filter(({ found, line }) => isRight(found, line)).length;
  const isStreet = (found: UsAddress | null, [, street]: AddressCase) =>
    found?.street === readStreetLine(street).street;
  const isUnit = (found: UsAddress | null, [, , unit]: AddressCase) => found?.unit === unit;
  const isCity = (found: UsAddress | null, [, , , city]: AddressCase) =>
    (found?.city ?? '') === city.toUpperCase();
  for (const { line, found } of read)
    if (!isStreet(found, line) || !isUnit(found, line) || !isCity(found, line))
      areas.detail(`${name}: ${line[0]}: ${JSON.stringify(found)}`);
  const all = lines.length;
  areas.share(
    `${name}: read at all`,
    count((found) => found !== null),
    all,
    { atLeast: 95 },
  );
  areas.share(`${name}: street`, count(isStreet), all, { atLeast: 92 });
  areas.share(`${name}: unit`, count(isUnit), all, { atLeast: 85 });
  areas.share(`${name}: city`, count(isCity), all, { atLeast: 95 });
}

export function measureNames(areas: Areas): void {
  measurePersonNames('person names, used to build the rule', NAMES_SEEN, areas);
  measurePersonNames('person names, HumanNameParser, used', HUMAN_NAME_PARSER_SEEN, areas);
  measurePersonNames('person names, nameable, used', NAMEABLE_SEEN, areas);
  measurePersonNames('person names, python-nameparser, used', PYTHON_NAMEPARSER_SEEN, areas);
  measurePersonNames('person names, humanparser, held out', HUMANPARSER_HELD_OUT, areas);
  measurePersonNames('person names, parse-full-name and namae, held out', NAMES_HELD_OUT, areas);
  measureForms('legal forms, used to build the table', FORMS_SEEN, areas);
  measureForms('legal forms, read since', FORMS_READ, areas);
  measureForms('legal forms of ISO 20275, held out', FORMS_HELD_OUT, areas);
  measureAdvertisers('used', ADVERTISERS, areas);
  measureAdvertisers('second list, used', ADVERTISERS_MENDED, areas);
  measureAdvertisers('third list, used', ADVERTISERS_MENDED_AGAIN, areas);
  measureAddresses('addresses in a line, used to build the rule', ADDRESSES_SEEN, areas);
  measureAddresses("addresses in a line, addresser's, seen since", ADDRESSES_HELD_OUT, areas);
  measureAddresses("addresses in a line, usaddress', used", USADDRESS_SEEN, areas);
  measureAddresses("addresses in a line, libpostal's, used", LIBPOSTAL_SEEN, areas);
  measureAddresses('addresses in a line, us50, used', US50_SEEN, areas);
  const bare = US50_SEEN.map(
    ([line, ...expected]): AddressCase => [line.replaceAll(',', ''), ...expected],
  );
  measureAddresses('addresses in a line, us50 without commas, used', bare, areas);
  measureAddresses("addresses in a line, pyap's, held out", PYAP_HELD_OUT, areas);
}

if (import.meta.main) await runAlone(measureNames);
