import { needsCountry, parseInCountry } from '../../domain/phone/number.ts';
import { ApiError } from '../../lib/errors.ts';
import { withoutNulls } from '../../lib/inputs.ts';
import type { Accounts } from '../account/account.ts';
import { principalId } from '../account/principal.ts';
import { quotaError } from '../account/quotas.ts';
import type { ClaimOutcome, ReplayClaim, Replays } from '../account/replay.ts';
import { BYPASS_NAMES, lookupBody } from '../body.ts';
import type { LookupData } from '../envelope.ts';
import { callAccount, readDefaultCountry, requireAdmitted } from './admission.ts';
import { hashInput } from './answer.ts';
import { hashSubject } from './fact-cache.ts';
import { type LookupRequest, lookup, type PipelinePorts } from './lookup.ts';

/** An Idempotency-Key, and the body that came with it. */
export interface IdempotentBody {
  idempotencyKey: string;
  /** The body as it was sent, parsed. */
  body: unknown;
}

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

const inFlight = () =>
  new ApiError('IDEMPOTENCY_CONFLICT', undefined, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });

/**
 * @throws ApiError what the account refuses a call with, and IDEMPOTENCY_CONFLICT;
 * RATE_LIMIT_EXCEEDED for too many keys
 */
async function claimKey(
  { principal, product, startedAt, onAdmission }: LookupRequest,
  claim: ReplayClaim,
  { accounts }: IdempotencyPorts,
): Promise<Exclude<ClaimOutcome, { kind: 'conflict' | 'full' }>> {
  const { admission, outcome } = await callAccount(() =>
    accounts.claimReplay(principal, product.tier, claim),
  );
  onAdmission(admission);
  requireAdmitted(admission, startedAt);
  if (!outcome) throw new Error('the account admitted a claim and did not answer it');
  if (outcome.kind === 'full') throw quotaError(outcome.refusal);
  if (outcome.kind !== 'conflict') return outcome;
  const message = 'This Idempotency-Key was used for another request; send a fresh one.';
  throw new ApiError('IDEMPOTENCY_CONFLICT', message);
}

/** Looks up and stores the answer for replays; releases the key when the lookup fails. */
async function lookupAndStore(
  request: LookupRequest,
  claim: ReplayClaim,
  askedAt: number,
  ports: IdempotencyPorts,
): Promise<LookupData> {
  const { id } = request.principal;
  try {
    const data = await lookup(request, ports);
    // Stored before the reply, so that every answered key can be replayed. A failed write does not
    // fail the answer.
    await ports.replays
      .put(id, claim.name, askedAt, data)
      .catch((cause) => ports.warn('an answer could not be kept for a replay', cause));
    return data;
  } catch (error) {
    await ports.accounts
      .releaseReplay(id, claim.name, claim.lookupId)
      .catch((cause) => ports.warn('an Idempotency-Key could not be released', cause));
    throw error;
  }
}

/**
 * Idempotent lookup: for 24 hours the same API key, Idempotency-Key and body replay the first
 * answer free of charge, `bypass_cache` or not. The account decides which request claimed a key; a
 * stored answer shows that its lookup has ended. A key whose answer was lost is looked up again,
 * and paid once.
 * @throws ApiError as {@link lookup}, and IDEMPOTENCY_CONFLICT for another body or a lookup still
 * in flight
 */
async function idempotentLookup(
  request: LookupRequest,
  { idempotencyKey, body }: IdempotentBody,
  ports: IdempotencyPorts,
): Promise<{ data: LookupData; replayed: boolean }> {
  if (!request.body.ok) return { data: await lookup(request, ports), replayed: false };
  const { principal, product, id: lookupId, startedAt: askedAt } = request;
  const [name, requestHash, inputHash] = await Promise.all([
    hashSubject(`${principalId(principal)}\n${idempotencyKey}`),
    hashSubject(`${product.path}\n${JSON.stringify(body)}`),
    hashInput({ product, input: request.body.input }),
  ]);
  const lookedUp = { product: product.type, inputHash };
  const claim = { name, requestHash, lookupId, askedAt, lookup: lookedUp, lost: false };
  let outcome = await claimKey(request, claim, ports);
  if (outcome.kind === 'known') {
    const data = await ports.replays.get(principal.id, name, outcome.firstAskedAt);
    if (data) return { data, replayed: true };
    outcome = await claimKey(request, { ...claim, lost: true }, ports);
    if (outcome.kind === 'known') throw inFlight();
  }
  const { firstAskedAt, paid } = outcome;
  const data = await lookupAndStore(
    { ...request, bypass: request.bypass && !paid },
    claim,
    firstAskedAt,
    ports,
  );
  return { data, replayed: false };
}

/** What a surface knows of a lookup before it reads the body. */
export type IncomingLookup = Omit<LookupRequest, 'body'>;

/** What was sent: the body as JSON was parsed, and the Idempotency-Key beside it. */
export interface SentLookup {
  sent: unknown;
  idempotencyKey: string | null;
}

/**
 * Validation error as a value and no exception: the caller's key, plan and windows are checked
 * before it is thrown.
 */
async function readBody(
  { principal, product }: IncomingLookup,
  read: () => SentLookup | Promise<SentLookup>,
  { accounts }: IdempotencyPorts,
) {
  try {
    const { sent, idempotencyKey } = await read();
    const schema = lookupBody(product);
    const body = withoutNulls(sent);
    const country = needsCountry(schema, body)
      ? await readDefaultCountry({ ...principal, resource: product.type }, accounts)
      : undefined;
    return {
      ok: true,
      input: parseInCountry(schema, body, country),
      sent,
      idempotencyKey,
    } as const;
  } catch (problem) {
    if (problem instanceof ApiError) return { ok: false, problem } as const;
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
  const body = await readBody(incoming, read, ports);
  const principal = { ...incoming.principal, resource: incoming.product.type };
  const bypass =
    incoming.bypass || (body.ok && BYPASS_NAMES.some((name) => body.input[name] === true));
  const request = { ...incoming, principal, body, bypass };
  if (!body.ok || body.idempotencyKey === null)
    return { data: await lookup(request, ports), replayed: false };
  return idempotentLookup(
    request,
    { ...body, body: body.sent, idempotencyKey: body.idempotencyKey },
    ports,
  );
}
