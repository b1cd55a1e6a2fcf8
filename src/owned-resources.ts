import { endConnections } from './accounts/connections.ts';
import type { AccountPorts, OwnedResource } from './accounts/ports.ts';
import { withdrawInvitations } from './accounts/team/change-team.ts';
import type { BillingPorts } from './billing/ports.ts';
import { endPayments } from './billing/read-due.ts';
import { cancelJobsOf } from './bulk/cancel-job.ts';
import type { BulkPorts } from './bulk/ports.ts';
import { deleteMonitorsOf } from './monitors/change-monitor.ts';
import type { MonitorPorts } from './monitors/ports.ts';
import { disownJobs } from './store/bulk-jobs.ts';
import { disownMonitors } from './store/monitors.ts';
import type { UploadPorts } from './uploads/ports.ts';
import { discardUploadsOf } from './uploads/read-upload.ts';

interface Parts extends Pick<AccountPorts, 'db' | 'accounts'> {
  billing: BillingPorts;
  bulk: BulkPorts;
  monitors: MonitorPorts;
  uploads: UploadPorts;
}

/**
 * Everything that hangs on an organization or a member outside the account, in the order it ends:
 * what can make more comes first. A kind that is missing here outlives its owner.
 */
export const ownedResources = ({
  db,
  accounts,
  billing,
  bulk,
  monitors,
  uploads,
}: Parts): readonly OwnedResource[] => [
  {
    name: 'agents',
    end: (organizationId) => endConnections({ organizationId }, { db, accounts }),
    leave: (organizationId, userId) => endConnections({ organizationId, userId }, { db, accounts }),
  },
  {
    name: 'invitations',
    end: (organizationId) => withdrawInvitations({ organizationId }, { db, accounts }),
    leave: (organizationId, userId) =>
      withdrawInvitations({ organizationId, userId }, { db, accounts }),
  },
  {
    name: 'monitors',
    end: (organizationId) => deleteMonitorsOf(organizationId, monitors),
    leave: (organizationId, userId) => disownMonitors(db, organizationId, userId),
  },
  {
    name: 'jobs',
    end: (organizationId) => cancelJobsOf(organizationId, bulk),
    leave: (organizationId, userId) => disownJobs(db, organizationId, userId),
  },
  { name: 'uploads', end: (organizationId) => discardUploadsOf(organizationId, uploads) },
  { name: 'payments', end: (organizationId) => endPayments(organizationId, billing) },
];
