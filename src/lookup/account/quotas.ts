import { ApiError } from '../../lib/errors.ts';
import { formatCount } from '../../lib/text.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../../lib/time.ts';
import type { KeyMode } from './caller.ts';

/** Quota of a resource: how many may exist, and be created per span. Absent is unlimited. */
export interface Quota {
  /** Most at a time. */
  most?: number;
  perHour?: number;
  perDay?: number;
}

interface QuotaOfKind {
  /** Plural noun for the resources, as used in a refusal's message. */
  things: string;
  ceiling: Quota;
  /** Separate quota for test keys; absent if test and live keys share one. */
  test?: Quota;
}

/**
 * Quotas of one organization, equal for every plan. They limit what one customer can put into the
 * shared stores.
 */
export const QUOTAS = {
  apiKeys: { things: 'API keys', ceiling: { most: 100, perDay: 100 } },
  members: { things: 'people', ceiling: { most: 500 } },
  invitations: { things: 'open invitations', ceiling: { most: 50 } },
  sentInvitations: { things: 'invitations', ceiling: { perDay: 50 } },
  agents: { things: 'connected agents', ceiling: { most: 100, perDay: 200 } },
  monitors: {
    things: 'monitors',
    ceiling: { most: 100, perDay: 200 },
    test: { most: 3, perDay: 50 },
  },
  monitorMembers: {
    things: 'members of all monitors',
    ceiling: { most: 200_000 },
    test: { most: 300 },
  },
  runs: {
    things: 'runs of monitors begun by a call',
    ceiling: { perHour: 200 },
    test: { perHour: 20 },
  },
  jobs: {
    things: 'running bulk jobs',
    ceiling: { most: 20, perHour: 1_000, perDay: 2_000 },
    test: { most: 5, perHour: 100, perDay: 200 },
  },
  uploads: { things: 'waiting files', ceiling: { most: 10, perHour: 100 } },
  webhookEndpoints: {
    things: 'webhook endpoints',
    ceiling: { most: 20, perDay: 100 },
    test: { most: 5, perDay: 100 },
  },
  endpointChanges: {
    things: 'changes of webhook endpoints',
    ceiling: { perDay: 200 },
    test: { perDay: 100 },
  },
  resends: { things: 'redeliveries of all that failed', ceiling: { perHour: 6 } },
  askedDeliveries: { things: 'tests and redeliveries of webhooks', ceiling: { perHour: 60 } },
  replays: {
    things: 'new Idempotency-Keys',
    ceiling: { perHour: 200_000 },
    test: { perHour: 2_000 },
  },
} as const satisfies Record<string, QuotaOfKind>;

export type QuotaKind = keyof typeof QUOTAS;

export const quotaFor = (kind: QuotaKind, mode: KeyMode): Quota => {
  const { ceiling, test }: QuotaOfKind = QUOTAS[kind];
  return mode === 'test' && test ? test : ceiling;
};

/** Mode that a quota is counted under: `live` if test and live keys share it. */
export const quotaMode = (kind: QuotaKind, mode: KeyMode): KeyMode =>
  'test' in QUOTAS[kind] ? mode : 'live';

/** Creation rates of a quota, longest span last. */
export const quotaRates = ({ perHour, perDay }: Quota): { limit: number; seconds: number }[] =>
  [
    { limit: perHour, seconds: HOUR_SECONDS },
    { limit: perDay, seconds: DAY_SECONDS },
  ].flatMap(({ limit, seconds }) => (limit === undefined ? [] : [{ limit, seconds }]));

export interface QuotaRequest {
  kind: QuotaKind;
  mode: KeyMode;
  /** Id of the resource, the idempotency key of the claim: a repeat is not counted again. */
  id: string;
  /** Units claimed; absent means one. A repeat may raise the figure, never lower it. */
  count?: number;
  /** When the claim expires, milliseconds since the epoch; absent means never. */
  endsAt?: number;
}

export interface QuotaExceeded {
  kind: QuotaKind;
  limit: number;
  /** For an exceeded creation rate, its span and the wait until the next; null otherwise. */
  rate: { seconds: number; retryAfterSeconds: number } | null;
}

export type QuotaUse = Required<Pick<QuotaRequest, 'kind' | 'mode' | 'id' | 'count'>>;

/** Quotas of organizations. The account object decides them, because it serializes its calls. */
export interface Quotas {
  /** @returns null if the claim is granted */
  claimQuota(organizationId: string, claim: QuotaRequest): Promise<QuotaExceeded | null>;
  /** Releases the claim of a resource; no effect without a claim. */
  releaseQuota(organizationId: string, claim: Pick<QuotaRequest, 'kind' | 'id'>): Promise<void>;
}

/** A ceiling on how many there are or are made, which is about no field of the request. */
export class QuotaError extends ApiError {}

/** Quota refusal: 400 for too many at a time, 429 for too many in a span. */
export function quotaError({ kind, limit, rate }: QuotaExceeded): QuotaError {
  const { things } = QUOTAS[kind];
  const figure = `${formatCount(limit)} ${things}`;
  if (rate === null) {
    const message = `An organization has at most ${figure} at a time; this would be more.`;
    return new QuotaError('INPUT_LIMIT_EXCEEDED', message);
  }
  const { seconds, retryAfterSeconds } = rate;
  const span = seconds === HOUR_SECONDS ? 'an hour' : 'a day';
  const message = `An organization makes at most ${figure} ${span}; the limit is reached.`;
  return new QuotaError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
}

/** @throws ApiError INPUT_LIMIT_EXCEEDED or RATE_LIMIT_EXCEEDED, naming the quota */
export async function requireQuota(
  organizationId: string,
  request: QuotaRequest,
  quotas: Quotas,
): Promise<void> {
  const exceeded = await quotas.claimQuota(organizationId, request);
  if (exceeded) throw quotaError(exceeded);
}
