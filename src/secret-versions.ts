import { countKeysByVersion } from './accounts/api-keys.ts';
import type { AccountPorts } from './accounts/ports.ts';
import { countSecondSteps } from './accounts/store-sign-in.ts';
import { countJobSecrets } from './bulk/store.ts';
import type { SecretCounts, StoredSecret } from './http/admin/shared.ts';
import type { Secrets, VersionCount } from './lib/secrets.ts';
import { countMonitorSecrets } from './monitors/store.ts';
import { pageOrganizationIds } from './recovery/store.ts';
import { countDeliverySecrets, countEndpointSecrets } from './webhooks/store-endpoints.ts';

/** Accounts asked by one call, each by a call of its object. */
const ACCOUNTS_AT_ONCE = 40;

type CountPorts = Pick<AccountPorts, 'db' | 'clock' | 'accounts'>;

function stateOf(secrets: Secrets | undefined, version: number | null) {
  if (version === null) return 'unknown';
  const at = secrets?.findIndex((secret) => secret.version === version) ?? -1;
  return at < 0 ? 'gone' : at === 0 ? 'current' : 'former';
}

/** What hangs on secrets in the database; keys are in the accounts. */
const countInDatabase = async ({ db, clock }: CountPorts) =>
  [
    ['LINK_SECRET', 'webhook endpoints', await countEndpointSecrets(db, clock.now())],
    ['LINK_SECRET', 'webhook deliveries', await countDeliverySecrets(db)],
    ['LINK_SECRET', 'monitors', await countMonitorSecrets(db)],
    ['LINK_SECRET', 'jobs under way', await countJobSecrets(db)],
    ['AUTH_SECRET', 'second steps', await countSecondSteps(db)],
  ] satisfies [StoredSecret, string, VersionCount[]][];

async function countKeys(ids: readonly string[], ports: CountPorts): Promise<VersionCount[]> {
  const counted = await Promise.all(ids.map((id) => countKeysByVersion(id, ports)));
  const byVersion = Map.groupBy(counted.flat(), ({ version }) => version);
  return [...byVersion].map(([version, counts]) => ({
    version,
    count: counts.reduce((sum, { count }) => sum + count, 0),
  }));
}

/** Counts what is stored by the version of the secret that it was made or sealed with. */
export const createSecretCounts =
  (secrets: Readonly<Record<StoredSecret, Secrets | undefined>>, ports: CountPorts): SecretCounts =>
  async (cursor) => {
    const ids = await pageOrganizationIds(ports.db, cursor ?? '', ACCOUNTS_AT_ONCE);
    const counted = [
      ['KEY_SECRET', 'api keys', await countKeys(ids, ports)] as const,
      ...(cursor ? [] : await countInDatabase(ports)),
    ];
    const findings = counted.flatMap(([secret, things, counts]) =>
      counts.map(({ version, count }) => {
        const state = stateOf(secrets[secret], version);
        return { secret, things, version, count, state } as const;
      }),
    );
    const last = ids.length === ACCOUNTS_AT_ONCE ? ids.at(-1) : undefined;
    return { findings, nextCursor: last ?? null };
  };
