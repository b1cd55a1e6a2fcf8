import {
  type AgentConnection,
  deleteGrant,
  findGrant,
  insertConnection,
} from '../../accounts/agent-connections.ts';
import { createOAuthRecords, type OAuthRecords } from '../../accounts/oauth-records.ts';
import type { Database } from '../../lib/database.ts';
import type { Accounts } from '../../lookup/account/account.ts';
import type { OrganizationRef } from '../../lookup/account/principal.ts';
import { type Quotas, requireQuota } from '../../lookup/account/quotas.ts';
import type { GuardedFetcher } from '../../lookup/outbound.ts';
import type { Clock } from '../../lookup/world.ts';

export interface OAuthPorts {
  db: Database;
  clock: Clock;
  accounts: Quotas & Pick<Accounts, 'admit'>;
  fetcher: GuardedFetcher;
  /** `host:port` allowed for client documents though not public; http is accepted for them. */
  allowHosts: readonly string[];
  publicUrl: string | undefined;
  log(level: 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
}

type GrantPorts = Pick<OAuthPorts, 'db' | 'clock' | 'accounts'>;

export interface GrantProps {
  organization: OrganizationRef;
}

/** Frees the quota of a grant's connection, which stays listed even if the grant is gone. */
async function releaseAgent(userId: string, id: string, { db, accounts }: GrantPorts) {
  const grant = await findGrant(db, userId, id);
  if (grant) await accounts.releaseQuota(grant.organization.id, { kind: 'agents', id });
}

/** Key of a grant's record: user and grant id. */
const GRANT_KEY = /^grant:([^:]+):([^:]+)$/;

/** Records for one request; if two requests read the same record, only one can change it. */
export function openRecords(ports: GrantPorts): OAuthRecords {
  const records = createOAuthRecords(ports.db, ports.clock.now);
  return {
    ...records,
    // The library also ends grants: revoked ones, and those whose code is used twice.
    async delete(key) {
      await records.delete(key);
      const [, userId, grantId] = GRANT_KEY.exec(key) ?? [];
      if (userId && grantId) await releaseAgent(userId, grantId, ports);
    },
  };
}

/**
 * Records a new grant as a connection.
 * @throws ApiError INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED when the quota of connections is used
 * up; the grant is then deleted
 */
export async function addConnection(connection: AgentConnection, { db, accounts }: GrantPorts) {
  const { organizationId, userId, grantId: id } = connection;
  try {
    await requireQuota(organizationId, { kind: 'agents', mode: 'live', id }, accounts);
  } catch (error) {
    await deleteGrant(db, userId, id);
    throw error;
  }
  await insertConnection(db, connection);
}

export async function endGrant(userId: string, id: string, ports: GrantPorts): Promise<void> {
  await deleteGrant(ports.db, userId, id);
  await releaseAgent(userId, id, ports);
}

/**
 * State of a grant, by the account's admission: `ended` if the organization is closed or the user
 * has left, `suspended` while the organization is.
 */
export async function grantState(
  { userId, grantId }: { userId: string; grantId: string },
  { db, accounts }: GrantPorts,
): Promise<'admitted' | 'suspended' | 'ended'> {
  const grant = await findGrant(db, userId, grantId);
  if (!grant) return 'admitted';
  const { organization, scopes } = grant;
  const agent = { kind: 'agent', ...organization, mode: 'live', grantId, userId, scopes } as const;
  const call = { ...agent, resource: 'connection' };
  const admission = await accounts.admit(call, 'uncounted', null);
  if (admission.code !== 'UNAUTHORIZED') return 'admitted';
  return admission.problem === 'organization_suspended' ? 'suspended' : 'ended';
}
