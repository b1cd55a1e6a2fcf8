// Company names without their legal forms, and advertisers by the brand that is asked for.
// Run: node bench/truth/companies.ts
import { foldCompanyName } from '../../src/domain/place/place-name.ts';
import { isAdvertiser } from '../../src/domain/social/advertiser-match.ts';
import { type Areas, runAlone } from './areas.ts';
import { type Sample, samplesOf } from './samples.ts';

function measureForms(sample: Sample): void {
  const [forms, words] = [sample.tally(), sample.tally()];
  for (const { section, row } of sample.rows) {
    const [one = '', two = ''] = row.split('|');
    const isSame = foldCompanyName(one) === foldCompanyName(two);
    if (section.startsWith('forms')) forms.mark(isSame, row);
    else words.mark(!isSame, row);
  }
  forms.share('legal forms', 85);
  words.share('words of names that look like legal forms kept', 85);
}

function measureAdvertisers(sample: Sample, rows: readonly string[], name: string): void {
  const [found, others] = [sample.tally(), sample.tally()];
  for (const row of rows) {
    const [brand = '', advertiser = '', isTheirs, leadsTo] = row.split('|');
    const isFound = isAdvertiser(brand.toLowerCase(), advertiser, leadsTo || null);
    if (isTheirs === 'yes') found.mark(isFound, row);
    else others.mark(!isFound, row);
  }
  found.share(`${name} found by brand`, 90);
  others.share(`${name} of others left out`, 100);
}

export function measureCompanies(areas: Areas): void {
  for (const sample of samplesOf(areas, 'companies')) measureForms(sample);
  for (const sample of samplesOf(areas, 'advertisers')) {
    const rows = sample.rows.map(({ row }) => row);
    measureAdvertisers(sample, rows, 'advertisers');
    const sited = rows.filter((row) => row.split('|')[3]);
    const byName = sited.map((row) => row.replace(/\|[^|]*$/, ''));
    measureAdvertisers(sample, byName, 'advertisers with a site, by names alone,');
  }
}

if (import.meta.main) await runAlone(measureCompanies);
