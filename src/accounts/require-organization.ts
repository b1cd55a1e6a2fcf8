import { ApiError } from '../core/errors.ts';
import { quoted } from '../core/one-line.ts';
import type { Database } from '../store/database.ts';
import { findOrganization, type ListedOrganization } from '../store/organizations.ts';

/** @throws ApiError NOT_FOUND */
export async function requireOrganization(db: Database, id: string): Promise<ListedOrganization> {
  const organization = await findOrganization(db, id);
  if (!organization) throw new ApiError('NOT_FOUND', `There is no organization ${quoted(id)}.`);
  return organization;
}
