import type { AccountView } from '../core/account/account.ts';
import { ApiError } from '../core/errors.ts';
import {
  type ListedOrganization,
  type OrganizationPlace,
  pageOrganizations,
} from '../store/organizations.ts';
import type { AccountPorts } from './ports.ts';

export const MAX_LISTED_ORGANIZATIONS = 100;

/** Accounts asked at once: an invocation may wait for six connections. */
const ASKED_AT_ONCE = 6;

/** An organization as the directory has it, and its account; null when it cannot be reached now. */
export interface OrganizationSummary {
  listed: ListedOrganization;
  view: AccountView | null;
}

function parseCursor(text: string): OrganizationPlace {
  const match = /^(\d{1,15})\.(\w{1,64})$/.exec(text);
  if (!match) throw new ApiError('INVALID_INPUT', 'cursor: is not a cursor of this listing.');
  return { createdAt: Number(match[1]), id: match[2] as string };
}

/**
 * Organizations, newest first, each with its account as it is now: only the account knows balance
 * and plan.
 * @throws ApiError INVALID_INPUT for a cursor that is none of ours
 */
export async function listOrganizations(
  request: { query: string | null; limit: number; cursor: string | null },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<{ organizations: OrganizationSummary[]; nextCursor: string | null }> {
  const { query, limit, cursor } = request;
  const after = cursor === null ? null : parseCursor(cursor);
  const rows = await pageOrganizations(db, query, limit + 1, after);
  const page = rows.slice(0, limit);
  const organizations: OrganizationSummary[] = [];
  for (let first = 0; first < page.length; first += ASKED_AT_ONCE) {
    const some = page.slice(first, first + ASKED_AT_ONCE).map(async (listed) => ({
      listed,
      view: await accounts.view(listed.id).catch(() => null),
    }));
    organizations.push(...(await Promise.all(some)));
  }
  const last = page.at(-1);
  const nextCursor = rows.length > limit && last ? `${last.createdAt}.${last.id}` : null;
  return { organizations, nextCursor };
}
