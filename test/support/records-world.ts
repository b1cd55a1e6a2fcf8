import { complaintCounts } from '../../src/lookup/datasets/complaints.ts';
import type { RecordHit, World } from '../../src/lookup/world.ts';
import { phoneWorld } from '../products/phone/phone-world.ts';

type Files = Record<string, Record<string, Record<string, unknown>>>;

/**
 * A world of compiled phone tables and the operator's files: data set → key → row. It stands still
 * on 20 November 2026.
 * @param isCovered whether the files are complete where a key lies
 */
export async function recordsWorld(
  files: Files,
  isCovered: (key: string) => boolean = () => true,
): Promise<World & { asked: string[] }> {
  const asked: string[] = [];
  const hit = (data: Record<string, unknown>): RecordHit => ({ data, asOf: '2026-10-01' });
  const records: World['records'] = {
    has: (...datasets) => datasets.some((dataset) => dataset in files),
    covers: (datasets, keys) =>
      datasets.some((dataset) => dataset in files) && keys.every(isCovered),
    version: (datasets) => datasets.join(' '),
    async find(datasets, key) {
      asked.push(`${datasets.join(' ')} ${key}`);
      return Object.fromEntries(
        datasets.map((dataset) => {
          const data = files[dataset]?.[key];
          if (data) return [dataset, hit(data)];
          return [dataset, dataset in files && isCovered(key) ? 'absent' : 'unknown'];
        }),
      );
    },
    async findFirst(dataset, keys) {
      asked.push(`${dataset} ${keys.length === 1 ? keys[0] : keys.length}`);
      const key = keys.find((each) => files[dataset]?.[each]);
      return key === undefined
        ? null
        : { key, ...hit(files[dataset]?.[key] as Record<string, unknown>) };
    },
    async reportsNear(dataset, number) {
      if (!(dataset in files) || !isCovered(number)) return null;
      const counted = Object.entries(files[dataset] ?? {}).map(([key, data]) => ({
        key,
        reports: complaintCounts.parse(data).counts.reduce((sum, { reports }) => sum + reports, 0),
      }));
      const near = counted.filter(
        ({ key }) => key !== number && key.slice(0, -3) === number.slice(0, -3),
      );
      const sumOf = (all: typeof counted) => all.reduce((sum, { reports }) => sum + reports, 0);
      return {
        numbers: near.length,
        reports: sumOf(near),
        loaded: sumOf(counted),
        asOf: '2026-10-01',
      };
    },
    async page(dataset, after, most) {
      const rows = Object.entries(files[dataset] ?? {}).filter(([key]) => key > after);
      const inOrder = rows.sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, most);
      return inOrder.map(([key, data]) => ({ key, ...hit(data) }));
    },
  };
  return { ...(await phoneWorld()), records, clock: { now: () => Date.UTC(2026, 10, 20) }, asked };
}
