import type { BulkPorts } from './bulk/ports.ts';
import { relistJob } from './bulk/tend-jobs.ts';
import { recordKey } from './core/records/keys.ts';
import { SUPPRESSED_PEOPLE } from './core/records/suppressed.ts';
import type { Bindings } from './env.ts';
import { createAccountRecovery } from './ledger/account-recovery.ts';
import { exportMonitor } from './monitors/export-monitor.ts';
import type { MonitorPorts } from './monitors/ports.ts';
import { relistMonitor } from './monitors/tend-monitors.ts';
import type { RecoveryPorts } from './recovery/ports.ts';
import { bucketArchives } from './store/account-archives.ts';
import { findRows, rowPlace } from './store/find-rows.ts';
import { bucketSegments } from './store/segments.ts';

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
    ...{ db, recordsDb, clock, accounts },
    isListed: async (hash) => {
      const place = rowPlace(SUPPRESSED_PEOPLE, recordKey('hash', hash) as string);
      return (await findRows(recordsDb, [place])).size > 0;
    },
    jobs: {
      state: (id) => bulk.jobs.state(id),
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
