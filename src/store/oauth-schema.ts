import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Clients, grants, codes and tokens of agents, as the authorization server writes them: it thinks
 * in keys and values. Secrets are hashes in it.
 */
export const oauthRecords = sqliteTable(
  'oauth_records',
  {
    key: text('key').primaryKey(),
    value: text('value').notNull(),
    /** JSON that a listing shows; null for none. */
    metadata: text('metadata'),
    /** Counts writes, so that two who have read the same record do not both change it. */
    version: integer('version').notNull(),
    /** Milliseconds since the epoch; null for ever. */
    expiresAt: integer('expires_at'),
  },
  (table) => [index('oauth_records_end').on(table.expiresAt)],
);

/**
 * Which agent was let in for which organization, by whom; the record of its grant says whether it
 * still is.
 */
export const agentConnections = sqliteTable(
  'agent_connections',
  {
    grantId: text('grant_id').primaryKey(),
    userId: text('user_id').notNull(),
    organizationId: text('organization_id').notNull(),
    clientId: text('client_id').notNull(),
    /** As the client calls itself. */
    clientName: text('client_name').notNull(),
    /** Domain that published the client's name; null when nobody did. */
    clientDomain: text('client_domain'),
    scopes: text('scopes', { mode: 'json' }).$type<string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('agent_connections_organization').on(table.organizationId)],
);
