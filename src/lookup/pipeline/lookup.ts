import { ApiError } from '../../lib/errors.ts';
import { mapMaybePromise } from '../../lib/maybe-promise.ts';
import type { Admission } from '../account/account.ts';
import type { Caller } from '../account/caller.ts';
import type { AcceptedOrder, LookupOrder } from '../account/order.ts';
import type { Principal } from '../account/principal.ts';
import type { LookupData } from '../envelope.ts';
import type { World } from '../world.ts';
import { type Admitted, requestAdmission, requireAdmitted } from './admission.ts';
import {
  type AnswerPorts,
  answerFromFact,
  answerFromSandbox,
  applySuppression,
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
import {
  increaseHold,
  type PaymentPorts,
  settleEstimate,
  settleHeldLookup,
  voidFailedLookup,
} from './payment.ts';
import { resolveSources, type SourcedFact, type SourceResolution } from './source-resolution.ts';
import { isInputSuppressed } from './suppression-check.ts';

/** A lookup as it comes in: the account has yet to say whose it is. */
export interface LookupRequest extends Omit<LookupCall, 'caller' | 'input'> {
  principal: Principal;
  /** What the body parsed to, or why it cannot be used. */
  body: { ok: true; input: unknown } | { ok: false; problem: ApiError };
  /** Told what the account said, before anything else can go wrong. */
  onAdmission(admission: Admission): void;
}

export interface PipelinePorts extends AnswerPorts, PaymentPorts {}

/** What is known of a lookup before the account is asked. */
interface PreparedLookup {
  call: Omit<LookupCall, 'caller'>;
  inputHash: string;
  tables: number;
  resolution: SourceResolution;
  /** Whether the input names somebody nothing may be told about. */
  suppressed: boolean | Promise<boolean>;
  /** The fact, or the failure, where tables in memory gave it. */
  syncResult: SourcedFact | Error | null;
  allowNetwork(): void;
}

/** Asks the account without an order: the call is counted, and nothing is paid. */
async function admitOnly(request: LookupRequest, ports: PipelinePorts): Promise<Admitted> {
  const { principal, product, startedAt, onAdmission } = request;
  const admission = await requestAdmission(principal, product.tier, null, ports.accounts);
  onAdmission(admission);
  return requireAdmitted(admission, startedAt);
}

/** A fault of reading the list is the answer's, told after who is asking. */
function readInputSuppression(
  { product, input }: Omit<LookupCall, 'caller'>,
  { world }: PipelinePorts,
): boolean | Promise<boolean> {
  try {
    return isInputSuppressed(product, input, world);
  } catch (error) {
    const failed = Promise.reject(error);
    failed.catch(() => undefined);
    return failed;
  }
}

/** The world, where sources find out how much work a lookup is: they have it covered first. */
function withHoldIncrease(
  { id, product }: Omit<LookupCall, 'caller'>,
  organizationId: string,
  ports: PipelinePorts,
): World {
  const { measured } = product.price;
  if (!measured) return ports.world;
  const cover = (measure: number) => increaseHold(organizationId, id, measured(measure), ports);
  return { ...ports.world, cover };
}

/**
 * Asks the sources that need no permission; what they know at once is here before the account is
 * asked.
 */
async function prepare(
  call: Omit<LookupCall, 'caller'>,
  organizationId: string,
  ports: PipelinePorts,
): Promise<PreparedLookup> {
  const { product, input } = call;
  let permit!: () => void;
  const permitted = new Promise<void>((resolve) => {
    permit = resolve;
  });
  const suppressed = readInputSuppression(call, ports);
  const world = withHoldIncrease(call, organizationId, ports);
  const asked = { ...ports, world, organizationId };
  const asking = resolveSources(product, input, asked, permitted, suppressed);
  // A list that cannot be read fails the answer; until then it decides nothing.
  const known = suppressed instanceof Promise ? suppressed.catch(() => false) : suppressed;
  const [inputHash, tables, early] = await Promise.all([
    hashInput(call),
    mapMaybePromise(known, (isAbout) => dataVersionOf(product, ports.world, isAbout)),
    Promise.race([asking.answer, asking.needsIo.then(() => null)]).catch((error: Error) => error),
  ]);
  return {
    call,
    inputHash,
    tables,
    resolution: asking,
    suppressed,
    syncResult: early,
    allowNetwork: permit,
  };
}

/** Taken at once where the price is known and only tables are asked; else set aside until it is. */
function lookupOrder(prepared: PreparedLookup, { mode }: Principal, world: World): LookupOrder {
  const { call, inputHash, tables, syncResult: early } = prepared;
  const { id, product, input, bypass, startedAt: askedAt } = call;
  const order = { id, product: product.type, inputHash, bypass, askedAt, tables };
  const { upTo, listed, fixed, per } = product.price;
  if (early && !(early instanceof Error)) {
    const caller = { mode } as Caller;
    return { ...order, step: 'charge', amount: factPrice({ ...call, caller }, early) };
  }
  const isKnown = fixed && isTableOnly(product, world) && !product.people;
  const step = per ? 'estimate' : isKnown ? 'charge' : 'hold';
  return { ...order, step, amount: listed?.(input) ?? upTo };
}

/** A fault of the declaration is told like any other failure: after who is asking. */
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
 * The fact: from before the call, from the cache, or from the sources, which now may all be asked.
 */
async function resolveFact(
  { call, resolution: asking, tables, allowNetwork: permit }: PreparedLookup,
  stored: Promise<DatedFact | null>,
  { quote }: AcceptedOrder,
): Promise<DatedFact> {
  const known = await stored;
  if (known) return known;
  permit();
  const found = await asking.answer;
  const cached = found.fromTables && quote.sameTables && !call.bypass;
  const foundAt = cached && quote.foundAt !== null ? quote.foundAt : call.startedAt;
  return { ...found, foundAt, cached, tables };
}

/** The stored fact, read beside the account's answer. */
async function readStored(
  { call, inputHash, tables, suppressed, syncResult: early }: PreparedLookup,
  organizationId: string,
  { cache, world }: PipelinePorts,
): Promise<DatedFact | null> {
  const { product, bypass, startedAt } = call;
  if (early || bypass || isTableOnly(product, world)) return null;
  // Nothing is waited for where nothing has to be: the read goes out before the account's call.
  if (suppressed instanceof Promise ? await suppressed : suppressed) return null;
  const key = factKey({ product, caller: { organizationId } as Caller }, inputHash);
  return applySuppression(call, freshFact(await cache.get(key, startedAt), tables), { world });
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
  const found = await resolveFact(prepared, stored, ordered);
  const answer = answerFromFact(call, found);
  const { windowEndsAt } = ordered.quote;
  // Before it is paid: who is short of credits now finds the answer there when they have them.
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
  // Whoever is refused meanwhile never looks at it.
  stored.catch(() => undefined);
  const admission = await requestAdmission(principal, product.tier, order, ports.accounts).catch(
    async (error) => {
      // The order may have arrived although its answer never did.
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
 * Answers one lookup, waiting for the account once. The sources decide what the caller gets; the
 * account decides who is asking, whether there is room, and what the caller pays.
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
