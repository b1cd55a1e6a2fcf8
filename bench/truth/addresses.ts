// Addresses of the United States in one line. Boxes, ships and military units are no property;
// refusing them is right. Run: node bench/truth/addresses.ts
import { readStreetLine } from '../../src/domain/place/street-address.ts';
import { readUsAddress } from '../../src/domain/place/us-address.ts';
import { type Areas, runAlone } from './areas.ts';
import { unescaped } from './halves.ts';
import { type Sample, samplesOf } from './samples.ts';
import { orNull } from './strangers.ts';

const NUMBERS = new Map([
  ['One', '1'],
  ['Two', '2'],
]);

function measureLines(sample: Sample, rows: readonly string[], name: string): void {
  const [read, street, unit, city] = [
    sample.tally(),
    sample.tally(),
    sample.tally(),
    sample.tally(),
  ];
  for (const row of rows) {
    const [line = '', written = '', wantedUnit, wantedCity = ''] = row.split('|');
    const figured = written.replace(/^(?:One|Two)\b/, (word) => NUMBERS.get(word) ?? word);
    const wanted = orNull(() => readStreetLine(figured).street);
    const address = unescaped(line);
    const found = orNull(() => readUsAddress({ address, city: null, state: null, zip: null }));
    read.mark((found === null) === (wanted === null), row);
    if (wanted === null) continue;
    street.mark(found?.street === wanted, row);
    unit.mark(found?.unit === wantedUnit, row);
    city.mark((found?.city ?? '') === wantedCity.toUpperCase(), row);
  }
  read.share(`${name}: read, boxes refused`, 95);
  street.share(`${name}: street`, 92);
  unit.share(`${name}: unit`, 85);
  city.share(`${name}: city`, 95);
}

export function measureAddresses(areas: Areas): void {
  for (const sample of samplesOf(areas, 'addresses')) {
    const rows = sample.rows.map(({ row }) => row);
    measureLines(sample, rows, 'addresses in a line');
    const us50 = sample.rows.filter(({ section }) => section.startsWith('us50'));
    const bare = us50.map(({ row }) => row.replace(/^[^|]+/, (line) => line.replaceAll(',', '')));
    measureLines(sample, bare, 'addresses in a line, us50 without commas');
  }
}

if (import.meta.main) await runAlone(measureAddresses);
