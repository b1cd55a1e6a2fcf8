import { and, asc, count, desc, eq, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, isAmong, runBatch } from '../lib/database.ts';
import { billingCustomers, billingEvents, billingTransfers } from './schema.ts';

export type BillingCustomer = typeof billingCustomers.$inferSelect;
export type BillingTransfer = typeof billingTransfers.$inferSelect;

/** Inserts a customer, unless the organization has one. */
export async function insertCustomer(
  db: Database,
  customer: Pick<BillingCustomer, 'customerId' | 'organizationId' | 'createdAt'>,
): Promise<void> {
  await db.insert(billingCustomers).values(customer).onConflictDoNothing();
}

export async function findCustomer(
  db: Database,
  customerId: string,
): Promise<BillingCustomer | null> {
  const isIt = eq(billingCustomers.customerId, customerId);
  return (await db.select().from(billingCustomers).where(isIt).get()) ?? null;
}

export async function findCustomerOfOrganization(
  db: Database,
  organizationId: string,
): Promise<BillingCustomer | null> {
  const isIts = and(
    eq(billingCustomers.organizationId, organizationId),
    isNull(billingCustomers.deletedAt),
  );
  return (await db.select().from(billingCustomers).where(isIts).get()) ?? null;
}

export async function countDeletedCustomers(db: Database, organizationId: string): Promise<number> {
  const isFormer = and(
    eq(billingCustomers.organizationId, organizationId),
    sql`${billingCustomers.deletedAt} IS NOT NULL`,
  );
  const row = await db.select({ n: count() }).from(billingCustomers).where(isFormer).get();
  return row?.n ?? 0;
}

/** Ends a sync. @returns false if another one overlapped, so this one may have read old state */
export async function markCustomerRead(
  db: Database,
  { customerId, revision }: Pick<BillingCustomer, 'customerId' | 'revision'>,
  read: { readAt: number; dueAt: number; deletedAt: number | null },
): Promise<boolean> {
  const isSame = and(
    eq(billingCustomers.customerId, customerId),
    eq(billingCustomers.revision, revision),
  );
  const rows = await db
    .update(billingCustomers)
    .set({ ...read, revision: revision + 1 })
    .where(isSame)
    .returning({ id: billingCustomers.customerId });
  return rows.length > 0;
}

export async function setCustomerDue(db: Database, customerId: string, dueAt: number) {
  await db
    .update(billingCustomers)
    .set({ dueAt })
    .where(eq(billingCustomers.customerId, customerId));
}

/** Ends a customer that was deleted at Stripe, and makes it due for its last changes. */
export async function markCustomerDeleted(db: Database, customerId: string, deletedAt: number) {
  await db
    .update(billingCustomers)
    .set({ deletedAt, dueAt: deletedAt })
    .where(eq(billingCustomers.customerId, customerId));
}

/** Customers due for a poll, longest overdue first. */
export function listDueCustomers(
  db: Database,
  now: number,
  limit: number,
): Promise<BillingCustomer[]> {
  return db
    .select()
    .from(billingCustomers)
    .where(lte(billingCustomers.dueAt, now))
    .orderBy(asc(billingCustomers.dueAt))
    .limit(limit);
}

export async function isBillingEventApplied(db: Database, id: string): Promise<boolean> {
  return Boolean(await db.select().from(billingEvents).where(eq(billingEvents.id, id)).get());
}

export async function insertBillingEvent(db: Database, event: typeof billingEvents.$inferInsert) {
  await db.insert(billingEvents).values(event).onConflictDoNothing();
}

export async function deleteBillingEvents(db: Database, before: number): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.appliedAt, before));
}

/** The begun transfers among these ids. */
export function findBillingTransfers(
  db: Database,
  ids: readonly string[],
): Promise<BillingTransfer[]> {
  return db.select().from(billingTransfers).where(isAmong(billingTransfers.id, ids));
}

/** Reversals and returns of these payments. */
export function listTransfersOfPayments(
  db: Database,
  payments: readonly string[],
): Promise<BillingTransfer[]> {
  return db.select().from(billingTransfers).where(isAmong(billingTransfers.payment, payments));
}

/** Records a transfer before it is applied. @returns credits of the attempt recorded first */
export async function beginBillingTransfer(
  db: Database,
  transfer: Omit<BillingTransfer, 'moved'>,
): Promise<number> {
  const { credits } = billingTransfers;
  const rows = await db
    .insert(billingTransfers)
    .values(transfer)
    .onConflictDoUpdate({ target: billingTransfers.id, set: { credits } })
    .returning({ credits });
  return rows[0]?.credits ?? transfer.credits;
}

/**
 * Records kind and moved credits of a transfer, or an increase.
 * @param audited the statement that records it in the audit log, if it selects a row of these; in
 * one transaction, so that a repeat after a lost reply has nothing to add
 */
export async function endBillingTransfer(
  db: Database,
  id: string,
  { kind, moved }: Pick<BillingTransfer, 'kind'> & { moved: number },
  audited: ((rows: SQL) => SQL) | null,
): Promise<void> {
  const isOpen = sql`WHERE id = ${id} AND (moved IS NULL OR moved > ${moved})`;
  await runBatch(db, [
    ...(audited ? [audited(sql`FROM ${billingTransfers} ${isOpen}`)] : []),
    sql`UPDATE ${billingTransfers} SET kind = ${kind}, moved = ${moved} ${isOpen}`,
  ]);
}

/** Transfers by which reversals of an organization's payments claim credits, or give them back. */
export function listReversalTransfers(
  db: Database,
  organizationId: string,
): Promise<BillingTransfer[]> {
  const isReversal = isAmong(billingTransfers.kind, ['refund', 'dispute', 'returned']);
  const isIts = and(eq(billingTransfers.organizationId, organizationId), isReversal);
  return db.select().from(billingTransfers).where(isIts);
}

/** Transfers of an organization, newest first. */
export function listBillingTransfers(
  db: Database,
  organizationId: string,
  limit: number,
): Promise<BillingTransfer[]> {
  return db
    .select()
    .from(billingTransfers)
    .where(eq(billingTransfers.organizationId, organizationId))
    .orderBy(desc(billingTransfers.at), desc(billingTransfers.id))
    .limit(limit);
}
