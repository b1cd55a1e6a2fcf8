import { expect, it } from 'vitest';
import { isFictional } from '../../src/domain/phone/number-plan.ts';
import { RECORD_DATASETS } from '../../src/lookup/datasets/catalog.ts';
import { SAMPLES, seedRecords } from '../support/seed-records.ts';

it('ships a sample of every data set, every row of which is accepted', async () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(RECORD_DATASETS).sort());
  for (const report of await seedRecords()) {
    const rows = (SAMPLES[report.dataset] as string).trim().split('\n').length - 1;
    expect(report, report.dataset).toMatchObject({ rejected: [], complete: true });
    // Rows of one key that have distinguishing columns are counted once.
    expect(report.inserted + report.updated, report.dataset).toBe(rows);
    if (!RECORD_DATASETS[report.dataset]?.distinguishingColumns)
      expect(report.updated, report.dataset).toBe(0);
  }
});

it('names only numbers kept for fiction, example domains and documentation networks', () => {
  for (const text of Object.values(SAMPLES)) {
    for (const [number] of text.matchAll(/\+1(\d{10})/g))
      expect(isFictional({ callingCode: '1', national: number.slice(2) }), number).toBe(true);
    for (const [, domain] of text.matchAll(/@([\w.]+)/g))
      expect(domain).toMatch(/^example\.(com|net|org)$|\.example$/);
    for (const [network] of text.matchAll(/\b\d+\.\d+\.\d+\.\d+/g))
      expect(network).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113)\./);
  }
});
