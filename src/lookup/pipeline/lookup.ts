import { ApiError } from '../../lib/errors.ts';
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts';
import type { Admission } from '../account/account.ts';
import type { Caller } from '../account/caller.ts';
import type { AcceptedOrder, LookupOrder } from '../account/order.ts';
import type { Principal } from '../account/principal.ts';
import type { LookupData } from '../envelope.ts';
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
  isTableOnly,
  type LookupCall,
  lookupData,
  writeCache,
} from './answer.ts';
import { dataVersionOf } from './fact-cache.ts';
import { unlessCancelled } from './source-call.ts';
import {
  isInputSuppressed,
  resolveSources,
  type SourcedFact,
  type SourceResolution,
} from './source-resolution.ts';

/** A lookup before admission: the account has not authenticated its caller yet. */
export interface LookupRequest extends Omit<LookupCall, 'caller' | 'input'> {
  principal: Principal;
  /** The parsed body, or why it cannot be used. */
  body: { ok: true; input: unknown } | { ok: false; problem: ApiError };
  /** Callback with the admission, before any later step can fail. */
  onAdmission(admission: Admission): void;
}

export interface PipelinePorts extends AnswerPorts, PaymentPorts {
  /** Of a batch: finds the fact of a lookup when its turn comes, of repeated ones once. */
  findFact?(
    call: LookupCall,
    inputHash: string,
    find: () => Promise<DatedFact>,
  ): Promise<DatedFact>;
}

/** A lookup prepared before its admission. */
interface PreparedLookup {
  call: Omit<LookupCall, 'caller'>;
  inputHash: string;
  dataVersion: number;
  resolution: SourceResolution;
  /** Whether the input names a suppressed person. */
  suppressed: MaybePromise<boolean>;
  /** The fact or failure that tables in memory gave without I/O; null otherwise. */
  syncResult: SourcedFact | Error | null;
  allowNetwork(): void;
}

/** Admission without an order: the call is counted, and nothing is paid. */
async function admitOnly(request: LookupRequest, ports: PipelinePorts): Promise<Admitted> {
  const { principal, product, startedAt, onAdmission } = request;
  const admission = await requestAdmission(principal, product.tier, null, ports.accounts);
  onAdmission(admission);
  return requireAdmitted(admission, startedAt);
}

/**
 * A synchronous failure becomes a rejection: it is thrown after admission, as 401 comes before 503.
 */
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

/** The world with {@link World.cover} for products whose price depends on a measure of the work. */
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
 * Starts the sources that need no permission, so that a synchronous result is there before the
 * account is called.
 */
async function prepare(
  call: Omit<LookupCall, 'caller'>,
  organizationId: string,
  ports: PipelinePorts,
): Promise<PreparedLookup> {
  const { product, input, signal } = call;
  let allowNetwork!: () => void;
  const networkAllowed = new Promise<void>((resolve) => {
    allowNetwork = resolve;
  });
  const suppressed = readInputSuppression(call, ports);
  const world = withHoldIncrease(call, organizationId, ports);
  const sourcePorts = { ...ports, world, organizationId, signal };
  const resolution = resolveSources(product, input, sourcePorts, networkAllowed, suppressed);
  const { answer, needsIo } = resolution;
  // An unreadable list fails the answer later; the data version then is an unsuppressed input's.
  const known = suppressed instanceof Promise ? suppressed.catch(() => false) : suppressed;
  const [inputHash, dataVersion, syncResult] = await Promise.all([
    hashInput(call),
    mapMaybePromise(known, (isListed) => dataVersionOf(product, ports.world, isListed)),
    Promise.race([answer, needsIo.then(() => null)]).catch((error: Error) => error),
  ]);
  return { call, inputHash, dataVersion, resolution, suppressed, syncResult, allowNetwork };
}

/**
 * Charges at once where the price is known and only tables are queried; else holds or estimates.
 */
function lookupOrder(prepared: PreparedLookup, { mode }: Principal, world: World): LookupOrder {
  const { call, inputHash, dataVersion: tables, syncResult } = prepared;
  const { id, product, input, bypass, startedAt: askedAt } = call;
  const order = { id, product: product.type, inputHash, bypass, askedAt, tables };
  const { upTo, listed, fixed, per } = product.price;
  if (syncResult && !(syncResult instanceof Error)) {
    const caller = { mode } as Caller;
    return { ...order, step: 'charge', amount: factPrice({ ...call, caller }, syncResult) };
  }
  const isKnown = fixed && isTableOnly(product, world) && !product.people;
  const step = per ? 'estimate' : isKnown ? 'charge' : 'hold';
  return { ...order, step, amount: listed?.(input) ?? upTo };
}

