import type { PhoneDataset } from '../../../src/lookup/datasets/phone.ts';
import type { RecordAnswer, World } from '../../../src/lookup/world.ts';
import { createBlockHolders } from '../../../src/open-data/phone/block-holders.ts';
import { createNumberPlan } from '../../../src/open-data/phone/number-plan.ts';
import { fakeNetwork } from '../email/email-world.ts';

type Imported = Partial<Record<PhoneDataset, Record<string, Record<string, unknown>>>>;

/** The operator's files: data set → E.164 → row. */
export function importedFiles(files: Imported): World['records'] & { reads: number } {
  return {
    reads: 0,
    has: (...datasets) => datasets.some((dataset) => dataset in files),
    covers: (datasets) => datasets.some((dataset) => dataset in files),
    version: (datasets) => datasets.join(' '),
    async find(datasets, key) {
      this.reads++;
      const answers: Record<string, RecordAnswer> = {};
      for (const dataset of datasets) {
        const file = files[dataset as PhoneDataset];
        const data = file?.[key];
        answers[dataset] = data ? { data, asOf: '2026-10-01' } : file ? 'absent' : 'unknown';
      }
      return answers;
    },
    findFirst: async () => null,
    reportsNear: async () => null,
    page: async () => [],
  };
}

const fetched = new Map<string, Promise<ArrayBuffer>>();
const fetchTable = async (name: string): Promise<ArrayBuffer> =>
  (await fetch(`http://compiled.test/phone/${name}.bin`)).arrayBuffer();

/** A compiled table, fetched once: readers never write into one. */
function table(name: string): Promise<ArrayBuffer> {
  const known = fetched.get(name) ?? fetchTable(name);
  fetched.set(name, known);
  return known;
}

/** The compiled phone tables, with the operator's files given, and no vendor. */
export async function phoneWorld(files: Imported = {}): Promise<World> {
  const [geocodes, carriers, timezones, countries, holders] = await Promise.all(
    ['geocodes', 'carriers', 'timezones', 'countries', 'block-holders'].map(table),
  );
  return {
    numberPlan: createNumberPlan({ geocodes, carriers, timezones, countries } as Parameters<
      typeof createNumberPlan
    >[0]),
    blockHolders: createBlockHolders(holders as ArrayBuffer),
    records: importedFiles(files),
    outbound: fakeNetwork({}),
    clock: { now: () => Date.now() },
  } as unknown as World;
}
