import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { REGIONS } from '../domain/regions.ts';
import { ROLES } from '../lookup/account/members.ts';

// Times are milliseconds since the epoch, as Clock gives them.

/** Directory of organizations with their regions; everything else is in their accounts. */
export const organizations = sqliteTable(
  'organizations',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    region: text('region', { enum: REGIONS }).notNull(),
    /** In lower case; for searching. */
    ownerEmail: text('owner_email').notNull(),
    active: integer('active', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
    /** When its account was last reconciled with its history; null for never. */
    reconciledAt: integer('reconciled_at'),
    balanced: integer('balanced', { mode: 'boolean' }),
  },
  (table) => [
    index('organizations_created').on(table.createdAt, table.id),
    index('organizations_reconciled').on(table.reconciledAt),
  ],
);

// People and how they sign in. The property names are those of better-auth, which reads and writes
// these tables; its `account` is called a login, as an account belongs to an organization.

const timestamp = (name: string) => integer(name, { mode: 'timestamp_ms' });

/** People. A user created by the operator has no login until a link has set a password. */
export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** In lower case. */
  email: text('email').notNull().unique(),
  emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
  image: text('image'),
  twoFactorEnabled: integer('two_factor_enabled', { mode: 'boolean' }).default(false),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
});

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

const organizationId = () =>
  text('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: userId(),
    expiresAt: timestamp('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The organization shown in the dashboard; membership is checked on each request. */
    activeOrganizationId: text('active_organization_id'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** How a user signs in: with a password, stored as a hash, or with a provider. */
export const logins = sqliteTable(
  'logins',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamp('access_token_expires_at'),
    refreshTokenExpiresAt: timestamp('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [uniqueIndex('logins_user').on(table.userId, table.providerId)],
);

/** Second step of a sign-in: the secret of an app (RFC 6238) and backup codes, both encrypted. */
export const twoFactors = sqliteTable(
  'two_factors',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    /** Whether a code of the app has been confirmed. */
    verified: integer('verified', { mode: 'boolean' }).default(true),
    failedVerificationCount: integer('failed_verification_count').default(0),
    lockedUntil: timestamp('locked_until'),
  },
  (table) => [uniqueIndex('two_factors_user').on(table.userId)],
);

/** Passkeys: users' public keys, of devices and password managers (WebAuthn Level 3). */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: userId(),
    name: text('name'),
    /** COSE key in base64. */
    publicKey: text('public_key').notNull(),
    /** In base64url. */
    credentialID: text('credential_id').notNull(),
    /** Signature counter of the authenticator; 0 when it does not count. */
    counter: integer('counter').notNull(),
    /** `singleDevice`, or `multiDevice` for a synchronized passkey. */
    deviceType: text('device_type').notNull(),
    backedUp: integer('backed_up', { mode: 'boolean' }).notNull(),
    transports: text('transports'),
    /** Model of the authenticator; zeros when undisclosed. */
    aaguid: text('aaguid'),
    createdAt: timestamp('created_at'),
    lastUsedAt: timestamp('last_used_at'),
  },
  (table) => [
    index('passkeys_user').on(table.userId),
    uniqueIndex('passkeys_credential').on(table.credentialID),
  ],
);

/** Short-lived values of better-auth, such as tokens of mailed links and trusted browsers. */
export const verifications = sqliteTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [
    index('verifications_identifier').on(table.identifier),
    index('verifications_expiry').on(table.expiresAt),
  ],
);

export const members = sqliteTable(
  'members',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    userId: userId(),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('members_user').on(table.userId, table.organizationId),
    index('members_organization').on(table.organizationId),
  ],
);

export const invitations = sqliteTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    email: text('email').notNull(),
    role: text('role'),
    status: text('status').notNull().default('pending'),
    expiresAt: timestamp('expires_at').notNull(),
    createdAt: timestamp('created_at').notNull(),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('invitations_organization').on(table.organizationId),
    index('invitations_email').on(table.email),
  ],
);

/** Attempt counters of rate limits, by a hash of the subject: the latest window of each. */
export const attempts = sqliteTable(
  'attempts',
  {
    kind: text('kind').notNull(),
    who: text('who').notNull(),
    windowEndsAt: integer('window_ends_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.who] }),
    index('attempts_end').on(table.windowEndsAt),
  ],
);

/** Links that could not be mailed, for the operator to pass on until they expire. */
export const unsentMails = sqliteTable(
  'unsent_mails',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    link: text('link').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('unsent_mails_expiry').on(table.expiresAt)],
);

/** Audit log of changes through /admin or the dashboard and of sign-ins; no bodies, no keys. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    /** In order of writing. */
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    /** `operator`, or the id of a user. */
    actor: text('actor').notNull(),
    method: text('method').notNull(),
    /** Route pattern. */
    route: text('route').notNull(),
    /** Id of a key, a feed or a job in the path. Null for an organization, or nothing. */
    target: text('target'),
    organizationId: text('organization_id'),
    requestId: text('request_id').notNull(),
    /** Client address of a person; null for the operator, and when the platform provides none. */
    address: text('address'),
    /** Changes as text, from describeChanges; null when the route implies them. */
    changes: text('changes'),
  },
  (table) => [
    index('audit_log_organization').on(table.organizationId, table.seq),
    index('audit_log_at').on(table.at),
  ],
);

/**
 * Clients, grants, codes and tokens of agents, as key-value records of the authorization server.
 * Secrets in them are hashes.
 */
export const oauthRecords = sqliteTable(
  'oauth_records',
  {
    key: text('key').primaryKey(),
    value: text('value').notNull(),
    /** JSON for listings; null for none. */
    metadata: text('metadata'),
    /** Counts writes, so that of two concurrent readers only one can change the record. */
    version: integer('version').notNull(),
    /** Milliseconds since the epoch; null for never. */
    expiresAt: integer('expires_at'),
  },
  (table) => [index('oauth_records_end').on(table.expiresAt)],
);

/**
 * Consents to agents: agent, organization and user; the record of the grant determines whether it
 * is still valid.
 */
export const agentConnections = sqliteTable(
  'agent_connections',
  {
    grantId: text('grant_id').primaryKey(),
    userId: text('user_id').notNull(),
    organizationId: text('organization_id').notNull(),
    clientId: text('client_id').notNull(),
    /** Name the client gives itself. */
    clientName: text('client_name').notNull(),
    /** Domain that published the client's name; null when it is not verified. */
    clientDomain: text('client_domain'),
    scopes: text('scopes', { mode: 'json' }).$type<string[]>().notNull(),
    createdAt: integer('created_at').notNull(),
    /** Credits it may spend per UTC day; null for no limit. */
    creditsPerDay: integer('credits_per_day'),
  },
  (table) => [index('agent_connections_organization').on(table.organizationId)],
);
