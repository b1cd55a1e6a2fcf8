// How right names are read: people's into first and last, by the suites of other libraries.
// Run: node bench/truth/names.ts
import { splitFullName } from '../../src/domain/person/person-name.ts';
import { type Areas, runAlone } from './areas.ts';
import { NAMES_HELD_OUT, NAMES_SEEN, type NameCase } from './name-cases.ts';

function measurePersonNames(name: string, cases: readonly NameCase[], areas: Areas): void {
  const wrong = cases.filter(([full, first, last]) => {
    const split = splitFullName(full);
    return split?.first !== first || split.last !== last;
  });
  for (const [full] of wrong)
    areas.detail(`${name}: ${full}: ${JSON.stringify(splitFullName(full))}`);
  areas.share(name, cases.length - wrong.length, cases.length, { atLeast: 92 });
}

export function measureNames(areas: Areas): void {
  measurePersonNames('person names, used to build the rule', NAMES_SEEN, areas);
  measurePersonNames('person names, held out', NAMES_HELD_OUT, areas);
}

if (import.meta.main) await runAlone(measureNames);
