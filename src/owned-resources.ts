import { endConnections } from './accounts/agent-connections.ts';
import type { AccountPorts, OwnedResource } from './accounts/ports.ts';
import { withdrawInvitations } from './accounts/team/members.ts';
import { endPayments } from './billing/customer-sync.ts';
import type { BillingPorts } from './billing/ports.ts';
import { cancelOrganizationJobs } from './bulk/jobs.ts';
import type { BulkPorts } from './bulk/ports.ts';
import { disownJobs } from './bulk/store.ts';
import { deleteOrganizationMonitors } from './monitors/lifecycle.ts';
import type { MonitorPorts } from './monitors/ports.ts';
import { disownMonitors } from './monitors/store.ts';
import { discardOrganizationUploads, type UploadPorts } from './uploads/uploads.ts';

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
    end: (organizationId) => deleteOrganizationMonitors(organizationId, monitors),
    leave: (organizationId, userId) => disownMonitors(db, organizationId, userId),
  },
  {
    name: 'jobs',
    end: (organizationId) => cancelOrganizationJobs(organizationId, bulk),
    leave: (organizationId, userId) => disownJobs(db, organizationId, userId),
  },
  { name: 'uploads', end: (organizationId) => discardOrganizationUploads(organizationId, uploads) },
  { name: 'payments', end: (organizationId) => endPayments(organizationId, billing) },
];
