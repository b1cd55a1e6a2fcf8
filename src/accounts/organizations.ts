import type { Region } from '../domain/regions.ts';
import type { Database } from '../lib/database.ts';
import { ApiError } from '../lib/errors.ts';
import { keysetPage, type PageRequest } from '../lib/page.ts';
import { quoted } from '../lib/text.ts';
import type { Accounts, AccountView, Member, Organization } from '../lookup/account/account.ts';
import type { SentForm } from '../lookup/account/caller.ts';
import type { Role } from '../lookup/account/members.ts';
import { quotaError } from '../lookup/account/quotas.ts';
import { usedKeyError } from '../lookup/account/replay.ts';
import { describeChanges } from './audit-log.ts';
import { deriveOrganizationId, newOrganizationId } from './keys/api-key.ts';
import type { AccountPorts } from './ports.ts';
import {
  findOrganization,
  type ListedOrganization,
  pageOrganizations,
} from './store-organizations.ts';
import { ensureUser, insertMember, insertOwnedOrganization } from './store-users.ts';

/** @throws ApiError NOT_FOUND */
export async function requireOrganization(db: Database, id: string): Promise<ListedOrganization> {
  const organization = await findOrganization(db, id);
  if (!organization) throw new ApiError('NOT_FOUND', `There is no organization ${quoted(id)}.`);
  return organization;
}

export const closedError = (id: string): ApiError =>
  new ApiError('IDEMPOTENCY_CONFLICT', `The organization ${quoted(id)} is closed.`);

/** The organization, to be changed. @throws ApiError IDEMPOTENCY_CONFLICT if it is closed */
export function requireOpen<Listed extends Pick<ListedOrganization, 'id' | 'active'>>(
  organization: Listed,
): Listed {
  if (!organization.active) throw closedError(organization.id);
  return organization;
}

/** @throws ApiError NOT_FOUND, IDEMPOTENCY_CONFLICT if it is closed */
export const requireOpenOrganization = async (
  db: Database,
  id: string,
): Promise<ListedOrganization> => requireOpen(await requireOrganization(db, id));

/**
 * The organization's account. A change of a lost one would be gone once it is rebuilt.
 * @throws ApiError NOT_FOUND if it has none, or it is lost
 */
export async function requireAccount(
  organizationId: string,
  { accounts }: { accounts: Pick<Accounts, 'view'> },
): Promise<AccountView> {
  const view = await accounts.view(organizationId);
  if (view) return view;
  throw new ApiError('NOT_FOUND', `The organization ${quoted(organizationId)} has no account.`);
}

/**
 * Sets the country of numbers without +; null for none. @returns the audit log's text
 * @throws ApiError as {@link requireAccount}
 */
export async function changeDefaultCountry(
  organizationId: string,
  country: string | null,
  { accounts }: Pick<AccountPorts, 'accounts'>,
): Promise<string | null> {
  const before = (await requireAccount(organizationId, { accounts })).organization.defaultCountry;
  await accounts.setDefaultCountry(organizationId, country);
  return describeChanges(
    { default_country: before ?? 'none' },
    { default_country: country ?? 'none' },
  );
}

interface NewOrganization {
  /** Absent: a new id. */
  id?: string;
  name: string;
  ownerEmail: string;
  /** Id of a new user; absent: a new id. An existing user with the address becomes the owner. */
  ownerId?: string;
  /** Region of its callers, where its account is created. */
  region: Region;
  /** The call that asks for it, so that it gets one organization if it is sent twice. */
  form?: SentForm;
}

/**
 * Id of a new organization; that of a form is derived, so that a repeat finds it.
 * @throws ApiError IDEMPOTENCY_CONFLICT if the form created another organization before
 */
async function nextOrganizationId(
  { id, form, name, ownerEmail }: NewOrganization,
  db: Database,
): Promise<string> {
  if (!form) return id ?? newOrganizationId();
  for (let count = 0; ; count += 1) {
    const derived = await deriveOrganizationId(`${form.digest}:${count}`);
    const known = await findOrganization(db, derived);
    if (known && known.createdAt < form.since) continue;
    if (known && (known.name !== name || known.ownerEmail !== ownerEmail)) throw usedKeyError();
    return derived;
  }
}

