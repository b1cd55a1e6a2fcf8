import { needsCountry, parseInCountry } from '../../domain/phone/number.ts';
import { sha256Hex } from '../../lib/bytes.ts';
import { ApiError, ERRORS } from '../../lib/errors.ts';
import { withoutNulls } from '../../lib/inputs.ts';
import { known, type MaybePromise, runSteps, type Steps } from '../../lib/maybe-promise.ts';
import type { Accounts, Admission } from '../account/account.ts';
import { type CallKind, type Principal, principalId } from '../account/principal.ts';
import { quotaError } from '../account/quotas.ts';
import {
  type ClaimOutcome,
  type ReplayClaim,
  type Replays,
  usedKeyError,
} from '../account/replay.ts';
import type { LoggedRequest, RequestLog } from '../account/request-log.ts';
import { BYPASS_NAMES, lookupBody } from '../body.ts';
import type { LookupData } from '../envelope.ts';
import type { AnyProduct } from '../product.ts';
import type { Clock } from '../world.ts';
import { callAccount, readDefaultCountry, requireAdmitted } from './account-calls.ts';
import { hashInput } from './answer.ts';
import { HASH_BYTES, hashSubject } from './fact-cache.ts';
import { type LookupRequest, lookup, type PipelinePorts } from './lookup.ts';
import { suppressionVersion } from './source-resolution.ts';

/** What {@link runOnce} needs besides the ports of the work itself. */
export interface ReplayPorts extends Pick<PipelinePorts, 'world' | 'warn'> {
  accounts: Pick<Accounts, 'claimReplay' | 'releaseReplay'>;
  replays: Replays;
}

export interface IdempotencyPorts extends PipelinePorts, RequestLogPorts {
  world: PipelinePorts['world'];
  accounts: PipelinePorts['accounts'] & ReplayPorts['accounts'];
  replays: Replays;
}

export const MAX_IDEMPOTENCY_KEY_CHARS = 255;

/**
 * Parses an Idempotency-Key; null when absent or empty.
 * @param param name of the header or field that carried it
 * @throws ApiError INVALID_INPUT
 */
export function parseIdempotencyKey(sent: unknown, param: string): string | null {
  const refuse = (problem: string) =>
    new ApiError('INVALID_INPUT', `${param}: ${problem}.`, { param });
  if (sent === undefined || sent === null) return null;
  if (typeof sent !== 'string') throw refuse('must be a string');
  const key = sent.trim();
  if (key.length <= MAX_IDEMPOTENCY_KEY_CHARS) return key || null;
  throw refuse(`must have at most ${MAX_IDEMPOTENCY_KEY_CHARS} characters`);
}

/** Work identified by an Idempotency-Key: one lookup, one batch, or another call. */
interface KeyedWork<Data> {
  call: Pick<LookupRequest, 'principal' | 'startedAt' | 'onAdmission'>;
  /** Rate-limit class of a repeated call. */
  kind: CallKind;
  claim: Omit<ReplayClaim, 'lost'>;
  /** Ids under which the work orders lookups. */
  orderIds: readonly string[];
  products: readonly Pick<AnyProduct, 'people'>[];
  /**
   * @param paid see {@link ClaimOutcome}
   * @param firstAskedAt when the first request with the key arrived, milliseconds since the epoch
   */
  run(paid: readonly boolean[], firstAskedAt: number): Promise<Data>;
  /** Whether the result is stored for replays; failures are not. */
  isAnswer(data: Data): boolean;
}

/** The work under a key is over within seconds. */
const inFlight = () =>
  new ApiError('IDEMPOTENCY_CONFLICT', undefined, { headers: { 'Retry-After': '2' } });

/**
 * @throws ApiError any refusal by the account, IDEMPOTENCY_CONFLICT, or RATE_LIMIT_EXCEEDED for too
 * many keys
 */
