import { sql } from 'drizzle-orm';
import { countKeysByVersion } from '../accounts/api-keys.ts';
import type { AccountPorts } from '../accounts/ports.ts';
import type { Secrets, VersionCount } from '../lib/secrets.ts';
import { pageOrganizationIds } from './store.ts';

/** Secrets with which stored data was signed or encrypted. */
export const STORED_SECRETS = ['KEY_SECRET', 'LINK_SECRET', 'AUTH_SECRET'] as const;
export type StoredSecrets = Readonly<Record<(typeof STORED_SECRETS)[number], Secrets | undefined>>;

/** State of a version: first in its variable, another one of it, removed, or unknown. */
export const VERSION_STATES = ['current', 'former', 'gone', 'unknown'] as const;

/** Accounts queried per call, each by an object call. */
const ACCOUNTS_AT_ONCE = 40;

type CountPorts = Pick<AccountPorts, 'db' | 'clock' | 'accounts'>;

function stateOf(secrets: Secrets | undefined, version: number | null) {
  if (version === null) return 'unknown';
  const at = secrets?.findIndex((secret) => secret.version === version) ?? -1;
  return at < 0 ? 'gone' : at === 0 ? 'current' : 'former';
}

/** Encrypted columns by owner; each text begins with its version, or has better-auth's. */
const SEALED_TEXTS = (now: number) =>
  [
    [
      'LINK_SECRET',
      'webhook endpoints',
      sql`SELECT sealed_secret AS sealed FROM webhook_endpoints
        UNION ALL SELECT previous_secret FROM webhook_endpoints WHERE previous_ends_at > ${now}
        UNION ALL SELECT former.value ->> 'sealedSecret'
          FROM webhook_endpoints, json_each(older_secrets) AS former
          WHERE former.value ->> 'endsAt' > ${now}`,
    ],
    [
      'LINK_SECRET',
      'webhook deliveries',
      sql`SELECT sealed_secret AS sealed FROM webhook_deliveries WHERE sealed_secret <> ''`,
    ],
    [
      'LINK_SECRET',
      'monitors',
      sql`SELECT sealed_secret AS sealed FROM monitors
        WHERE sealed_secret IS NOT NULL AND deleted_at IS NULL`,
    ],
    [
      'LINK_SECRET',
      'jobs under way',
      sql`SELECT NULL AS sealed FROM bulk_jobs WHERE webhook_url IS NOT NULL AND ended_at IS NULL`,
    ],
    [
      'AUTH_SECRET',
      'second steps',
      sql`SELECT CASE WHEN substr(secret, 1, 4) = '$ba$' THEN substr(secret, 5) END AS sealed
        FROM two_factors`,
    ],
  ] as const;

/** Counts data in D1 that depends on secrets; API keys are in the accounts. */
const countInDatabase = ({ db, clock }: CountPorts) =>
  Promise.all(
    SEALED_TEXTS(clock.now()).map(async ([secret, things, texts]) => {
      const counts: VersionCount[] = await db.all(
        sql`SELECT CAST(sealed AS INTEGER) AS version, count(*) AS count FROM (${texts})
          GROUP BY version`,
      );
      return [secret, things, counts] as const;
    }),
  );

async function countKeys(ids: readonly string[], ports: CountPorts): Promise<VersionCount[]> {
  const counted = await Promise.all(ids.map((id) => countKeysByVersion(id, ports)));
  const byVersion = Map.groupBy(counted.flat(), ({ version }) => version);
  return [...byVersion].map(([version, counts]) => ({
    version,
    count: counts.reduce((sum, { count }) => sum + count, 0),
  }));
}

/**
 * Counts stored data by the version of the secret with which it was signed or encrypted, one step
 * at a time. @param cursor null for the first step
 */
export async function countSecretVersions(
  cursor: string | null,
  secrets: StoredSecrets,
  ports: CountPorts,
) {
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
}
