import { ApiError } from '../../lib/errors.ts';
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts';
import type { Admission } from '../account/account.ts';
import type { Caller } from '../account/caller.ts';
import type { AcceptedOrder, LookupOrder } from '../account/order.ts';
import type { Principal } from '../account/principal.ts';
import type { LookupData } from '../envelope.ts';
import { isPriceFixed } from '../product.ts';
import { usesTablesOnly } from '../source.ts';
import type { World } from '../world.ts';
import {
  type Admitted,
  increaseHold,
  type PaymentPorts,
  requestAdmission,
  requireAdmitted,
  settleEstimate,
  settleHeldLookup,
  voidFailedLookup,
} from './account-calls.ts';
import {
  type AnswerPorts,
  answerFromFact,
  answerFromSandbox,
  applySuppression,
  completeFact,
  type DatedFact,
  factKey,
  factPrice,
  freshFact,
  hashInput,
  type LookupCall,
  lookupData,
  paidBefore,
  writeCache,
  writePaid,
} from './answer.ts';
import { dataVersionOf } from './fact-cache.ts';
import { cancelledError, unlessCancelled } from './source-call.ts';
import {
  isInputSuppressed,
  type PaidAnswers,
  resolveSources,
  type SourcedFact,
  type SourceResolution,
} from './source-resolution.ts';

/** A lookup before admission: its caller is not authenticated yet. */
export interface LookupRequest extends Omit<LookupCall, 'caller' | 'input'> {
  principal: Principal;
  /** The parsed body, or the error for a body that cannot be used. */
  body: { ok: true; input: unknown } | { ok: false; problem: ApiError };
  /** Callback with the admission, before any later step can fail. */
  onAdmission(admission: Admission): void;
}

export interface PipelinePorts extends AnswerPorts, PaymentPorts {
  /** Set for a batch: queues the search for a fact, and shares it between repeated lookups. */
  findFact?(
    call: LookupCall,
    inputHash: string,
    find: () => Promise<DatedFact>,
  ): Promise<DatedFact>;
}

interface PreparedLookup {
  call: Omit<LookupCall, 'caller'>;
  inputHash: string;
  dataVersion: number;
  resolution: SourceResolution;
  /** Answers of paid sources so far, including those in {@link paidBefore}. */
  paid: PaidAnswers;
  /** Whether the input names a suppressed person. */
  suppressed: MaybePromise<boolean>;
  /** The fact, or the failure, that in-memory tables gave without I/O; null otherwise. */
  syncResult: SourcedFact | Error | null;
  allowNetwork(): void;
}

/** Admission without an order: the call counts against the rate limit and charges nothing. */
async function admitOnly(request: LookupRequest, ports: PipelinePorts): Promise<Admitted> {
  const { principal, product, startedAt, onAdmission } = request;
  const admission = await requestAdmission(principal, product.tier, null, ports.accounts);
  onAdmission(admission);
  return requireAdmitted(admission, startedAt);
}

/** Turns a synchronous failure into a rejection, to throw after admission (401 before 503). */
function readInputSuppression(
  { product, input }: Omit<LookupCall, 'caller'>,
  { world }: PipelinePorts,
): MaybePromise<boolean> {
  try {
    return isInputSuppressed(product, input, world);
  } catch (error) {
    const failed = Promise.reject(error);
    failed.catch(() => undefined);
    return failed;
  }
}

/** Adds {@link World.cover} to the world of a product whose price depends on the measured work. */
function withHoldIncrease(
  call: Omit<LookupCall, 'caller'>,
  organizationId: string,
  ports: PipelinePorts,
): World {
  const { measured } = call.product.price;
  if (!measured) return ports.world;
  const cover = (measure: number) => increaseHold(organizationId, call, measured(measure), ports);
  return { ...ports.world, cover };
}

/**
 * Starts the sources before the account is called; sources that need the network wait for
 * `allowNetwork`. A synchronous result then allows an immediate charge.
 */
