import { DAY_MS } from '../lib/time.ts';
import type { Invariant } from '../lookup/account/ledger.ts';
import type { Metrics } from '../lookup/metrics.ts';
import { alignDirectory } from './deprovisioning.ts';
import { requireOrganization } from './organizations.ts';
import type { AccountPorts } from './ports.ts';
import { listUnreconciled, markReconciled } from './store-organizations.ts';
import { listOwnedResources } from './store-owned.ts';

type ReconcilePorts = Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'ownedRows'>;
type DuePorts = ReconcilePorts & Pick<AccountPorts, 'resources' | 'warn'> & { metrics: Metrics };

/**
 * Checks every rule an organization's account must keep, the sums of its history against the
 * account's own included; and releases quota claims of things that never came or are gone.
 * @throws ApiError NOT_FOUND
 */
export async function reconcileAccount(
  organizationId: string,
  { db, clock, accounts, ownedRows }: ReconcilePorts,
): Promise<Invariant[]> {
  await requireOrganization(db, organizationId);
  const invariants = await accounts.invariants(organizationId);
  const balanced = invariants.every(({ holds }) => holds);
  // A database that is older than the account has lost rows of things that are there.
  if (balanced) {
    const { kinds, owned } = await listOwnedResources(db, organizationId, clock.now(), ownedRows);
    await accounts.reconcileQuotas(organizationId, kinds, owned);
  }
  await markReconciled(db, organizationId, clock.now(), balanced);
  return invariants;
}

/** Accounts checked by one run of cron: each takes an object call and three queries. */
const ACCOUNTS_PER_RUN = 100;

/**
 * Checks every account that has not been checked for a day, reports what does not add up, and
 * brings the directory to what the account says.
 */
export async function reconcileDueAccounts(
  ports: DuePorts,
  report: (message: string, fields: Record<string, unknown>) => void,
): Promise<void> {
  const count = (result: string) => ports.metrics.count('reconciled_accounts', { result });
  const due = await listUnreconciled(ports.db, ports.clock.now() - DAY_MS, ACCOUNTS_PER_RUN);
  for (const organizationId of due) {
    try {
      const invariants = await reconcileAccount(organizationId, ports);
      const broken = invariants.filter(({ holds }) => !holds).map(({ name }) => name);
      // Whom an older database does not know is no less a member.
      if (broken.length === 0) await alignDirectory(organizationId, ports);
      count(broken.length > 0 ? 'unbalanced' : 'balanced');
      if (broken.length > 0)
        report('an account does not add up', { organization: organizationId, broken });
    } catch (cause) {
      count('failed');
      // The next one may be in reach; this one stays due.
      report('an account could not be reconciled', { organization: organizationId, cause });
    }
  }
}
