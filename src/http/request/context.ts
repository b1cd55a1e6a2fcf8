import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import { ApiError, type ErrorCode } from '../../lib/errors.ts';
import { openVersioned, type Secrets, sealVersioned } from '../../lib/secrets.ts';
import type { Accounts, Admission } from '../../lookup/account/account.ts';
import type { Caller, SentForm } from '../../lookup/account/caller.ts';
import {
  type Authenticate,
  type CallKind,
  credentialError,
  type Principal,
} from '../../lookup/account/principal.ts';
import type { RequestLog } from '../../lookup/account/request-log.ts';
import {
  rateHeaders,
  requestAdmission,
  requireAdmitted,
} from '../../lookup/pipeline/account-calls.ts';
import {
  claimNames,
  parseIdempotencyKey,
  type ReplayPorts,
  runOnce,
} from '../../lookup/pipeline/lookup-request.ts';
import type { Clock } from '../../lookup/world.ts';

/** Variables that middleware sets for handlers. */
export interface AppEnv {
  Variables: {
    requestId: string;
    /** Scheme and host of the service; if undefined, those of the request. */
    publicUrl: string | undefined;
    /** When the request arrived, milliseconds since the epoch. */
    startedAt: number;
    caller: Caller;
    /** The credential of an admitted call; unset for lookups, batches and the operator. */
    principal?: Principal;
    /** The caller, even of a refused call; unset for lookups, which log themselves. */
    known?: Caller;
    code?: ErrorCode;
    /** Path for the log, if no route of the API has answered. */
    loggedPath?: string;
    /** Id of an organization that this request created. */
    madeOrganization?: string;
    /** The request only reads, whatever its method, and gets no audit entry. */
    isReading?: true;
    /** Old and new values for the operator's audit log. */
    changes?: string | null;
  };
}

/** Sets the request id and arrival time, before anything can fail. */
export const requestId = (clock: Clock, publicUrl?: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const id = crypto.randomUUID();
    c.set('requestId', id);
    c.set('publicUrl', publicUrl);
    c.set('startedAt', clock.now());
    c.header('X-Request-Id', id);
    await next();
  });

/** Authentication and admission of callers. */
export interface ApiAccess {
  authenticate: Authenticate;
  accounts: Pick<Accounts, 'admit'>;
}

/** Sets the rate headers of an admission with a known key, on refusals too. */
export function setRateHeaders(c: Context<AppEnv>, admission: Admission): void {
  for (const [name, value] of rateHeaders(admission)) c.header(name, value);
}

/** Query parameters in which other services accept a key. */
const ADDRESS_KEYS = ['api_key', 'apikey', 'apiKey', 'key', 'access_token'];

/** Authenticates the request. @throws ApiError UNAUTHORIZED */
export async function authenticateRequest(
  c: Context<AppEnv>,
  { authenticate }: Pick<ApiAccess, 'authenticate'>,
): Promise<Principal> {
  const header = c.req.header('Authorization') ?? null;
  if (header === null && c.req.header('X-API-Key')) throw credentialError('wrong_header');
  if (header === null && ADDRESS_KEYS.some((name) => c.req.query(name)))
    throw credentialError('in_address');
  const principal = await authenticate(header, c.req.url);
  return { ...principal, address: c.req.header('CF-Connecting-IP') ?? null };
}

/** Caller of an admitted call, kept for headers and log. @throws ApiError 401, 403, 429 */
export function admittedCaller(c: Context<AppEnv>, admission: Admission): Caller {
  setRateHeaders(c, admission);
  if ('caller' in admission) c.set('known', admission.caller);
  return requireAdmitted(admission, c.get('startedAt')).caller;
}

/** Admits the caller or refuses in the order 401, 403, 429. */
export async function admitRequest(
  c: Context<AppEnv>,
  access: ApiAccess,
  kind: CallKind,
): Promise<void> {
  const principal = { ...(await authenticateRequest(c, access)), resource: 'owned' };
  const admission = await requestAdmission(principal, kind, null, access.accounts);
  c.set('caller', admittedCaller(c, admission));
  c.set('principal', principal);
}

