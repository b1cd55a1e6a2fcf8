import type { SubscriptionStatus } from '../../domain/plans.ts';
import { ApiError } from '../../lib/errors.ts';
import { pause, toIso } from '../../lib/time.ts';
import type { Accounts, Admission, AdmissionCall, CallerLimit } from '../account/account.ts';
import { AGENT_KEY_PREFIX } from '../account/caller.ts';
import {
  type AcceptedOrder,
  creditsOwed,
  type DailyAllowance,
  type DailyLimitExceeded,
  type LookupOrder,
  type LookupSettlement,
} from '../account/order.ts';
import {
  type CallKind,
  credentialError,
  type Principal,
  type WindowName,
  type WindowState,
} from '../account/principal.ts';
import type { LookupCall } from './answer.ts';

const RETRY_AFTER_SECONDS = 2;

const WINDOW_MESSAGES: Readonly<Record<WindowName, string>> = {
  standard: '200 lookups in 10 seconds for one key or sign-in',
  live: '1,000 live lookups in a minute for one key or sign-in',
  account: '1,000 reads in a minute for this organization',
  ceilingSecond: '500 requests in a second for one key or sign-in',
  ceilingTenSeconds: '5,000 requests in 10 seconds for one key or sign-in',
  organizationStandard: '1,000 lookups in 10 seconds for this organization',
  organizationLive: '5,000 live lookups in a minute for this organization',
  organizationSecond: '1,000 requests in a second for this organization',
  organizationTenSeconds: '10,000 requests in 10 seconds for this organization',
};

function upgradeMessage(status: SubscriptionStatus | null): string {
  switch (status) {
    case null:
      return 'The organization has no paid plan. Choose a plan to use the API.';
    case 'active':
    case 'trialing':
      return "The plan's billing period has ended. Renew the plan to continue. Purchased credits are kept.";
    case 'past_due':
    case 'unpaid':
      return 'The last payment for the plan failed. Pay it to continue. Purchased credits are kept.';
    default:
      return `The plan is ${status}. Choose a plan to continue. Purchased credits are kept.`;
  }
}

const LIMIT_MESSAGES: Readonly<Record<CallerLimit, string>> = {
  product: 'The scopes of this API key do not include this product.',
  address: 'This API key may not be used from this address.',
  role: 'The role of the signed-in user, or of the user who created this API key, does not permit lookups in this organization.',
  agent:
    'An OAuth sign-in can use only phone, email, ip and account, within the scopes it was granted. Everything else needs an API key.',
};

/** X-RateLimit headers of an admission; none if it has no rate window. */
export function rateHeaders(admission: Admission): [name: string, value: string][] {
  const window = 'window' in admission ? admission.window : null;
  return window ? windowHeaders(window) : [];
}

const windowHeaders = (window: WindowState): [name: string, value: string][] => [
  ['X-RateLimit-Limit', String(window.limit)],
  ['X-RateLimit-Remaining', String(window.remaining)],
  ['X-RateLimit-Reset', String(window.reset)],
];

/** Credits required and credits available, in words. */
export const shortageText = (required: number, available: number): string =>
  `${required} ${required === 1 ? 'credit' : 'credits'}; ${available} ${available === 1 ? 'is' : 'are'} available`;

export const insufficientCredits = ({
  required,
  available,
}: {
  required: number;
  available: number;
}) =>
  new ApiError('INSUFFICIENT_CREDITS', `This lookup costs ${shortageText(required, available)}.`);

export const describeAllowance = ({ limit, left, endsAt }: DailyAllowance) => ({
  credits_per_day: limit,
  credits_left: left,
  resets_at: toIso(endsAt),
});

/** The 429 of a daily limit, which ends at midnight UTC. @param now milliseconds since the epoch */
export function dailyLimitError(exceeded: DailyLimitExceeded, now: number): ApiError {
  const { keyId, limit, left, required, endsAt } = exceeded;
  const resetsAt = toIso(endsAt);
  const subject = keyId.startsWith(AGENT_KEY_PREFIX) ? 'sign-in' : 'API key';
  const message = `The daily credit limit of this ${subject} is ${limit}. Until ${resetsAt}, ${left} of it is left, and this needs ${required}.`;
  const window = { limit, remaining: left, reset: endsAt / 1_000 };
  return new ApiError('RATE_LIMIT_EXCEEDED', message, {
    retryAfterSeconds: (endsAt - now) / 1_000,
    headers: Object.fromEntries(windowHeaders(window)),
    details: { ...describeAllowance(exceeded), credits_required: required },
  });
}

