import { needsCountry, parseInCountry } from '../../domain/phone/number.ts';
import { ApiError } from '../../lib/errors.ts';
import { withoutNulls } from '../../lib/inputs.ts';
import type { Accounts } from '../account/account.ts';
import { type CallKind, type Principal, principalId } from '../account/principal.ts';
import { quotaError } from '../account/quotas.ts';
import type { ClaimOutcome, ReplayClaim, Replays } from '../account/replay.ts';
import { BYPASS_NAMES, lookupBody } from '../body.ts';
import type { LookupData } from '../envelope.ts';
import { callAccount, readDefaultCountry, requireAdmitted } from './admission.ts';
import { hashInput } from './answer.ts';
import { hashSubject } from './fact-cache.ts';
import { type LookupRequest, lookup, type PipelinePorts } from './lookup.ts';

export interface IdempotencyPorts extends PipelinePorts {
  accounts: PipelinePorts['accounts'] & Pick<Accounts, 'claimReplay' | 'releaseReplay'>;
  replays: Replays;
}

export const MAX_IDEMPOTENCY_KEY_CHARS = 255;

/**
 * An Idempotency-Key as it was sent; null for none.
 * @param param header or field it came in
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

const RETRY_AFTER_SECONDS = 2;

/** Work that an Idempotency-Key names: a lookup, or a batch of them. */
interface KeyedWork<Data> {
  /** Whose call it is. */
  call: Pick<LookupRequest, 'principal' | 'startedAt' | 'onAdmission'>;
  /** What a repeat counts as. */
  kind: CallKind;
  claim: Omit<ReplayClaim, 'lost'>;
  /** @param paid as {@link ClaimOutcome} has it */
  run(paid: readonly boolean[]): Promise<Data>;
  /** Failures are not remembered. */
  isAnswer(data: Data): boolean;
}

const inFlight = () =>
  new ApiError('IDEMPOTENCY_CONFLICT', undefined, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });

/**
 * @throws ApiError what the account refuses a call with, and IDEMPOTENCY_CONFLICT;
 * RATE_LIMIT_EXCEEDED for too many keys
 */
async function claimKey(
  { call: { principal, startedAt, onAdmission }, kind }: KeyedWork<unknown>,
  claim: ReplayClaim,
  { accounts }: IdempotencyPorts,
): Promise<Exclude<ClaimOutcome, { kind: 'conflict' | 'full' }>> {
  const { admission, outcome } = await callAccount(() =>
    accounts.claimReplay(principal, kind, claim),
  );
  onAdmission(admission);
  requireAdmitted(admission, startedAt);
  if (!outcome) throw new Error('the account admitted a claim and did not answer it');
  if (outcome.kind === 'full') throw quotaError(outcome.refusal);
  if (outcome.kind !== 'conflict') return outcome;
  const message = 'This Idempotency-Key was used for another request; send a fresh one.';
  throw new ApiError('IDEMPOTENCY_CONFLICT', message);
}