/**
 * Creates an organization and its owner, who may first have to set a password. It has no plan and
 * no credits yet. The account is created before the directory entry, because an entry without an
 * account would be broken. If the entry is not written, cron lists the account.
 * @throws ApiError IDEMPOTENCY_CONFLICT for a form that created another organization;
 * SERVICE_UNAVAILABLE if it exists and its account is lost: a new one would write its history over
 * that of the lost one
 */
export async function createOrganization(
  request: NewOrganization,
  { db, clock, accounts, newUserId }: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'newUserId'>,
): Promise<{ organization: Organization; owner: Member }> {
  const createdAt = clock.now();
  const { name, ownerEmail, region } = request;
  const id = await nextOrganizationId(request, db);
  // The directory first: the first call to a new account decides its region.
  if ((await findOrganization(db, id)) && !(await accounts.view(id))) {
    const message = `The organization ${quoted(id)} is lost: run rebuild-account ${id}.`;
    throw new ApiError('SERVICE_UNAVAILABLE', message);
  }
  const user = { id: request.ownerId ?? newUserId(), email: ownerEmail, name: ownerEmail };
  const userId = await ensureUser(db, { ...user, at: createdAt });
  const organization = { id, name, region, active: true, createdAt };
  const owner = { id: userId, email: ownerEmail, role: 'owner', createdAt } as const;
  await accounts.open(organization, owner);
  await insertOwnedOrganization(db, { ...organization, ownerEmail }, userId);
  return { organization, owner };
}

/**
 * Adds a user, who may first have to set a password, to an organization. An existing member stays
 * unchanged.
 * @param request `userId` of a new user; absent: a new id. `role` absent: member
 * @throws ApiError NOT_FOUND (organization or account), IDEMPOTENCY_CONFLICT if it is closed,
 * INPUT_LIMIT_EXCEEDED (too many members)
 */
export async function addMember(
  request: { organizationId: string; email: string; userId?: string; role?: Role },
  { db, clock, accounts, newUserId }: Pick<AccountPorts, 'db' | 'clock' | 'accounts' | 'newUserId'>,
): Promise<Member> {
  const { organizationId, email, role = 'member' } = request;
  await requireOpenOrganization(db, organizationId);
  await requireAccount(organizationId, { accounts });
  const createdAt = clock.now();
  const user = { id: request.userId ?? newUserId(), email, name: email, at: createdAt };
  const userId = await ensureUser(db, user);
  const wanted = { id: userId, email, role, createdAt };
  const added = await accounts.addMember(organizationId, wanted);
  if (!added.ok) {
    if (typeof added.refusal !== 'string') throw quotaError(added.refusal);
    throw closedError(organizationId);
  }
  const { member } = added;
  await insertMember(db, { organizationId, userId, role: member.role, at: createdAt });
  return member;
}

export const MAX_LISTED_ORGANIZATIONS = 100;

/** Accounts read at once: an invocation may have six connections open. */
const ACCOUNTS_AT_ONCE = 6;

/** Directory entry and account of an organization; `view` null when it cannot be reached now. */
export interface OrganizationSummary {
  listed: ListedOrganization;
  view: AccountView | null;
}

/**
 * Organizations, newest first, each with its present account, which alone has balance and plan.
 * @throws ApiError INVALID_INPUT for an invalid cursor
 */
export async function listOrganizations(
  request: PageRequest & { query: string | null },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<{ organizations: OrganizationSummary[]; nextCursor: string | null }> {
  const { query, limit, cursor } = request;
  const { page, nextCursor } = await keysetPage(
    { limit, cursor, ids: 'org_' },
    (most, after) => pageOrganizations(db, query, most, after),
    ({ createdAt }) => createdAt,
  );
  const organizations: OrganizationSummary[] = [];
  for (let first = 0; first < page.length; first += ACCOUNTS_AT_ONCE) {
    const some = page
      .slice(first, first + ACCOUNTS_AT_ONCE)
      .map(async (listed) => ({ listed, view: await accounts.view(listed.id).catch(() => null) }));
    organizations.push(...(await Promise.all(some)));
  }
  return { organizations, nextCursor };
}
