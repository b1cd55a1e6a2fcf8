// First and last names of full names: the first given name as it is written, the last name with its
// particles. Run: node bench/truth/names.ts
import { splitFullName } from '../../src/domain/person/person-name.ts';
import { type Areas, runAlone } from './areas.ts';
import { samplesOf } from './samples.ts';

export function measureNames(areas: Areas): void {
  for (const sample of samplesOf(areas, 'names')) {
    const tally = sample.tally();
    for (const { row } of sample.rows) {
      const [full = '', first, last] = row.split('|');
      const split = splitFullName(full);
      const isRight = (split?.first ?? '') === first && (split?.last ?? '') === last;
      tally.mark(isRight, `${row} is ${split?.first ?? ''}|${split?.last ?? ''}`);
    }
    tally.share('person names', 92);
  }
}

if (import.meta.main) await runAlone(measureNames);