/** Does the work and stores its answer for replays; releases the key where it has none. */
async function runAndStore<Data>(
  { call: { principal }, claim, run, isAnswer }: KeyedWork<Data>,
  { paid, firstAskedAt }: Extract<ClaimOutcome, { kind: 'claimed' }>,
  ports: IdempotencyPorts,
): Promise<Data> {
  const { id } = principal;
  const release = () =>
    ports.accounts
      .releaseReplay(id, claim.name, claim.lookupId)
      .catch((cause) => ports.warn('an Idempotency-Key could not be released', cause));
  try {
    const data = await run(paid);
    // Stored before the reply, so that every answered key can be replayed. A failed write does not
    // fail the answer.
    if (isAnswer(data))
      await ports.replays
        .put(id, claim.name, firstAskedAt, data)
        .catch((cause) => ports.warn('an answer could not be kept for a replay', cause));
    else await release();
    return data;
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Idempotent work: for 24 hours the same API key, Idempotency-Key and body replay the first answer
 * free of charge, `bypass_cache` or not. The account decides which request claimed a key; a stored
 * answer shows that its work has ended. A key whose answer was lost is looked up again, and paid
 * once.
 * @throws ApiError as the work does, and IDEMPOTENCY_CONFLICT for another body or work still in
 * flight
 */
export async function runOnce<Data>(
  work: KeyedWork<Data>,
  ports: IdempotencyPorts,
): Promise<{ data: Data; replayed: boolean }> {
  const { call, claim } = work;
  let outcome = await claimKey(work, { ...claim, lost: false }, ports);
  if (outcome.kind === 'known') {
    const { firstAskedAt } = outcome;
    const data = await ports.replays.get<Data>(call.principal.id, claim.name, firstAskedAt);
    if (data) return { data, replayed: true };
    outcome = await claimKey(work, { ...claim, lost: true }, ports);
    if (outcome.kind === 'known') throw inFlight();
  }
  return { data: await runAndStore(work, outcome, ports), replayed: false };
}

/** Name of an Idempotency-Key, which is its caller's own, and what came with it. */
export async function claimNames(
  principal: Principal,
  idempotencyKey: string,
  path: string,
  body: unknown,
): Promise<Pick<ReplayClaim, 'name' | 'requestHash'>> {
  const [name, requestHash] = await Promise.all([
    hashSubject(`${principalId(principal)}\n${idempotencyKey}`),
    hashSubject(`${path}\n${JSON.stringify(body)}`),
  ]);
  return { name, requestHash };
}

async function idempotentLookup(
  request: LookupRequest & { body: { ok: true } },
  { idempotencyKey, sent }: SentLookup & { idempotencyKey: string },
  ports: IdempotencyPorts,
): Promise<{ data: LookupData; replayed: boolean }> {
  const { principal, product, id: lookupId, startedAt: askedAt, body, bypass } = request;
  const [names, inputHash] = await Promise.all([
    claimNames(principal, idempotencyKey, product.path, sent),
    hashInput({ product, input: body.input }),
  ]);
  const lookups = [{ product: product.type, inputHash }];
  const work: KeyedWork<LookupData> = {
    call: request,
    kind: product.tier,
    claim: { ...names, lookupId, askedAt, lookups },
    run: ([paid]) => lookup({ ...request, bypass: bypass && !paid }, ports),
    isAnswer: () => true,
  };
  return runOnce(work, ports);
}

/** What a surface knows of a lookup before it reads the body. */
export type IncomingLookup = Omit<LookupRequest, 'body'>;

/** What was sent: the body as JSON was parsed, and the Idempotency-Key beside it. */
export interface SentLookup {
  sent: unknown;
  idempotencyKey: string | null;
}

/** A body that was read. A refusal is a value and no exception: the caller is checked before it. */
type ReadBody =
  | ({ ok: true; input: unknown; bypass: boolean } & SentLookup)
  | { ok: false; problem: ApiError };

/** Reads what was sent. @param read may refuse with an ApiError */
export async function readLookup(
  { principal, product }: Pick<IncomingLookup, 'principal' | 'product'>,
  read: () => SentLookup | Promise<SentLookup>,
  { accounts }: Pick<IdempotencyPorts, 'accounts'>,
): Promise<ReadBody> {
  try {
    const { sent, idempotencyKey } = await read();
    const schema = lookupBody(product);
    const body = withoutNulls(sent);
    const country = needsCountry(schema, body)
      ? await readDefaultCountry({ ...principal, resource: product.type }, accounts)
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
 * Request assembly of every surface: one lookup of one product from what was sent.
 * @param incoming its `bypass` is what was asked beside the body, which may ask for it too
 * @param read may refuse with an ApiError, which the caller gets after admission
 * @returns `replayed` where an earlier answer to the same Idempotency-Key came back
 * @throws ApiError as {@link lookup}, and IDEMPOTENCY_CONFLICT
 */
export async function requestLookup(
  incoming: IncomingLookup,
  read: () => SentLookup | Promise<SentLookup>,
  ports: IdempotencyPorts,
): Promise<{ data: LookupData; replayed: boolean }> {
  const body = await readLookup(incoming, read, ports);
  const principal = { ...incoming.principal, resource: incoming.product.type };
  const bypass = incoming.bypass || (body.ok && body.bypass);
  if (!body.ok || body.idempotencyKey === null)
    return { data: await lookup({ ...incoming, principal, body, bypass }, ports), replayed: false };
  const { idempotencyKey, sent } = body;
  return idempotentLookup(
    { ...incoming, principal, body, bypass },
    { idempotencyKey, sent },
    ports,
  );
}
