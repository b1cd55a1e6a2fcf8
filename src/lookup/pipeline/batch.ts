import { batchedCalls, batchLoader } from '../../lib/batch-loader.ts';
import { ApiError } from '../../lib/errors.ts';
import { createLimiter } from '../../lib/limiter.ts';
import type { Accounts, Admission } from '../account/account.ts';
import { type LookupSettled, type LookupSettlement, MAX_BATCH_LOOKUPS } from '../account/order.ts';
import { areInScope, type Principal } from '../account/principal.ts';
import { type LookupData, refusalBody } from '../envelope.ts';
import type { AnyProduct } from '../product.ts';
import type { World } from '../world.ts';
import {
  callAccount,
  GatheredAdmission,
  requestAdmission,
  requireAdmitted,
} from './account-calls.ts';
import { type DatedFact, factKey, hashInput } from './answer.ts';
import { type BulkFactCache, hashSubject } from './fact-cache.ts';
import { type LookupRequest, lookup, type PipelinePorts } from './lookup.ts';
import {
  ANSWERED,
  claimNames,
  type IdempotencyPorts,
  logged,
  lookupOutcome,
  type RequestLogPorts,
  readLookup,
  runOnce,
} from './lookup-request.ts';
import { LOOKUPS_AT_ONCE } from './source-call.ts';

/*
 * A batch runs its lookups concurrently, each through the pipeline of a single lookup. Calls to the
 * account are combined: one call for all admissions, in entry order, and one for all settlements of
 * holds. Cached facts are read together; the fact of a repeated lookup is found once.
 */

export interface BatchEntry {
  product: AnyProduct | ApiError;
  /** Request body that the entry would have as a single lookup. */
  input: unknown;
}

/** HTTP status and envelope that the entry would have as a single lookup. */
export type BatchResult = { status: number } & (
  | { success: true; data: LookupData }
  | (ReturnType<typeof refusalBody> & { retry_after?: number })
);

/** Results in entry order, and the credits spendable after them. */
export interface BatchAnswer {
  results: BatchResult[];
  creditsRemaining: number;
}

interface IncomingBatch {
  id: string;
  /** Request path, for the log. */
  path: string;
  /** Scheme and host of the service, for links to the pages of error codes. */
  origin: string;
  principal: Principal;
  startedAt: number;
  onAdmission(admission: Admission): void;
  entries: readonly BatchEntry[];
  /** Whether every lookup skips the cache, besides those whose entry asks for it. */
  bypass: boolean;
  /** The whole request body, hashed for the Idempotency-Key. */
  sent: unknown;
  idempotencyKey: string | null;
}

export type BatchPorts = IdempotencyPorts & {
  accounts: Pick<Accounts, 'admitAll' | 'settleLookups' | 'voidLookups'>;
  cache: BulkFactCache;
};

/** Longest wait for the network; an entry that waits longer is refused, free of charge. */
const MAX_WAIT_MS = 60_000;

const RETRY_AFTER_SECONDS = 2;

/** Whether the refusal is about the caller, not one lookup; it then refuses the whole batch. */
const isOfCaller = (admission: Admission): boolean =>
  admission.code === 'UNAUTHORIZED' ||
  admission.code === 'UPGRADE_REQUIRED' ||
  (admission.code === 'INSUFFICIENT_SCOPE' && admission.limit !== 'product');

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