async function claimKey(
  { call: { principal, startedAt, onAdmission }, kind }: KeyedWork<unknown>,
  claim: ReplayClaim,
  { accounts }: ReplayPorts,
): Promise<Exclude<ClaimOutcome, { kind: 'conflict' | 'full' }>> {
  const { admission, outcome } = await callAccount(() =>
    accounts.claimReplay(principal, kind, claim),
  );
  onAdmission(admission);
  requireAdmitted(admission, startedAt);
  if (!outcome) throw new Error('the account admitted a claim and did not answer it');
  if (outcome.kind === 'full') throw quotaError(outcome.refusal);
  if (outcome.kind !== 'conflict') return outcome;
  throw usedKeyError();
}

/**
 * Name of the stored answer. An answer about people is named after the version of the suppression
 * list, so that it is not found once anyone was added to the list.
 * @throws ApiError SERVICE_UNAVAILABLE when the list cannot be read
 */
async function answerName(
  { claim: { name }, products }: KeyedWork<unknown>,
  { world }: ReplayPorts,
): Promise<string> {
  if (!products.some(({ people }) => people)) return name;
  return hashSubject(`${name}\n${await suppressionVersion(world)}`);
}

/** Runs the work and stores its answer for replays; releases the key if there is no answer. */
async function runAndStore<Data>(
  work: KeyedWork<Data>,
  { paid, firstAskedAt }: Extract<ClaimOutcome, { kind: 'claimed' }>,
  ports: ReplayPorts,
): Promise<Data> {
  const { claim, orderIds, run, isAnswer } = work;
  const { id } = work.call.principal;
  const release = () =>
    ports.accounts
      .releaseReplay(id, { ...claim, orderIds })
      .catch((cause) => ports.warn('an Idempotency-Key could not be released', cause));
  try {
    // Read before the work, which may rest on a newer list, never on an older one.
    const name = await answerName(work, ports);
    const data = await run(paid, firstAskedAt);
    // Stored before the reply, so that every answered key can be replayed. A failed write does not
    // fail the answer.
    if (isAnswer(data))
      await ports.replays
        .put(id, name, firstAskedAt, data)
        .catch((cause) => ports.warn('an answer could not be kept for a replay', cause));
    else await release();
    return data;
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Idempotent execution: for 24 hours the same API key, Idempotency-Key and body replay the first
 * answer free of charge, with or without `bypass_cache`. The account decides which request claimed
 * a key; a stored answer shows that its work has ended. If the answer was lost, or is about people
 * and the suppression list has changed since, the lookup runs again and is paid once.
 * @throws ApiError any error of the work; IDEMPOTENCY_CONFLICT for another body or for work still
 * in flight
 */
export async function runOnce<Data>(
  work: KeyedWork<Data>,
  ports: ReplayPorts,
): Promise<{ data: Data; replayed: boolean }> {
  const { call, claim } = work;
  let outcome = await claimKey(work, { ...claim, lost: false }, ports);
  if (outcome.kind === 'known') {
    const name = await answerName(work, ports);
    const data = await ports.replays.get<Data>(call.principal.id, name, outcome.firstAskedAt);
    if (data) return { data, replayed: true };
    outcome = await claimKey(work, { ...claim, lost: true }, ports);
    if (outcome.kind === 'known') throw inFlight();
  }
  return { data: await runAndStore(work, outcome, ports), replayed: false };
}

/**
 * JSON with sorted fields: the order in which a body has them does not matter.
 * @throws ApiError INVALID_REQUEST for thousands of levels, which JSON.stringify cannot write
 */
function sortedJson(body: unknown): string {
  try {
    return JSON.stringify(body, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const message = 'The body is nested too deeply for a request with an Idempotency-Key.';
    throw new ApiError('INVALID_REQUEST', message, { cause });
  }
}

/** Claim name, a hash of principal and Idempotency-Key, and the hash of path and body. */
export async function claimNames(
  principal: Principal,
  idempotencyKey: string,
  path: string,
  body: unknown,
): Promise<Pick<ReplayClaim, 'name' | 'requestHash'>> {
  const name = hashSubject(`${principalId(principal)}\n${idempotencyKey}`);
  return { name, requestHash: await sha256Hex(`${path}\n${sortedJson(body)}`, HASH_BYTES) };
}

async function idempotentLookup(
  request: LookupRequest & { body: { ok: true } },
  { idempotencyKey, sent }: SentLookup & { idempotencyKey: string },
  ports: IdempotencyPorts,
): Promise<{ data: LookupData; replayed: boolean }> {
  const { principal, product, id: lookupId, startedAt: askedAt, body, bypass } = request;
  const names = await claimNames(principal, idempotencyKey, product.path, sent);
  const inputHash = hashInput({ product, input: body.input }, ports.world);
  const work: KeyedWork<LookupData> = {
    call: request,
    kind: product.tier,
    claim: { ...names, lookupId, askedAt, lookups: [{ product: product.type, inputHash }] },
    orderIds: [lookupId],
    products: [product],
    run: ([paid]) => lookup({ ...request, bypass: bypass && !paid }, ports),
    isAnswer: () => true,
  };
  return runOnce(work, ports);
}

/** A lookup as a surface has it before the body is read. */
interface IncomingLookup extends Omit<LookupRequest, 'body'> {
  /** Request path, for the log. */
  path: string;
  /** Name of the agent tool, for the log; absent for other calls. */
  tool?: string;
}

/** The body as parsed JSON, and its Idempotency-Key. */
interface SentLookup {
  sent: unknown;
  idempotencyKey: string | null;
}

/** Outcome of reading a body. A refusal is not thrown, as the caller is checked first. */
type ReadBody =
  | ({ ok: true; input: unknown; bypass: boolean } & SentLookup)
  | { ok: false; problem: ApiError };

export interface RequestLogPorts {
  requests: RequestLog;
  world: { clock: Clock };
}

interface LoggedCall {
  id: string;
  batchId?: string | null;
  path: string;
  /** Name of the agent tool; absent for other calls. */
  tool?: string;
  product: Pick<AnyProduct, 'type'> | null;
  startedAt: number;
  onAdmission(admission: Admission): void;
  /** Read when the call ends; absent for true. False for a batch whose entries are logged. */
  isLogged?(): boolean;
}

type CallOutcome = Pick<LoggedRequest, 'status' | 'code' | 'credits'>;

/** Log outcome of an answered call that is not a lookup. */
export const ANSWERED: CallOutcome = { status: 200, code: null, credits: 0 };

function refusalOutcome(error: unknown): CallOutcome {
  const code = error instanceof ApiError ? error.code : 'INTERNAL_ERROR';
  const status = error instanceof ApiError ? error.status : ERRORS[code].status;
  return { status, code, credits: 0 };
}

/** Log outcome of an answered lookup. */
export const lookupOutcome = (answer: { data: LookupData; replayed: boolean }): CallOutcome => ({
  ...ANSWERED,
  credits: answer.replayed ? 0 : answer.data.metadata.credits_used,
});

/**
 * Runs a call and logs its outcome, unless its caller was not authenticated (401).
 * @param run receives the callback for each admission
 * @param outcomeOf maps an answer to its outcome; an exception is logged as a refusal
 */
export async function logged<Answer>(
  call: LoggedCall,
  { requests, world: { clock } }: RequestLogPorts,
  run: (onAdmission: (admission: Admission) => void) => Promise<Answer>,
  outcomeOf: (answer: Answer) => CallOutcome,
): Promise<Answer> {
  const { id, batchId = null, path, tool, product, startedAt: at, onAdmission } = call;
  let last: Admission | null = null;
  const record = (outcome: CallOutcome) => {
    if (!last || !('caller' in last) || call.isLogged?.() === false) return;
    const { organizationId, mode, keyId } = last.caller;
    const what = { id, batchId, at, path, ...(tool && { tool }), product: product?.type ?? null };
    const durationMs = clock.now() - at;
    requests.record(organizationId, { ...what, mode, keyId, ...outcome, durationMs });
  };
  try {
    const answer = await run((admission) => {
      last = admission;
      onAdmission(admission);
    });
    record(outcomeOf(answer));
    return answer;
  } catch (error) {
    record(refusalOutcome(error));
    throw error;
  }
}

/** The log buffer of an organization is flushed after this delay, or at this many requests. */
const SEND_AFTER_MS = 1_000;
const MOST_WAITING = 1_000;

interface BufferPorts {
  accounts: Pick<Accounts, 'logRequests'>;
  /** Background work, which may outlive the reply. */
  defer(work: Promise<unknown>): void;
  warn(message: string, cause: unknown): void;
}

/**
 * Request log buffer of an isolate: after the replies, one call sends all waiting requests of an
 * organization to its account. If the isolate ends, up to a second of requests is lost.
 */
export class RequestLogBuffer implements RequestLog {
  readonly #waiting = new Map<string, LoggedRequest[]>();
  readonly #ports: BufferPorts;

  constructor(ports: BufferPorts) {
    this.#ports = ports;
  }

  record(organizationId: string, request: LoggedRequest): void {
    const waiting = this.#waiting.get(organizationId);
    if (!waiting) {
      this.#waiting.set(organizationId, [request]);
      const due = new Promise((resolve) => setTimeout(resolve, SEND_AFTER_MS));
      this.#ports.defer(due.then(() => this.flush(organizationId)));
      return;
    }
    waiting.push(request);
    if (waiting.length === MOST_WAITING) this.#ports.defer(this.flush(organizationId));
  }

  /** Sends an organization's waiting requests at once, for a reader who has just called. */
  async flush(organizationId: string): Promise<void> {
    const requests = this.#waiting.get(organizationId);
    if (!requests) return;
    this.#waiting.delete(organizationId);
    requests.sort((a, b) => a.at - b.at);
    await this.#ports.accounts
      .logRequests(organizationId, requests)
      .catch((cause) => this.#ports.warn('requests could not be logged', cause));
  }
}

function* readSteps(
  { principal, product }: Pick<IncomingLookup, 'principal' | 'product'>,
  read: () => MaybePromise<SentLookup>,
  { accounts }: { accounts: Pick<Accounts, 'admit'> },
): Steps<ReadBody> {
  try {
    const { sent, idempotencyKey } = yield* known(read());
    const schema = lookupBody(product);
    const body = withoutNulls(sent);
    const country = needsCountry(schema, body)
      ? yield* known(readDefaultCountry({ ...principal, resource: product.type }, accounts))
      : undefined;
    const input = parseInCountry(schema, body, country);
    const bypass = BYPASS_NAMES.some((name) => input[name] === true);
    return { ok: true, input, bypass, sent, idempotencyKey };
  } catch (problem) {
    if (problem instanceof ApiError) return { ok: false, problem };
    throw problem;
  }
}

/**
 * Reads and parses the body; synchronous if the body is in memory and needs no default country.
 * @param read may throw an ApiError
 */
export const readLookup = (...asked: Parameters<typeof readSteps>): MaybePromise<ReadBody> =>
  runSteps(readSteps(...asked));

/**
 * Request assembly shared by all surfaces: one lookup of one product from the request body.
 * @param incoming its `bypass` was asked for outside the body, which may ask for it too
 * @param read may throw an ApiError, which the caller gets after admission
 * @returns `replayed`: the answer is an earlier one to the same Idempotency-Key
 * @throws ApiError as {@link lookup}, and IDEMPOTENCY_CONFLICT
 */
export async function requestLookup(
  incoming: IncomingLookup,
  read: () => MaybePromise<SentLookup>,
  ports: IdempotencyPorts,
): Promise<{ data: LookupData; replayed: boolean }> {
  const run = async (onAdmission: LookupRequest['onAdmission']) => {
    const body = await readLookup(incoming, read, ports);
    const principal = { ...incoming.principal, resource: incoming.product.type };
    const bypass = incoming.bypass || (body.ok && body.bypass);
    const request = { ...incoming, principal, bypass, onAdmission };
    if (!body.ok || body.idempotencyKey === null)
      return { data: await lookup({ ...request, body }, ports), replayed: false };
    const { idempotencyKey, sent } = body;
    return idempotentLookup({ ...request, body }, { idempotencyKey, sent }, ports);
  };
  return logged(incoming, ports, run, lookupOutcome);
}