/** What {@link answerOnce} needs: the store of answers, and the secrets that seal them. */
export interface OncePorts extends ReplayPorts {
  linkSecrets: Secrets | null;
  randomBytes(count: number): Uint8Array<ArrayBuffer>;
}

/**
 * Idempotent execution of an admitted call that is no lookup: for 24 hours the same API key,
 * Idempotency-Key and body replay the first answer. Answers may have secrets that are shown once,
 * so they are stored sealed. Without the header the work just runs.
 * @param body as parsed JSON
 * @param run gets the name of the call, by which a verb finds what an attempt created whose answer
 * was lost; undefined without the header
 * @throws ApiError as {@link runOnce}; SERVICE_UNAVAILABLE if the secret of the answer was removed
 */
export async function answerOnce(
  c: Context<AppEnv>,
  body: unknown,
  run: (form?: SentForm) => Promise<unknown>,
  ports: OncePorts,
): Promise<unknown> {
  const key = parseIdempotencyKey(c.req.header('Idempotency-Key'), 'Idempotency-Key');
  const principal = c.get('principal');
  if (key === null || !principal) return run();
  const [askedAt, lookupId] = [c.get('startedAt'), c.get('requestId')];
  const names = await claimNames(principal, key, `${c.req.method} ${c.req.path}`, body);
  const seal = { purpose: 'answers of Idempotency-Keys', bound: names.name };
  const { linkSecrets, randomBytes } = ports;
  const onAdmission = (admission: Admission) => {
    if (admission.code !== 'ADMITTED') setRateHeaders(c, admission);
  };
  const work = {
    call: { principal, startedAt: askedAt, onAdmission },
    // The call itself was counted when it was admitted.
    kind: 'uncounted',
    claim: { ...names, lookupId, askedAt, lookups: [] },
    orderIds: [],
    products: [],
    async run(_: unknown, firstAskedAt: number): Promise<string> {
      const digest = `${names.name}:${firstAskedAt}`;
      const data = await run({ digest, since: firstAskedAt });
      // As JSON it would be an empty object.
      if (data instanceof Response) throw new TypeError('a Response cannot be replayed');
      const answer = JSON.stringify(data);
      return linkSecrets ? sealVersioned(answer, seal, linkSecrets, randomBytes) : answer;
    },
    isAnswer: () => true,
  } as const;
  const { data, replayed } = await runOnce<string>(work, ports);
  if (replayed) c.header('Idempotent-Replay', 'true');
  const answer = linkSecrets ? await openVersioned(data, seal, linkSecrets) : data;
  if (answer === null)
    throw new ApiError('SERVICE_UNAVAILABLE', 'The first answer can no longer be read.');
  return JSON.parse(answer);
}

/**
 * Logs calls that are not lookups, once their organization is known. The path is the route's
 * pattern, because parameters may contain anything.
 */
export const logCalls = (requests: RequestLog, clock: Clock) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const caller = c.get('known');
    if (!caller) return;
    const { status } = c.res;
    const at = c.get('startedAt');
    requests.record(caller.organizationId, {
      id: c.get('requestId'),
      batchId: null,
      at,
      method: c.req.method,
      path: (c.get('loggedPath') ?? routePath(c)).replace(/:(\w+)/g, '{$1}'),
      product: null,
      mode: caller.mode,
      keyId: caller.keyId,
      status,
      // The bulk 402 is the one refusal that is not an ApiError; its body has this code.
      code: c.get('code') ?? (status === 402 ? 'UPGRADE_REQUIRED' : null),
      credits: 0,
      durationMs: clock.now() - at,
    });
  });

/**
 * Authorizes the call itself and counts it in the account window. Scopes are checked by the verb
 * that loads a resource, by the caller's realm.
 */
export const authorize = (access: ApiAccess) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await admitRequest(c, access, 'account');
    await next();
  });