export type Admitted = Extract<Admission, { code: 'ADMITTED' }>;

/**
 * Returns the admission, or throws its refusal.
 * @throws ApiError UNAUTHORIZED, INSUFFICIENT_SCOPE, UPGRADE_REQUIRED, RATE_LIMIT_EXCEEDED,
 * INSUFFICIENT_CREDITS, SERVICE_BUSY
 */
export function requireAdmitted(admission: Admission, now: number): Admitted {
  switch (admission.code) {
    case 'ADMITTED':
      return admission;
    case 'UNAUTHORIZED':
      throw credentialError(admission.problem);
    case 'INSUFFICIENT_SCOPE':
      throw new ApiError('INSUFFICIENT_SCOPE', LIMIT_MESSAGES[admission.limit]);
    case 'UPGRADE_REQUIRED':
      throw new ApiError('UPGRADE_REQUIRED', upgradeMessage(admission.status));
    case 'RATE_LIMIT_EXCEEDED': {
      const message = `The limit of ${WINDOW_MESSAGES[admission.name]} is reached.`;
      const retryAfterSeconds = admission.window.reset - now / 1_000;
      throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
    }
    case 'DAILY_LIMIT_EXCEEDED':
      throw dailyLimitError(admission.exceeded, now);
    case 'INSUFFICIENT_CREDITS':
      throw insufficientCredits(admission);
    case 'SERVICE_BUSY':
      throw new ApiError('SERVICE_BUSY', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

/**
 * Requests admission from the caller's account.
 * @throws ApiError SERVICE_BUSY when too many calls wait for the account, SERVICE_UNAVAILABLE when
 * it cannot be reached
 */
export async function requestAdmission(
  principal: Principal,
  kind: CallKind,
  order: LookupOrder | null,
  accounts: Pick<Accounts, 'admit'>,
): Promise<Admission> {
  return callAccount(() => accounts.admit(principal, kind, order));
}

/**
 * Country the caller's organization set for phone numbers without a country code; undefined for an
 * unauthenticated caller, whose own admission refuses the call.
 * @throws ApiError as {@link requestAdmission} does
 */
export async function readDefaultCountry(
  principal: Principal,
  accounts: Pick<Accounts, 'admit'>,
): Promise<string | undefined> {
  const admission = await requestAdmission(principal, 'uncounted', null, accounts);
  return 'caller' in admission ? admission.caller.defaultCountry : undefined;
}

/** Calls the account. @throws ApiError as {@link requestAdmission} does */
export async function callAccount<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    throw new ApiError('SERVICE_UNAVAILABLE', 'The account is temporarily unavailable.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause,
    });
  }
}

/** Retry delays of a failed settlement or void, within a Worker's time after its reply. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000];

export interface PaymentPorts {
  accounts: Pick<Accounts, 'admit' | 'raiseLookup' | 'settleLookup' | 'voidLookup'>;
  /** Background work, which may outlive the reply. */
  defer(work: Promise<unknown>): void;
  warn(message: string, cause: unknown): void;
}

/** Retries a step, idempotent on the order's id, until it succeeds or the delays run out. */
async function retryLater(
  step: () => Promise<unknown>,
  message: string,
  ports: PaymentPorts,
): Promise<void> {
  for (const ms of RETRY_DELAYS_MS) {
    await pause(ms);
    try {
      await step();
      return;
    } catch (cause) {
      ports.warn(message, cause);
    }
  }
}

/**
 * Compensation of a failed lookup: voids its order, accepted or not. The first attempt is awaited,
 * so that the balance is right when the caller reads the refusal; retries follow the reply.
 */
export async function voidFailedLookup(
  organizationId: string,
  lookupId: string,
  ports: PaymentPorts,
): Promise<void> {
  const step = () => ports.accounts.voidLookup(organizationId, lookupId);
  const first = step().catch(() => {
    ports.defer(retryLater(step, 'a lookup could not be voided', ports));
  });
  ports.defer(first);
  await first;
}

/**
 * Increases the hold of an estimated lookup to its measured price before a paid source is called,
 * so that work the caller cannot pay for does not begin.
 * @throws ApiError INSUFFICIENT_CREDITS; RATE_LIMIT_EXCEEDED; SERVICE_BUSY if the order has ended
 */
