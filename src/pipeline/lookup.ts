import type { Principal } from '../core/account/access.ts';
import type { Admission } from '../core/account/account.ts';
import type { Caller } from '../core/account/caller.ts';
import type { LookupOrder, Ordered } from '../core/account/orders.ts';
import { ApiError } from '../core/errors.ts';
import type { LookupData } from '../core/lookup/envelope.ts';
import { whenKnown } from '../core/lookup/when-known.ts';
import type { World } from '../core/ports.ts';
import { type Admitted, admit, requireAdmitted } from './admit.ts';
import { type Asking, askSources, type SourcedFact } from './ask-sources.ts';
import type { LookupCall } from './call.ts';
import { envelope } from './envelope.ts';
import {
  answerFromSandbox,
  answerOf,
  type DatedFact,
  type FindPorts,
  factKey,
  freshFact,
  inputHashOf,
  priceOf,
  rememberFact,
  restsOnTables,
  screened,
} from './find-answer.ts';
import { type PaymentPorts, pay, raise, settle, undo } from './payment.ts';
import { asksAboutSuppressed } from './people.ts';
import { tableVersions } from './table-versions.ts';

/** A lookup as it comes in: the account has yet to say whose it is. */
export interface LookupRequest extends Omit<LookupCall, 'caller' | 'input'> {
  principal: Principal;
  /** What the body parsed to, or why it cannot be used. */
  body: { ok: true; input: unknown } | { ok: false; problem: ApiError };
  /** Told what the account said, before anything else can go wrong. */
  onAdmission(admission: Admission): void;
}

export interface PipelinePorts extends FindPorts, PaymentPorts {}

/** What is known of a lookup before the account is asked. */
interface Prepared {
  call: Omit<LookupCall, 'caller'>;
  inputHash: string;
  tables: number;
  asking: Asking;
  /** Whether the input names somebody nothing may be told about. */
  suppressed: boolean | Promise<boolean>;
  /** The fact, or the failure, where tables in memory gave it. */
  early: SourcedFact | Error | null;
  permit(): void;
}

/** Asks the account without an order: the call is counted, and nothing is paid. */
async function admitOnly(request: LookupRequest, ports: PipelinePorts): Promise<Admitted> {
  const { principal, product, startedAt, onAdmission } = request;
  const admission = await admit(principal, product.tier, null, ports.accounts);
  onAdmission(admission);
  return requireAdmitted(admission, startedAt);
}

/** A fault of reading the list is the answer's, told after who is asking. */
function askedAbout(
  { product, input }: Omit<LookupCall, 'caller'>,
  { world }: PipelinePorts,
): boolean | Promise<boolean> {
  try {
    return asksAboutSuppressed(product, input, world);
  } catch (error) {
    const failed = Promise.reject(error);
    failed.catch(() => undefined);
    return failed;
  }
}

/** The world, where sources find out how much work a lookup is: they have it covered first. */
function covering(
  { id, product }: Omit<LookupCall, 'caller'>,
  organizationId: string,
  ports: PipelinePorts,
): World {
  const { measured } = product.price;
  if (!measured) return ports.world;
  const cover = (measure: number) => raise(organizationId, id, measured(measure), ports);
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
): Promise<Prepared> {
  const { product, input } = call;
  let permit!: () => void;
  const permitted = new Promise<void>((resolve) => {
    permit = resolve;
  });
  const suppressed = askedAbout(call, ports);
  const world = covering(call, organizationId, ports);
  const asked = { ...ports, world, organizationId };
  const asking = askSources(product, input, asked, permitted, suppressed);
  // A list that cannot be read fails the answer; until then it decides nothing.
  const known = suppressed instanceof Promise ? suppressed.catch(() => false) : suppressed;
  const [inputHash, tables, early] = await Promise.all([
    inputHashOf(call),
    whenKnown(known, (isAbout) => tableVersions(product, ports.world, isAbout)),
    Promise.race([asking.answer, asking.waits.then(() => null)]).catch((error: Error) => error),
  ]);
  return { call, inputHash, tables, asking, suppressed, early, permit };
}