/** Finds a repeated lookup's fact once; lookups that need the network are queued. */
function sharedFacts({ world: { clock } }: PipelinePorts): NonNullable<PipelinePorts['findFact']> {
  const takeTurn = createLimiter(LOOKUPS_AT_ONCE);
  const found = new Map<string, Promise<DatedFact>>();
  const startedAt = clock.now();
  return async function share(call, inputHash, find): Promise<DatedFact> {
    const key = factKey(call, inputHash);
    const first = found.get(key);
    if (first && !call.bypass) {
      try {
        // Without the paid answers, from which only a stored fact is completed.
        const { paid: _, ...fact } = await first;
        return { ...fact, cached: true };
      } catch (error) {
        if (found.get(key) === first) throw error;
        return share(call, inputHash, find);
      }
    }
    const fact = takeTurn(async () => {
      if (clock.now() <= startedAt + MAX_WAIT_MS) return find();
      throw new ApiError('SERVICE_BUSY', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    });
    if (!first) found.set(key, fact);
    // After a failed `bypass` lookup, a repeat without `bypass` may find a stored fact.
    if (!first && call.bypass) fact.catch(() => found.delete(key));
    return fact;
  };
}

const refusalOf = (error: unknown, requestId: string, origin: string): BatchResult => {
  const refusal =
    error instanceof ApiError ? error : new ApiError('INTERNAL_ERROR', undefined, { cause: error });
  const { status, headers } = refusal;
  const wait = headers['Retry-After'];
  return {
    status,
    ...refusalBody(refusal, { requestId, origin }),
    ...(wait !== undefined && { retry_after: Number(wait) }),
  };
};

/** A parsed lookup of a batch, or an entry that cannot be one and its error. */
type PreparedEntry =
  | Omit<LookupRequest, 'onAdmission'>
  | { id: string; product: null; problem: ApiError };

async function prepareEntry(
  { product, input: sent }: BatchEntry,
  { principal, bypass: all, startedAt }: IncomingBatch,
  ports: { accounts: Pick<Accounts, 'admit'> },
): Promise<PreparedEntry> {
  const id = crypto.randomUUID();
  if (product instanceof ApiError) return { id, product: null, problem: product };
  const caller = { ...principal, resource: product.type };
  const read = () => ({ sent, idempotencyKey: null });
  const body = await readLookup({ principal, product }, read, ports);
  const bypass = all || (body.ok && body.bypass);
  return { id, product, principal: caller, body, bypass, startedAt };
}

/** Parses all entries; asks the account for the default country once per product. */
function prepareEntries(
  incoming: IncomingBatch,
  { accounts }: BatchPorts,
): Promise<PreparedEntry[]> {
  const asked = new Map<string | undefined, Promise<Admission>>();
  const admit: Accounts['admit'] = (principal, ...call) => {
    const admission = asked.get(principal.resource) ?? accounts.admit(principal, ...call);
    asked.set(principal.resource, admission);
    return admission;
  };
  const ports = { accounts: { admit } };
  return Promise.all(incoming.entries.map((entry) => prepareEntry(entry, incoming, ports)));
}

/** Settles in entry order, so that the first of repeated estimates pays. */
function settlementsInOrder(
  organizationId: string,
  entries: readonly PreparedEntry[],
  { accounts }: BatchPorts,
) {
  return async (settlements: readonly LookupSettlement[]): Promise<LookupSettled[]> => {
    const positions = new Map(entries.map(({ id }, at) => [id, at]));
    const positionOf = ({ id }: LookupSettlement) => positions.get(id) ?? 0;
    const sorted = settlements.toSorted((a, b) => positionOf(a) - positionOf(b));
    const settled = await accounts.settleLookups(organizationId, sorted);
    return settlements.map((each) => settled[sorted.indexOf(each)] as LookupSettled);
  };
}

/** Pipeline ports shared by a batch's entries. @param ended resolves when all have ended */
function batchPorts(
  organizationId: string,
  entries: readonly PreparedEntry[],
  ended: Promise<unknown>,
  ports: BatchPorts,
) {
  const { accounts, cache } = ports;
  const read = batchLoader(
    (keys) => cache.getMany(keys, ports.world.clock.now()),
    MAX_BATCH_LOOKUPS,
  );
  const settleAll = settlementsInOrder(organizationId, entries, ports);
  // Holds are settled after the last entry has ended, estimates before the reply.
  const settleHold = batchedCalls(() => ended.then(nextTurn), settleAll);
  const settleEstimate = batchedCalls(nextTurn, settleAll);
  const voidOrder = batchedCalls<string, undefined>(nextTurn, async (ids) => {
    await accounts.voidLookups(organizationId, ids);
    return ids.map(() => undefined);
  });
  return {
    ...ports,
    cache: { ...cache, get: async (key: string) => (await read(key)) ?? null },
    findFact: sharedFacts(ports),
    accounts: {
      raiseLookup: accounts.raiseLookup,
      settleLookup: (_: string, settlement: LookupSettlement) =>
        settlement.quote === null ? settleEstimate(settlement) : settleHold(settlement),
      voidLookup: (_: string, id: string) => voidOrder(id),
    },
  };
}

async function runEntry(
  entry: PreparedEntry,
  { id: batchId, path, principal, startedAt, origin }: IncomingBatch,
  ports: PipelinePorts & RequestLogPorts,
): Promise<BatchResult> {
  const { id, product } = entry;
  const call = { id, batchId, path, product, startedAt, onAdmission: () => undefined };
  try {
    const run = async (onAdmission: LookupRequest['onAdmission']) => {
      if (!('problem' in entry))
        return { data: await lookup({ ...entry, onAdmission }, ports), replayed: false };
      const caller = { ...principal, resource: 'owned' };
      const admission = await requestAdmission(caller, 'uncounted', null, ports.accounts);
      onAdmission(admission);
      requireAdmitted(admission, startedAt);
      throw entry.problem;
    };
    const { data } = await logged(call, ports, run, lookupOutcome);
    return { status: 200, success: true, data };
  } catch (error) {
    const refusal = refusalOf(error, entry.id, origin);
    if (refusal.status >= 500)
      ports.warn('an entry of a batch failed', error instanceof ApiError ? error.cause : error);
    return refusal;
  }
}

/** Remaining calls in the admission's rate window; 0 without a window. */
const remainingOf = (admission: Admission): number =>
  ('window' in admission && admission.window?.remaining) || 0;

export const creditsUsed = (result: BatchResult): number =>
  result.success ? result.data.metadata.credits_used : 0;

/** Balance before the first entry. One call admits all of them, so no other order is between. */
async function balanceBefore(
  admissions: readonly Admission[],
  principal: Principal,
  ports: BatchPorts,
): Promise<number> {
  const first = admissions.find((each) => 'available' in each);
  if (first) return first.available + (('order' in first && first.order?.credits) || 0);
  const owner = { ...principal, resource: 'owned' };
  const admission = await requestAdmission(owner, 'uncounted', null, ports.accounts);
  return 'available' in admission ? admission.available : 0;
}

/**
 * Writes to each answer the balance after it, without the holds of other entries. Not below 0: an
 * estimate may have been paid with credits that were added meanwhile.
 */
function withBalances(results: readonly BatchResult[], before: number): BatchAnswer {
  let creditsRemaining = before;
  const balanced = results.map((result): BatchResult => {
    if (!result.success) return result;
    creditsRemaining = Math.max(0, creditsRemaining - creditsUsed(result));
    const { data } = result;
    const metadata = { ...data.metadata, credits_remaining: creditsRemaining };
    return { ...result, data: { ...data, metadata } };
  });
  return { results: balanced, creditsRemaining };
}

/** Looks up all entries. @throws ApiError a refusal of the caller */
async function lookUpAll(
  entries: readonly PreparedEntry[],
  incoming: IncomingBatch,
  ports: BatchPorts,
): Promise<BatchAnswer> {
  const { principal, startedAt, onAdmission } = incoming;
  const ended = Promise.withResolvers<void>();
  const shared = batchPorts(principal.id, entries, ended.promise, ports);
  const admission = new GatheredAdmission(entries.length, (calls) =>
    callAccount(() => ports.accounts.admitAll(principal, calls)),
  );
  const results = await Promise.all(
    entries.map(async (entry, at) => {
      // The scopes of an agent cover single lookups only; `owned` gets its batch refused.
      const reach = (resource = 'owned') => (principal.kind === 'agent' ? 'owned' : resource);
      const admit: Accounts['admit'] = ({ resource }, kind, order) =>
        admission.admit(at, { kind, resource: reach(resource), order });
      const own = { ...shared, accounts: { ...shared.accounts, admit } };
      try {
        return await runEntry(entry, incoming, own);
      } finally {
        admission.arrive(at);
      }
    }),
  );
  ended.resolve();
  const { failure, admissions } = admission;
  if (failure !== null) throw failure;
  const fullest = admissions
    .filter((each) => 'window' in each && each.window !== null)
    .sort((a, b) => remainingOf(a) - remainingOf(b))[0];
  if (fullest) onAdmission(fullest);
  const refused = admissions.find(isOfCaller);
  if (refused) requireAdmitted(refused, startedAt);
  return withBalances(results, await balanceBefore(admissions, principal, ports));
}

/** Drops `bypass` for lookups that an earlier attempt under this key already paid for. */
const withoutBypass = (entries: readonly PreparedEntry[], paid: readonly boolean[]) =>
  entries.map((entry, at) =>
    'problem' in entry ? entry : { ...entry, bypass: entry.bypass && !paid[at] },
  );

/** Lookups paid under a batch's Idempotency-Key; a bad entry has a placeholder. */
const lookupsOf = (entries: readonly PreparedEntry[], world: World) =>
  entries.map((entry) =>
    'problem' in entry || !entry.body.ok
      ? { product: 'none', inputHash: hashSubject('') }
      : {
          product: entry.product.type,
          inputHash: hashInput({ product: entry.product, input: entry.body.input }, world),
        },
  );

/** A replayed answer, without answers of products outside the key's current scopes. */
function withinScopes(
  answer: BatchAnswer,
  entries: readonly PreparedEntry[],
  scopes: readonly string[] | null,
  { origin }: IncomingBatch,
): BatchAnswer {
  const results = answer.results.map((result, at) => {
    const { id, product = null } = entries[at] ?? { id: '' };
    if (product === null || !result.success || areInScope(scopes, [product.type])) return result;
    return refusalOf(new ApiError('INSUFFICIENT_SCOPE'), id, origin);
  });
  return { ...answer, results };
}

/**
 * Batch of up to {@link MAX_BATCH_LOOKUPS} lookups, admitted in one call to the account. Each is
 * answered or refused as a single lookup would be. If the credits or a rate window do not suffice
 * for all, those that fit are answered, in entry order.
 * @returns `replayed`: the answer is an earlier one to the same Idempotency-Key
 * @throws ApiError a refusal of the caller; IDEMPOTENCY_CONFLICT
 */
export async function requestBatch(
  incoming: IncomingBatch,
  ports: BatchPorts,
): Promise<{ data: BatchAnswer; replayed: boolean }> {
  const { id, principal, startedAt, idempotencyKey, sent } = incoming;
  const entries = await prepareEntries(incoming, ports);
  if (idempotencyKey === null)
    return { data: await lookUpAll(entries, incoming, ports), replayed: false };
  const names = await claimNames(principal, idempotencyKey, '/batch', sent);
  const lookups = lookupsOf(entries, ports.world);
  // Each entry is logged by itself; the batch is logged only if no entry was run.
  let isRun = false;
  const call = { ...incoming, product: null, isLogged: () => !isRun };
  let scopes: readonly string[] | null = null;
  const run = async (onAdmission: IncomingBatch['onAdmission']) => {
    const admitted = (admission: Admission) => {
      if ('caller' in admission) scopes = admission.caller.scopes ?? null;
      onAdmission(admission);
    };
    const answer = await runOnce<BatchAnswer>(
      {
        call: {
          ...incoming,
          onAdmission: admitted,
          principal: { ...principal, resource: 'owned' },
        },
        kind: 'standard',
        claim: { ...names, lookupId: id, askedAt: startedAt, lookups },
        orderIds: entries.map((entry) => entry.id),
        products: entries.flatMap(({ product }) => product ?? []),
        run: (paid) => {
          isRun = true;
          return lookUpAll(withoutBypass(entries, paid), incoming, ports);
        },
        isAnswer: ({ results }) => results.some(({ success }) => success),
      },
      ports,
    );
    return answer.replayed
      ? { ...answer, data: withinScopes(answer.data, entries, scopes, incoming) }
      : answer;
  };
  return logged(call, ports, run, () => ANSWERED);
}