export async function increaseHold(
  organizationId: string,
  { id, startedAt }: Pick<LookupCall, 'id' | 'startedAt'>,
  amount: number,
  { accounts }: Pick<PaymentPorts, 'accounts'>,
): Promise<void> {
  const outcome = await callAccount(() => accounts.raiseLookup(organizationId, id, amount));
  if (outcome.kind === 'daily_limit') throw dailyLimitError(outcome.exceeded, startedAt);
  if (outcome.kind === 'insufficient_credits') throw insufficientCredits(outcome);
  if (outcome.kind === 'gone') throw new ApiError('SERVICE_BUSY');
}

const lookupSettlement = (
  { caller: { userId, keyId } }: LookupCall,
  { step: _, amount: __, ...lookup }: LookupOrder,
  answer: { price: number; tables: number | null },
  quote: LookupSettlement['quote'],
): LookupSettlement => ({ ...lookup, ...answer, quote, caller: { userId, keyId } });

/** Credits charged to the caller, and credits spendable after that. */
interface CreditsSpent {
  used: number;
  left: number;
}

/** Settles a held lookup in the background; skipped if the account would not change. */
export function settleHeldLookup(
  call: LookupCall,
  order: LookupOrder,
  { available, ordered: { quote, credits } }: { available: number; ordered: AcceptedOrder },
  answer: { price: number; tables: number | null },
  ports: PaymentPorts,
): CreditsSpent {
  const used = creditsOwed(quote, answer.price);
  const changesAccount = !quote.free || (answer.tables !== null && !quote.sameTables);
  if (order.step === 'hold' && changesAccount) {
    const settlement = lookupSettlement(call, order, answer, quote);
    const step = () => ports.accounts.settleLookup(call.caller.organizationId, settlement);
    ports.defer(step().catch(() => retryLater(step, 'a lookup could not be settled', ports)));
  }
  return { used, left: available + credits - used };
}

/**
 * Settles before the reply an estimated lookup, whose price has no bound before its answer (audio
 * may be longer than declared), or a lookup that shared an earlier one of the caller's still in
 * flight, which may have been voided. In one atomic step the account releases the hold and charges
 * the true price to the held and free credits, or charges nothing. The step is idempotent; if its
 * reply is lost, the caller voids the order, which refunds the charge.
 * @throws ApiError INSUFFICIENT_CREDITS or RATE_LIMIT_EXCEEDED with nothing charged;
 * SERVICE_UNAVAILABLE, SERVICE_BUSY
 */
export async function settleEstimate(
  call: LookupCall,
  order: LookupOrder,
  answer: { price: number; tables: number | null },
  ports: PaymentPorts,
): Promise<CreditsSpent> {
  const settlement = lookupSettlement(call, order, answer, null);
  const outcome = await callAccount(() =>
    ports.accounts.settleLookup(call.caller.organizationId, settlement),
  );
  if (!outcome.paid && outcome.exceeded) throw dailyLimitError(outcome.exceeded, call.startedAt);
  if (!outcome.paid) throw insufficientCredits(outcome);
  return { used: outcome.credits, left: outcome.available };
}

/** Barrier for a batch's admission: one call once every entry has requested or ended. */
export class GatheredAdmission {
  readonly #calls = new Map<number, PromiseWithResolvers<Admission> & { call: AdmissionCall }>();
  readonly #arrived = new Set<number>();
  readonly #send: (calls: readonly AdmissionCall[]) => Promise<readonly Admission[]>;
  readonly #entries: number;
  admissions: readonly Admission[] = [];
  /** Error of the account call; null if it succeeded. */
  failure: unknown = null;

  constructor(
    entries: number,
    send: (calls: readonly AdmissionCall[]) => Promise<readonly Admission[]>,
  ) {
    this.#entries = entries;
    this.#send = send;
  }

  admit(entry: number, call: AdmissionCall): Promise<Admission> {
    const waiting = { ...Promise.withResolvers<Admission>(), call };
    this.#calls.set(entry, waiting);
    this.arrive(entry);
    return waiting.promise;
  }

  /** Marks an entry as requested or ended, so that the barrier no longer waits for it. */
  arrive(entry: number): void {
    if (this.#arrived.has(entry)) return;
    this.#arrived.add(entry);
    if (this.#arrived.size === this.#entries) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    const waiting = [...this.#calls].sort(([a], [b]) => a - b).map(([, each]) => each);
    try {
      this.admissions = await this.#send(waiting.map(({ call }) => call));
      // In entry order, so that the first of repeated lookups finds the fact.
      waiting.forEach(({ resolve }, at) => void resolve(this.admissions[at] as Admission));
    } catch (cause) {
      this.failure = cause;
      for (const { reject } of waiting) reject(cause);
    }
  }
}