function prepare(
  call: Omit<LookupCall, 'caller'>,
  organizationId: string,
  ports: PipelinePorts,
): MaybePromise<PreparedLookup> {
  const { product, input, signal } = call;
  let allowNetwork!: () => void;
  const networkAllowed = new Promise<void>((resolve) => {
    allowNetwork = resolve;
  });
  const suppressed = readInputSuppression(call, ports);
  const world = withHoldIncrease(call, organizationId, ports);
  const sourcePorts = { ...ports, world, organizationId, signal };
  const paid: PaidAnswers = new Map();
  const options = { suppressed, paid };
  const resolution = resolveSources(product, input, sourcePorts, networkAllowed, options);
  const { answer, needsIo, settled } = resolution;
  // If the list is unreadable, the answer fails later; until then the input counts as unlisted.
  const known = suppressed instanceof Promise ? suppressed.catch(() => false) : suppressed;
  const version = mapMaybePromise(known, (isListed) =>
    dataVersionOf(product, ports.world, isListed),
  );
  const first =
    settled ?? Promise.race([answer, needsIo.then(() => null)]).catch((error: Error) => error);
  const inputHash = hashInput(call, ports.world);
  return mapMaybePromise(version, (dataVersion) =>
    mapMaybePromise(first, (syncResult) => {
      const found = { resolution, paid, suppressed, syncResult };
      return { call, inputHash, dataVersion, ...found, allowNetwork };
    }),
  );
}

/** A charge if the price is known and only tables are queried; else a hold or an estimate. */
function lookupOrder(prepared: PreparedLookup, { mode }: Principal, world: World): LookupOrder {
  const { call, inputHash, dataVersion: tables, syncResult } = prepared;
  const { id, product, input, bypass, startedAt: askedAt } = call;
  const order = { id, product: product.type, inputHash, bypass, askedAt, tables };
  const { upTo, listed, per } = product.price;
  if (syncResult && !(syncResult instanceof Error)) {
    const caller = { mode } as Caller;
    return { ...order, step: 'charge', amount: factPrice({ ...call, caller }, syncResult) };
  }
  const isKnown =
    !syncResult &&
    isPriceFixed(product, input) &&
    usesTablesOnly(product.sources, world) &&
    !product.people;
  const step = per ? 'estimate' : isKnown ? 'charge' : 'hold';
  return { ...order, step, amount: listed?.(input) ?? upTo };
}

/** Whether a fault precedes a payment refusal: 400 comes before 402, and 402 before later codes. */
const comesBeforePayment = (fault: unknown): boolean =>
  !(fault instanceof ApiError) || fault.status < 402;

/** The order, or the fault that prevents it. */
function orderOrFault(
  prepared: PreparedLookup,
  principal: Principal,
  world: World,
): LookupOrder | { fault: unknown } {
  const { syncResult } = prepared;
  if (syncResult instanceof Error && comesBeforePayment(syncResult)) return { fault: syncResult };
  try {
    return lookupOrder(prepared, principal, world);
  } catch (fault) {
    return { fault };
  }
}

function datedFact(
  { call, dataVersion }: PreparedLookup,
  found: SourcedFact,
  { quote }: AcceptedOrder,
): DatedFact {
  const cached = found.fromTables && quote.sameTables && !call.bypass;
  const foundAt = cached && quote.foundAt !== null ? quote.foundAt : call.startedAt;
  return { ...found, foundAt, cached, tables: dataVersion };
}

/** The stored fact, else the fact of the sources, which may use the network from then on. */
async function resolveFact(
  prepared: PreparedLookup,
  stored: MaybePromise<DatedFact | null>,
  ordered: AcceptedOrder,
): Promise<DatedFact> {
  const known = await stored;
  if (known) return known;
  const { call, resolution, allowNetwork } = prepared;
  allowNetwork();
  const found = await unlessCancelled(resolution.answer, call.signal);
  return datedFact(prepared, found, ordered);
}

function readStored(
  prepared: PreparedLookup,
  organizationId: string,
  ports: PipelinePorts,
): MaybePromise<DatedFact | null> {
  const { product, bypass } = prepared.call;
  if (prepared.syncResult || bypass || usesTablesOnly(product.sources, ports.world)) return null;
  const stored = readCache(prepared, organizationId, ports);
  // After a refusal this read is not awaited; the handler prevents an unhandled rejection.
  stored.catch(() => undefined);
  return stored;
}

async function readCache(
  { call, inputHash, dataVersion, suppressed, paid }: PreparedLookup,
  organizationId: string,
  { cache, world }: PipelinePorts,
): Promise<DatedFact | null> {
  const { product, startedAt } = call;
  // Awaits only a promise, so that the cache read starts before the account is called.
  if (suppressed instanceof Promise ? await suppressed : suppressed) return null;
  const key = factKey({ product, caller: { organizationId } as Caller }, inputHash);
  const record = await cache.get(key, startedAt);
  for (const [query, answer] of paidBefore(record, dataVersion)) paid.set(query, answer);
  return applySuppression(call, freshFact(record, dataVersion), { world });
}

