import { DAY_MS } from '../lib/time.ts';
import type { Invariant } from '../lookup/account/ledger.ts';
import type { Metrics } from '../lookup/metrics.ts';
import { alignDirectory } from './deprovisioning.ts';
import { requireOrganization } from './organizations.ts';
import type { AccountPorts } from './ports.ts';
import { listUnreconciled, markReconciled } from './store-organizations.ts';
import { listOwnedResources } from './store-owned.ts';

type ReconcilePorts = Pick<
  AccountPorts,
  'db' | 'clock' | 'accounts' | 'ownedRows' | 'resources' | 'warn'
>;

/**
 * Reconciles quota claims with the resources in the database, and releases those without one. The
 * claim of a resource that lives in its own object is left, as a lost row is found by it.
 */
async function reconcileQuotas(organizationId: string, ports: ReconcilePorts): Promise<void> {
  const { db, clock, accounts, ownedRows, resources, warn } = ports;
  const { kinds, owned } = await listOwnedResources(db, organizationId, clock.now(), ownedRows);
  for (const claim of await accounts.reconcileQuotas(organizationId, kinds, owned)) {
    const objects = resources.find((each) => each.objects?.kinds.includes(claim.kind))?.objects;
    if (await objects?.lives(organizationId, claim.id))
      warn('a resource has no row: run rebuild-directory', { organization: organizationId, claim });
    else await accounts.releaseQuota(organizationId, claim);
  }
}

/**
 * Checks every invariant of an organization's account, including the sums of its history. If all
 * hold, reconciles its quota claims with the resources in the database.
 * @throws ApiError NOT_FOUND
 */
export async function reconcileAccount(
  organizationId: string,
  ports: ReconcilePorts,
): Promise<Invariant[]> {
  const { db, clock, accounts } = ports;
  await requireOrganization(db, organizationId);
  const invariants = await accounts.invariants(organizationId);
  const balanced = invariants.every(({ holds }) => holds);
  // If the database is older than the account, rows of existing resources may be missing.
  if (balanced) await reconcileQuotas(organizationId, ports);
  await markReconciled(db, organizationId, clock.now(), balanced);
  return invariants;
}

/** Accounts checked per cron run: each takes an object call and three queries. */
const ACCOUNTS_PER_RUN = 100;

/**
 * Reconciles every account not checked for a day, reports those that do not balance, and aligns the
 * directory with the accounts.
 */
export async function reconcileDueAccounts(
  ports: ReconcilePorts & { metrics: Metrics },
  report: (message: string, fields: Record<string, unknown>) => void,
): Promise<void> {
  const count = (result: string) => ports.metrics.count('reconciled_accounts', { result });
  const due = await listUnreconciled(ports.db, ports.clock.now() - DAY_MS, ACCOUNTS_PER_RUN);
  for (const organizationId of due) {
    try {
      const invariants = await reconcileAccount(organizationId, ports);
      const broken = invariants.filter(({ holds }) => !holds).map(({ name }) => name);
      // If the database is older than the account, it may lack members.
      if (broken.length === 0) await alignDirectory(organizationId, ports);
      count(broken.length > 0 ? 'unbalanced' : 'balanced');
      if (broken.length > 0)
        report('an account does not add up', { organization: organizationId, broken });
    } catch (cause) {
      count('failed');
      // Continue: others may be reachable, and this one stays due.
      report('an account could not be reconciled', { organization: organizationId, cause });
    }
  }
}
