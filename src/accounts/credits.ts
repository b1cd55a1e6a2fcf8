import { ENDED_STATUSES, findPlan } from '../domain/plans.ts';
import { ApiError } from '../lib/errors.ts';
import { type PageRequest, parseRowNumber } from '../lib/page.ts';
import { quoted } from '../lib/text.ts';
import type { Applied, SetSubscription, SubscriptionRequest } from '../lookup/account/account.ts';
import { listSegmentsBefore } from './ledger/store-history.ts';
import { requireAccount, requireOpenOrganization, requireOrganization } from './organizations.ts';
import type { AccountPorts } from './ports.ts';

/** @throws ApiError INVALID_INPUT, IDEMPOTENCY_CONFLICT, naming the field */
function requireApplied<T>(outcome: Applied<T>): T {
  if (outcome.kind === 'applied') return outcome.value;
  const code = outcome.kind === 'refused' ? 'INVALID_INPUT' : 'IDEMPOTENCY_CONFLICT';
  throw new ApiError(code, outcome.message, { param: outcome.param });
}

/** @throws ApiError as {@link requireOpenOrganization} and {@link requireAccount} */
async function requireOpenAccount(
  organizationId: string,
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<void> {
  await requireOpenOrganization(db, organizationId);
  await requireAccount(organizationId, { accounts });
}

/**
 * Grants purchased credits, or with a negative amount withdraws unspent ones, once per `id`.
 * @returns credits moved by this call, and the balance
 * @throws ApiError NOT_FOUND, IDEMPOTENCY_CONFLICT when the id was used for another amount or the
 * organization is closed
 */
export async function grantCredits(
  request: { organizationId: string; id: string; amount: number; note: string | null },
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<{ granted: number; balance: number }> {
  const { organizationId, ...grant } = request;
  await requireOpenAccount(organizationId, { db, accounts });
  const outcome = await accounts.grant(organizationId, grant);
  const { granted, available } = requireApplied(outcome);
  return { granted, balance: available };
}

/** `creditsPerMonth` null means the plan's figure. */
export type PlanRequest = Omit<SubscriptionRequest, 'creditsPerMonth' | 'dropsAhead'> & {
  organizationId: string;
  creditsPerMonth: number | null;
};

function monthlyCredits({ plan, creditsPerMonth }: PlanRequest): number {
  const credits = creditsPerMonth ?? findPlan(plan)?.creditsPerMonth;
  if (credits !== undefined) return credits;
  const message = `plan: there is no plan ${quoted(plan)}; a custom contract names its credits.`;
  throw new ApiError('INVALID_INPUT', message, { param: 'plan' });
}

/**
 * Sets an organization's plan, effective with its next call. A paid status grants the period's
 * credits once per period, however often this is repeated or raced. An ended status drops the
 * period set ahead.
 * @throws ApiError NOT_FOUND, INVALID_INPUT, IDEMPOTENCY_CONFLICT
 */
export async function setSubscription(
  request: PlanRequest,
  { db, accounts }: Pick<AccountPorts, 'db' | 'accounts'>,
): Promise<SetSubscription> {
  const { organizationId, ...asked } = request;
  await requireOpenAccount(organizationId, { db, accounts });
  const outcome = await accounts.subscribe(organizationId, {
    ...asked,
    creditsPerMonth: monthlyCredits(request),
    ...(ENDED_STATUSES.includes(request.status) && { dropsAhead: true }),
  });
  return requireApplied(outcome);
}

export const MAX_LEDGER_ENTRIES = 1_000;

/** Segments listed per query; each has more entries than most pages. */
const SEGMENTS_AT_ONCE = 4;

/**
 * Ledger entries of an organization, newest first: the youngest from its account, the rest from
 * segments. Entries are numbered without gaps, so the cursor is an entry's number, wherever entries
 * are stored.
 * @throws ApiError NOT_FOUND, also for a lost account, whose youngest entries are not known;
 * INVALID_INPUT for an invalid cursor
 */
export async function readLedger(
  request: PageRequest & { organizationId: string },
  ports: Pick<AccountPorts, 'db' | 'accounts' | 'segments'>,
) {
  const { organizationId, limit, cursor } = request;
  await requireOrganization(ports.db, organizationId);
  await requireAccount(organizationId, ports);
  const before = parseRowNumber(cursor);
  const { lines, shippedSeq } = await ports.accounts.pendingEntries(organizationId, before, limit);
  const entries = [...lines];
  let next = entries.at(-1)?.seq ?? Math.min(before ?? Number.MAX_SAFE_INTEGER, shippedSeq + 1);
  while (entries.length < limit && next > 1) {
    const segments = await listSegmentsBefore(ports.db, organizationId, next, SEGMENTS_AT_ONCE);
    if (segments.length === 0) break;
    for (const { object, firstSeq } of segments) {
      if (entries.length >= limit) break;
      const older = (await ports.segments.read(object)).filter(({ seq }) => seq < next).reverse();
      entries.push(...older.slice(0, limit - entries.length));
      next = Math.max(firstSeq, entries.at(-1)?.seq ?? firstSeq);
    }
  }
  const last = entries.at(-1)?.seq ?? 1;
  return { entries, nextCursor: last > 1 ? String(last) : null };
}
