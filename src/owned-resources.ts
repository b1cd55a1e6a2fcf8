import type { OwnedResource } from './accounts/ports.ts';
import type { BillingPorts } from './billing/ports.ts';
import { endPayments } from './billing/read-due.ts';
import { cancelJobsOf } from './bulk/cancel-job.ts';
import type { BulkPorts } from './bulk/ports.ts';
import { deleteMonitorsOf } from './monitors/change-monitor.ts';
import type { MonitorPorts } from './monitors/ports.ts';
import { deleteGrantsOf } from './store/agent-connections.ts';
import { disownJobs } from './store/bulk-jobs.ts';
import type { Database } from './store/database.ts';
import { deleteInvitations } from './store/members.ts';
import { disownMonitors } from './store/monitors.ts';
import type { UploadPorts } from './uploads/ports.ts';
import { discardUploadsOf } from './uploads/read-upload.ts';

interface Rooms {
  db: Database;
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
  billing,
  bulk,
  monitors,
  uploads,
}: Rooms): readonly OwnedResource[] => [
  {
    name: 'agents',
    end: (organizationId) => deleteGrantsOf(db, organizationId),
    leave: (organizationId, userId) => deleteGrantsOf(db, organizationId, userId),
  },
  {
    name: 'invitations',
    end: (organizationId) => deleteInvitations(db, organizationId),
    leave: (organizationId, userId) => deleteInvitations(db, organizationId, userId),
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
