import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { organizations } from './schema.ts';

// People and how they sign in. The names of the columns' properties are those of better-auth, which
// reads and writes these tables; its `account` is a login here, as an account is an organization's.

const moment = (name: string) => integer(name, { mode: 'timestamp_ms' });

/** People. One whom the operator made has no login until a link has set a password. */
export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** In lower case. */
  email: text('email').notNull().unique(),
  emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
  image: text('image'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
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
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The one the dashboard shows; whether its user still belongs to it is asked each time. */
    activeOrganizationId: text('active_organization_id'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
);

/** How a user signs in: with a password, whose hash is here. */
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
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [uniqueIndex('logins_user').on(table.userId, table.providerId)],
);

/** What a link that was sent stands for. */
export const verifications = sqliteTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('verifications_identifier').on(table.identifier),
    index('verifications_expiry').on(table.expiresAt),
  ],
);

/** Who belongs to which organization, and as what. */
export const members = sqliteTable(
  'members',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    userId: userId(),
    role: text('role', { enum: ['owner', 'member'] }).notNull(),
    createdAt: moment('created_at').notNull(),
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
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('invitations_organization').on(table.organizationId),
    index('invitations_email').on(table.email),
  ],
);

/** How often somebody tried lately, by a hash of who: of the window that runs, or ran last. */
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

/** Links no mail could carry, for the operator to pass on; until they end. */
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
