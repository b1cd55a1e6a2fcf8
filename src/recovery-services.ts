import { bucketArchives, bucketSegments } from './accounts/ledger/store-segments.ts';
import { createAccountRecovery } from './accounts/object/clients.ts';
import { relistJob } from './bulk/maintenance.ts';
import type { BulkPorts } from './bulk/ports.ts';
import { jobKeys } from './bulk/store-files.ts';
import type { Bindings } from './env.ts';
import { recordKey } from './lookup/datasets/keys.ts';
import { SUPPRESSED_PEOPLE } from './lookup/datasets/people.ts';
import { findRows, rowLocation } from './lookup/records/store.ts';
import { relistMonitor } from './monitors/maintenance.ts';
import { exportMonitor } from './monitors/monitors.ts';
import type { MonitorPorts } from './monitors/ports.ts';
import type { RecoveryPorts } from './recovery/ports.ts';

/** What recovery is built from besides its own bindings. */
interface Parts extends Pick<RecoveryPorts, 'db' | 'recordsDb' | 'clock' | 'accounts'> {
  bulk: Pick<BulkPorts, 'jobs'>;
  monitors: Pick<MonitorPorts, 'objects'>;
}

/** The stores, for those who compare them and bring them back. */
export function createRecoveryServices(
  bindings: Bindings,
  { db, recordsDb, clock, accounts, bulk, monitors }: Parts,
): RecoveryPorts {
  return {
    db,
    recordsDb,
    clock,
    accounts,
    isListed: async (hash) => {
      const place = rowLocation(SUPPRESSED_PEOPLE, recordKey('hash', hash) as string);
      return (await findRows(recordsDb, [place])).size > 0;
    },
    jobs: {
      state: (id) => bulk.jobs.state(id),
      files: (id) => ({ rows: jobKeys.rows(id), resultsFile: jobKeys.resultsFile(id) }),
      relist: (job) => relistJob(job, { db, jobs: bulk.jobs }),
      erase: (id, forms) => bulk.jobs.erase(id, forms),
    },
    monitors: {
      relist: (monitor) => relistMonitor(monitor, { db, objects: monitors.objects }),
      state: (id) => monitors.objects.state(id),
      export: (row) => exportMonitor(String(row.id), { db, objects: monitors.objects }),
      erase: (id, forms) => monitors.objects.erase(id, forms),
    },
    recovery: createAccountRecovery(bindings.ACCOUNT),
    segments: bucketSegments(bindings.HISTORY, bindings.DATA),
    archives: bucketArchives(bindings.HISTORY),
    results: bindings.RESULTS,
    history: bindings.HISTORY,
    data: bindings.DATA,
    cache: bindings.CACHE,
  };
}
