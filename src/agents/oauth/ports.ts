import type { OrganizationRef } from '../../lookup/account/principal.ts';
import type { GuardedFetcher } from '../../lookup/outbound.ts';
import type { Clock } from '../../lookup/world.ts';

/** Records by key, as the authorization server keeps them; see the store. */
export interface OAuthKeyValueStore {
  get(key: string): Promise<unknown>;
  put(key: string, value: string, options?: object): Promise<void>;
  delete(key: string): Promise<void>;
  list(query: { prefix: string }): Promise<{ keys: { name: string }[] }>;
}

/** A new grant, for the list of connections. */
interface NewConnection {
  grantId: string;
  userId: string;
  organizationId: string;
  clientId: string;
  clientName: string;
  clientDomain: string | null;
  scopes: string[];
  createdAt: number;
  /** Credits it may spend in a day of UTC; null for no such limit. */
  creditsPerDay: number | null;
}

/** What the authorization server reaches. */
export interface OAuthServices {
  clock: Clock;
  /** For one request: two that read the same record cannot both change it. */
  openRecords(): OAuthKeyValueStore;
  /** Whether an error is that of a record changed meanwhile. */
  isStale(error: unknown): boolean;
  /**
   * Records a new grant as a connection.
   * @throws ApiError INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED where the quota of connections is
   * used up
   */
  addConnection(connection: NewConnection): Promise<void>;
  /** The daily limit of a grant as it is now; null for none. */
  readLimit(userId: string, grantId: string): Promise<number | null>;
  endGrant(userId: string, grantId: string): Promise<void>;
  /**
   * Whether the account still admits what this grant stands for: its organization is open, its user
   * a member.
   */
  mayHold(grant: { userId: string; grantId: string }): Promise<boolean>;
  fetcher: GuardedFetcher;
  /** `host:port` that clients may be described at though not public; http is accepted for them. */
  allowHosts: readonly string[];
  /**
   * Count one registration, one fetch of a client's document, one refresh of a grant.
   * @returns seconds to wait when there were too many
   */
  countRegistration(address: string): Promise<number | null>;
  countDocument(address: string): Promise<number | null>;
  countRefresh(grantId: string): Promise<number | null>;
  publicUrl: string | undefined;
  log(level: 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
}

/** Properties of a grant, for its tokens. */
export interface GrantProps {
  organization: OrganizationRef;
}