/** Taken at once where the price is known and only tables are asked; else set aside until it is. */
function orderOf(prepared: Prepared, { mode }: Principal, world: World): LookupOrder {
  const { call, inputHash, tables, early } = prepared;
  const { id, product, input, bypass, startedAt: askedAt } = call;
  const order = { id, product: product.type, inputHash, bypass, askedAt, tables };
  const { upTo, listed, fixed, per } = product.price;
  if (early && !(early instanceof Error)) {
    const caller = { mode } as Caller;
    return { ...order, step: 'charge', amount: priceOf({ ...call, caller }, early) };
  }
  const isKnown = fixed && restsOnTables(product, world) && !product.people;
  const step = per ? 'estimate' : isKnown ? 'charge' : 'hold';
  return { ...order, step, amount: listed?.(input) ?? upTo };
}

/** A fault of the declaration is told like any other failure: after who is asking. */
async function orderOrRefusal(
  request: LookupRequest,
  prepared: Prepared,
  ports: PipelinePorts,
): Promise<LookupOrder> {
  try {
    if (prepared.early instanceof Error) throw prepared.early;
    return orderOf(prepared, request.principal, ports.world);
  } catch (error) {
    await admitOnly(request, ports);
    throw error;
  }
}

/**
 * The fact: from before the call, from the cache, or from the sources, which now may all be asked.
 */
async function factOf(
  { call, asking, tables, permit }: Prepared,
  stored: Promise<DatedFact | null>,
  { quote }: Ordered,
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
  { call, inputHash, tables, suppressed, early }: Prepared,
  organizationId: string,
  { cache, world }: PipelinePorts,
): Promise<DatedFact | null> {
  const { product, bypass, startedAt } = call;
  if (early || bypass || restsOnTables(product, world)) return null;
  // Nothing is waited for where nothing has to be: the read goes out before the account's call.
  if (suppressed instanceof Promise ? await suppressed : suppressed) return null;
  const key = factKey({ product, caller: { organizationId } as Caller }, inputHash);
  return screened(call, freshFact(await cache.get(key, startedAt), tables), { world });
}

async function answerForCredits(
  prepared: Prepared,
  order: LookupOrder,
  { caller, available }: Admitted,
  ordered: Ordered,
  stored: Promise<DatedFact | null>,
  ports: PipelinePorts,
): Promise<LookupData> {
  const call = { ...prepared.call, caller };
  const found = await factOf(prepared, stored, ordered);
  const answer = answerOf(call, found);
  const { windowEndsAt } = ordered.quote;
  // Before it is paid: who is short of credits now finds the answer there when they have them.
  ports.defer(rememberFact(call, prepared.inputHash, found, windowEndsAt, ports));
  const asked = { price: answer.price, tables: found.fromTables ? found.tables : null };
  const spent =
    order.step === 'estimate'
      ? await pay(call, order, asked, ports)
      : settle(call, order, { available, ordered }, asked, ports);
  return envelope(call, answer, spent, ports.world.clock.now());
}

async function lookUp(
  request: LookupRequest,
  prepared: Prepared,
  ports: PipelinePorts,
): Promise<LookupData> {
  const { principal, id, product, startedAt, onAdmission } = request;
  const order = await orderOrRefusal(request, prepared, ports);
  const stored = readStored(prepared, principal.id, ports);
  // Whoever is refused meanwhile never looks at it.
  stored.catch(() => undefined);
  const admission = await admit(principal, product.tier, order, ports.accounts).catch(
    async (error) => {
      // The order may have arrived although its answer never did.
      if (error.code !== 'SERVICE_BUSY') await undo(principal.id, id, ports);
      throw error;
    },
  );
  onAdmission(admission);
  const admitted = requireAdmitted(admission, startedAt);
  try {
    if (!admitted.order) throw new Error('the account admitted an order and did not answer it');
    return await answerForCredits(prepared, order, admitted, admitted.order, stored, ports);
  } catch (error) {
    await undo(principal.id, id, ports);
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
    const data = await answer(request, ports);
    count('OK');
    return data;
  } catch (error) {
    count(error instanceof ApiError ? error.code : 'INTERNAL_ERROR');
    throw error;
  }
}

async function answer(request: LookupRequest, ports: PipelinePorts): Promise<LookupData> {
  const { principal, body, onAdmission: _, ...rest } = request;
  if (!body.ok) {
    await admitOnly(request, ports);
    throw body.problem;
  }
  const call = { ...rest, input: body.input };
  if (principal.mode === 'test') {
    const { caller, available } = await admitOnly(request, ports);
    const answer = answerFromSandbox({ ...call, caller });
    return envelope(
      { ...call, caller },
      answer,
      { used: 0, left: available },
      ports.world.clock.now(),
    );
  }
  return lookUp(request, await prepare(call, principal.id, ports), ports);
}
