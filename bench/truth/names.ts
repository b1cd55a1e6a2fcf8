// How right names are read: people's into first and last, by the suites of other libraries;
// companies' without their legal forms; advertisers by the brand that is asked for.
// Run: node bench/truth/names.ts
import { splitFullName } from '../../src/domain/person/person-name.ts';
import { foldCompanyName } from '../../src/domain/place/place-name.ts';
import { isAdvertiser } from '../../src/domain/social/ads.ts';
import { type Areas, runAlone } from './areas.ts';
import {
  ADVERTISERS,
  FORMS_HELD_OUT,
  FORMS_SEEN,
  NAMES_HELD_OUT,
  NAMES_SEEN,
  type NameCase,
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

function measureAdvertisers(areas: Areas): void {
  const wrong = ADVERTISERS.filter(
    ([asked, advertiser, isTheirs]) => isAdvertiser(asked, advertiser) !== isTheirs,
  );
  for (const [asked, advertiser] of wrong) areas.detail(`advertiser: ${asked}: ${advertiser}`);
  const theirs = ADVERTISERS.filter(([, , isTheirs]) => isTheirs);
  const missed = wrong.filter(([, , isTheirs]) => isTheirs).length;
  const others = wrong.length - missed;
  areas.share('advertisers found by brand', theirs.length - missed, theirs.length, { atLeast: 90 });
  areas.count('advertisers of others', String(others), 'none', others === 0);
}

export function measureNames(areas: Areas): void {
  measurePersonNames('person names, used to build the rule', NAMES_SEEN, areas);
  measurePersonNames('person names, held out', NAMES_HELD_OUT, areas);
  measureForms('legal forms, used to build the table', FORMS_SEEN, areas);
  measureForms('legal forms, held out', FORMS_HELD_OUT, areas);
  measureAdvertisers(areas);
}

if (import.meta.main) await runAlone(measureNames);
