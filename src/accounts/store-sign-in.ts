import { and, desc, eq, gt, gte, lt, lte, max, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../lib/database.ts';
import {
  attempts,
  invitations,
  sessions,
  twoFactors,
  unsentMails,
  users,
  verifications,
} from './schema.ts';

/** Limit of attempts in a window, by kind and a hash of the subject. */
export interface AttemptWindow {
  kind: string;
  who: string;
  most: number;
  windowMs: number;
}

/** Latest end of those windows that are full now; null when none is. */
export async function findExhaustedWindow(
  db: Database,
  windows: readonly AttemptWindow[],
  now: number,
): Promise<number | null> {
  const { kind, who, count, windowEndsAt } = attempts;
  const isFull = windows.map((window) =>
    and(eq(kind, window.kind), eq(who, window.who), gte(count, window.most)),
  );
  const found = await db
    .select({ endsAt: max(windowEndsAt) })
    .from(attempts)
    .where(and(gt(windowEndsAt, now), or(...isFull)))
    .get();
  return found?.endsAt ?? null;
}

/** Counts one attempt in the current window, or begins a window. */
export async function countAttempt(
  db: Database,
  attempt: AttemptWindow & { now: number },
): Promise<{ count: number; windowEndsAt: number }> {
  const { kind, who, now, windowMs } = attempt;
  const { windowEndsAt, count } = attempts;
  const runs = sql`${windowEndsAt} > ${now}`;
  const row = await db
    .insert(attempts)
    .values({ kind, who, windowEndsAt: now + windowMs, count: 1 })
    .onConflictDoUpdate({
      target: [attempts.kind, attempts.who],
      set: {
        count: sql`CASE WHEN ${runs} THEN ${count} + 1 ELSE 1 END`,
        windowEndsAt: sql`CASE WHEN ${runs} THEN ${windowEndsAt} ELSE ${now + windowMs} END`,
      },
    })
    .returning({ count, windowEndsAt })
    .get();
  return row;
}

export async function deleteAttempts(db: Database, kind: string, who: string): Promise<void> {
  await db.delete(attempts).where(and(eq(attempts.kind, kind), eq(attempts.who, who)));
}

/** Deletes windows that have ended. */
export async function purgeAttempts(db: Database, now: number): Promise<void> {
  await db.delete(attempts).where(lte(attempts.windowEndsAt, now));
}

export type OwnSession = Awaited<ReturnType<typeof listSessions>>[number];

/** Current sessions of a user, last seen first. Times in milliseconds since the epoch. */
export async function listSessions(db: Database, userId: string, now: number) {
  const { id, ipAddress, userAgent, createdAt, updatedAt, expiresAt } = sessions;
  const rows = await db
    .select({ id, ipAddress, userAgent, createdAt, updatedAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(expiresAt, new Date(now))))
    .orderBy(desc(updatedAt))
    .limit(MAX_LISTED_SESSIONS);
  return rows.map(({ createdAt: began, updatedAt: seen, ...row }) => ({
    ...row,
    createdAt: began.getTime(),
    seenAt: seen.getTime(),
  }));
}

/** Beginnings of identifiers under which better-auth stores what a user may do; `~` ends them. */
const TRUSTED_BROWSER = 'trust-device-';
const RESET_LINK = 'reset-password:';
const BEGUN_SIGN_IN = '2fa-';

const deleteVerifications = (db: Database, userId: string, prefixes: readonly string[]) => {
  const { identifier, value } = verifications;
  const isOne = prefixes.map((prefix) =>
    and(gte(identifier, prefix), lt(identifier, `${prefix}~`)),
  );
  return db.delete(verifications).where(and(or(...isOne), eq(value, userId)));
};

/** Ends the trust with which browsers skip a user's second step. */
export async function deleteTrustedBrowsers(db: Database, userId: string): Promise<void> {
  await deleteVerifications(db, userId, [TRUSTED_BROWSER]);
}

/**
 * Ends what was given before a user's password is replaced: trust in browsers, links that set a
 * password, and sign-ins that wait for a code.
 */
export async function deletePasswordGrants(db: Database, userId: string): Promise<void> {
  await deleteVerifications(db, userId, [TRUSTED_BROWSER, RESET_LINK, BEGUN_SIGN_IN]);
}

/** Ends one session of a user, or all but one. @returns how many ended */
export async function deleteSessions(
  db: Database,
  userId: string,
  which: { id: string } | { except: string },
): Promise<number> {
  const chosen = 'id' in which ? eq(sessions.id, which.id) : ne(sessions.id, which.except);
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), chosen))
    .returning({ id: sessions.id });
  return ended.length;
}

/** Removes a user's second step and ends all their sessions. */
export async function deleteSecondStep(db: Database, userId: string): Promise<void> {
  await deleteTrustedBrowsers(db, userId);
  await db.batch([
    db.delete(twoFactors).where(eq(twoFactors.userId, userId)),
    db.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId)),
    db.delete(sessions).where(eq(sessions.userId, userId)),
  ]);
}

export type UnsentMail = typeof unsentMails.$inferSelect;

/** Most sessions listed, those last seen. */
const MAX_LISTED_SESSIONS = 100;

const MAX_LISTED_MAILS = 200;

export async function insertUnsentMail(db: Database, mail: Omit<UnsentMail, 'seq'>): Promise<void> {
  await db.insert(unsentMails).values(mail);
}

/** SQL condition: not the link of an invitation that was used or withdrawn. */
const isOpenLink = or(
  ne(unsentMails.kind, 'invite'),
  sql`EXISTS (SELECT 1 FROM ${invitations} WHERE ${invitations.email} = ${unsentMails.recipient}
    AND ${invitations.status} = 'pending'
    AND instr(${unsentMails.link}, '/' || ${invitations.id} || '?') > 0)`,
);

/** Links that can still be used, newest first. */
export function listUnsentMailRows(db: Database, now: number): Promise<UnsentMail[]> {
  return db
    .select()
    .from(unsentMails)
    .where(and(gt(unsentMails.expiresAt, now), isOpenLink))
    .orderBy(desc(unsentMails.seq))
    .limit(MAX_LISTED_MAILS);
}

/** Deletes expired links, sessions, verifications and invitations, which are unusable already. */
export async function purgeExpiredSignIns(db: Database, now: number): Promise<void> {
  const ended = new Date(now);
  await db.batch([
    db.delete(unsentMails).where(lte(unsentMails.expiresAt, now)),
    db.delete(sessions).where(lte(sessions.expiresAt, ended)),
    db.delete(verifications).where(lte(verifications.expiresAt, ended)),
    db.delete(invitations).where(lte(invitations.expiresAt, ended)),
  ]);
}