async function answerAndPay(
  prepared: PreparedLookup,
  order: LookupOrder,
  { caller, available }: Admitted,
  ordered: AcceptedOrder,
  stored: MaybePromise<DatedFact | null>,
  ports: PipelinePorts,
): Promise<LookupData> {
  const call = { ...prepared.call, caller };
  const { syncResult, inputHash, paid, dataVersion } = prepared;
  const find = () =>
    resolveFact(prepared, stored, ordered).catch((error) => {
      ports.defer(writePaid(call, inputHash, paid, dataVersion, ports));
      throw error;
    });
  const isThere = syncResult !== null && !(syncResult instanceof Error);
  if (isThere && call.signal?.aborted) throw cancelledError();
  const found = isThere
    ? datedFact(prepared, syncResult, ordered)
    : await (ports.findFact ? ports.findFact(call, inputHash, find) : find());
  const answer = answerFromFact(call, found);
  const { windowEndsAt } = ordered.quote;
  // Cached before payment: a caller without credits finds it there after buying some.
  if (found.cached) {
    if (!found.complete) ports.defer(completeFact(call, inputHash, found, windowEndsAt, ports));
  } else if (!found.fromTables)
    ports.defer(writeCache(call, inputHash, found, windowEndsAt, ports));
  const asked = { price: answer.price, tables: found.fromTables ? found.tables : null };
  const spent =
    order.step === 'estimate' || ordered.quote.isShared
      ? await settleEstimate(call, order, asked, ports)
      : settleHeldLookup(call, order, { available, ordered }, asked, ports);
  return lookupData(call, answer, spent, ports.world.clock.now());
}

async function lookupLive(
  request: LookupRequest,
  call: Omit<LookupCall, 'caller'>,
  ports: PipelinePorts,
): Promise<LookupData> {
  const { principal, id, product, startedAt, onAdmission } = request;
  const preparing = prepare(call, principal.id, ports);
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  const order = orderOrFault(prepared, principal, ports.world);
  if ('fault' in order) {
    // A fault in the product's declaration is thrown after admission, like every failure.
    await admitOnly(request, ports);
    throw order.fault;
  }
  const stored = readStored(prepared, principal.id, ports);
  const admission = await requestAdmission(principal, product.tier, order, ports.accounts).catch(
    async (error) => {
      // The account may have accepted the order although its reply was lost.
      if (error.code !== 'SERVICE_BUSY') await voidFailedLookup(principal.id, id, ports);
      throw error;
    },
  );
  onAdmission(admission);
  const admitted = requireAdmitted(admission, startedAt);
  try {
    if (!admitted.order) throw new Error('the account admitted an order and did not answer it');
    return await answerAndPay(prepared, order, admitted, admitted.order, stored, ports);
  } catch (error) {
    await voidFailedLookup(principal.id, id, ports);
    throw error;
  }
}

/** Code under which a failed lookup is counted. A source that is not configured is no failure. */
function countedCode(error: unknown): string {
  if (!(error instanceof ApiError)) return 'INTERNAL_ERROR';
  return error.details?.available === false ? 'NOT_CONFIGURED' : error.code;
}

/**
 * Lookup pipeline: one round trip to the account, which authenticates, rate-limits and charges the
 * caller while the sources find the fact.
 * @throws ApiError any code of the specification that can end a lookup, in its order: 401, 403,
 * 429, 400, 402, …
 */
export async function lookup(request: LookupRequest, ports: PipelinePorts): Promise<LookupData> {
  const { product, principal } = request;
  const count = (code: string) =>
    ports.metrics.count('lookups', { product: product.type, mode: principal.mode, code });
  try {
    const data = await lookupByMode(request, ports);
    count('OK');
    return data;
  } catch (error) {
    count(countedCode(error));
    throw error;
  }
}

async function lookupInSandbox(
  request: LookupRequest,
  call: Omit<LookupCall, 'caller'>,
  ports: PipelinePorts,
): Promise<LookupData> {
  const { caller, available } = await admitOnly(request, ports);
  const answered = { ...call, caller };
  const spent = { used: 0, left: available };
  return lookupData(answered, answerFromSandbox(answered), spent, ports.world.clock.now());
}

async function lookupByMode(request: LookupRequest, ports: PipelinePorts): Promise<LookupData> {
  const { principal, body, id, product, bypass, startedAt, signal } = request;
  if (!body.ok) {
    await admitOnly(request, ports);
    throw body.problem;
  }
  const call = { id, product, input: body.input, bypass, startedAt, signal };
  const answer = principal.mode === 'test' ? lookupInSandbox : lookupLive;
  return answer(request, call, ports);
}