/** A fault of the declaration is thrown after admission, like every failure of a lookup. */
async function requireOrder(
  request: LookupRequest,
  prepared: PreparedLookup,
  ports: PipelinePorts,
): Promise<LookupOrder> {
  try {
    if (prepared.syncResult instanceof Error) throw prepared.syncResult;
    return lookupOrder(prepared, request.principal, ports.world);
  } catch (error) {
    await admitOnly(request, ports);
    throw error;
  }
}

/**
 * The fact: the synchronous one, the stored one, or that of the sources, which may now use the
 * network.
 */
async function resolveFact(
  { call, resolution, dataVersion, allowNetwork }: PreparedLookup,
  stored: Promise<DatedFact | null>,
  { quote }: AcceptedOrder,
): Promise<DatedFact> {
  const known = await stored;
  if (known) return known;
  allowNetwork();
  const { signal } = call;
  const found = await (signal ? unlessCancelled(resolution.answer, signal) : resolution.answer);
  const cached = found.fromTables && quote.sameTables && !call.bypass;
  const foundAt = cached && quote.foundAt !== null ? quote.foundAt : call.startedAt;
  return { ...found, foundAt, cached, tables: dataVersion };
}

/** Cache read, in parallel with the admission. */
async function readStored(
  { call, inputHash, dataVersion, suppressed, syncResult }: PreparedLookup,
  organizationId: string,
  { cache, world }: PipelinePorts,
): Promise<DatedFact | null> {
  const { product, bypass, startedAt } = call;
  if (syncResult || bypass || isTableOnly(product, world)) return null;
  // No await without need: the read then goes out before the call of the account.
  if (suppressed instanceof Promise ? await suppressed : suppressed) return null;
  const key = factKey({ product, caller: { organizationId } as Caller }, inputHash);
  return applySuppression(call, freshFact(await cache.get(key, startedAt), dataVersion), {
    world,
  });
}

async function answerAndPay(
  prepared: PreparedLookup,
  order: LookupOrder,
  { caller, available }: Admitted,
  ordered: AcceptedOrder,
  stored: Promise<DatedFact | null>,
  ports: PipelinePorts,
): Promise<LookupData> {
  const call = { ...prepared.call, caller };
  const find = () => resolveFact(prepared, stored, ordered);
  const found = await (prepared.syncResult || !ports.findFact
    ? find()
    : ports.findFact(call, prepared.inputHash, find));
  const answer = answerFromFact(call, found);
  const { windowEndsAt } = ordered.quote;
  // Before payment: a caller without credits finds the answer in the cache once they have them.
  if (found.cached) {
    if (!found.complete)
      ports.defer(completeFact(call, prepared.inputHash, found, windowEndsAt, ports));
  } else if (!found.fromTables)
    ports.defer(writeCache(call, prepared.inputHash, found, windowEndsAt, ports));
  const asked = { price: answer.price, tables: found.fromTables ? found.tables : null };
  const spent =
    order.step === 'estimate'
      ? await settleEstimate(call, order, asked, ports)
      : settleHeldLookup(call, order, { available, ordered }, asked, ports);
  return lookupData(call, answer, spent, ports.world.clock.now());
}

async function lookupLive(
  request: LookupRequest,
  prepared: PreparedLookup,
  ports: PipelinePorts,
): Promise<LookupData> {
  const { principal, id, product, startedAt, onAdmission } = request;
  const order = await requireOrder(request, prepared, ports);
  const stored = readStored(prepared, principal.id, ports);
  // A refusal leaves the read unawaited; its rejection must not be unhandled.
  stored.catch(() => undefined);
  const admission = await requestAdmission(principal, product.tier, order, ports.accounts).catch(
    async (error) => {
      // The order may have been accepted although its reply was lost.
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

/**
 * Lookup pipeline with one round trip to the account, which authenticates, rate-limits and charges
 * the caller, while the sources find the fact.
 * @throws ApiError any code of the specification that a lookup can end in, in its order: 401, 403,
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
    count(error instanceof ApiError ? error.code : 'INTERNAL_ERROR');
    throw error;
  }
}

async function lookupByMode(request: LookupRequest, ports: PipelinePorts): Promise<LookupData> {
  const { principal, body, onAdmission: _, ...rest } = request;
  if (!body.ok) {
    await admitOnly(request, ports);
    throw body.problem;
  }
  const call = { ...rest, input: body.input };
  if (principal.mode === 'test') {
    const { caller, available } = await admitOnly(request, ports);
    const answer = answerFromSandbox({ ...call, caller });
    return lookupData(
      { ...call, caller },
      answer,
      { used: 0, left: available },
      ports.world.clock.now(),
    );
  }
  return lookupLive(request, await prepare(call, principal.id, ports), ports);
}
