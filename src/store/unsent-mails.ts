import { desc, gt, lte } from 'drizzle-orm';
import type { Database } from './database.ts';
import { invitations, sessions, unsentMails, verifications } from './sign-in-schema.ts';

export type UnsentMail = typeof unsentMails.$inferSelect;

/** Newest that are listed at once. */
const LISTED = 200;

export async function keepUnsent(db: Database, mail: Omit<UnsentMail, 'seq'>): Promise<void> {
  await db.insert(unsentMails).values(mail);
}

/** Links that still lead somewhere, newest first. */
export function listUnsent(db: Database, now: number): Promise<UnsentMail[]> {
  return db
    .select()
    .from(unsentMails)
    .where(gt(unsentMails.expiresAt, now))
    .orderBy(desc(unsentMails.seq))
    .limit(LISTED);
}

/** Deletes links, sessions and invitations that have ended: all of them stopped by themselves. */
export async function deleteEnded(db: Database, now: number): Promise<void> {
  const ended = new Date(now);
  await db.batch([
    db.delete(unsentMails).where(lte(unsentMails.expiresAt, now)),
    db.delete(sessions).where(lte(sessions.expiresAt, ended)),
    db.delete(verifications).where(lte(verifications.expiresAt, ended)),
    db.delete(invitations).where(lte(invitations.expiresAt, ended)),
  ]);
}
