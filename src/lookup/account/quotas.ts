import { ApiError } from '../../lib/errors.ts';
import type { KeyMode } from './caller.ts';

/** How much of something an organization may have, and make. What is absent is not limited. */
export interface Quota {
  /** At a time. */
  most?: number;
  perHour?: number;
  perDay?: number;
}

interface QuotaOfKind {
  /** The things, as a refusal names them. */
  things: string;
  ceiling: Quota;
  /** Of what test keys make, which is counted apart; absent where the mode makes no difference. */
  test?: Quota;
}

/**
 * Ceilings of one organization, the same for every plan. They bound what one customer can put into
 * the stores that all share.
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
  jobs: {
    things: 'running bulk jobs',
    ceiling: { most: 20, perHour: 1_000, perDay: 2_000 },
    test: { most: 5, perHour: 100, perDay: 200 },
  },
  uploads: { things: 'waiting files', ceiling: { most: 10, perHour: 100 } },
  askedDeliveries: { things: 'tests and redeliveries of webhooks', ceiling: { perHour: 60 } },
  replays: {
    things: 'new Idempotency-Keys of lookups',
    ceiling: { perHour: 200_000 },
    test: { perHour: 2_000 },
  },
} as const satisfies Record<string, QuotaOfKind>;

export type QuotaKind = keyof typeof QUOTAS;

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

export const quotaFor = (kind: QuotaKind, mode: KeyMode): Quota => {
  const { ceiling, test }: QuotaOfKind = QUOTAS[kind];
  return mode === 'test' && test ? test : ceiling;
};

/** Modes that are counted together have one name. */
export const quotaMode = (kind: QuotaKind, mode: KeyMode): KeyMode =>
  'test' in QUOTAS[kind] ? mode : 'live';

/** The numbers of a ceiling that bound how many are made, longest span last. */
export const quotaRates = ({ perHour, perDay }: Quota): { limit: number; seconds: number }[] =>
  [
    { limit: perHour, seconds: HOUR_SECONDS },
    { limit: perDay, seconds: DAY_SECONDS },
  ].flatMap(({ limit, seconds }) => (limit === undefined ? [] : [{ limit, seconds }]));

/** Room for something that is about to be made, or to grow. */
export interface QuotaRequest {
  kind: QuotaKind;
  mode: KeyMode;
  /** Of the thing: the same claim again is granted without being counted again. */
  id: string;
  /** How many it stands for; absent for one. A claim only ever grows. */
  count?: number;
  /** When the thing is gone by itself, in milliseconds since the epoch; absent for never. */
  endsAt?: number;
}

/** Which number of a ceiling stands in the way. */
export interface QuotaExceeded {
  kind: QuotaKind;
  limit: number;
  /** Set for a number of made things: when the span is over. */
  rate: { seconds: number; retryAfterSeconds: number } | null;
}

/** Something that is there, as the store that holds it says. */
export type QuotaUse = Required<Pick<QuotaRequest, 'kind' | 'mode' | 'id' | 'count'>>;

/** Ceilings of organizations, each decided by its account, where calls come one after another. */
export interface Quotas {
  /** @returns null when there is room, which is taken then */
  claimQuota(organizationId: string, claim: QuotaRequest): Promise<QuotaExceeded | null>;
  /** Gives the room of a thing back; one that has none is no mistake. */
  releaseQuota(organizationId: string, claim: Pick<QuotaRequest, 'kind' | 'id'>): Promise<void>;
}

/** The refusal as callers see it: 400 for too many at a time, 429 for too many in a span. */
export function quotaError({ kind, limit, rate }: QuotaExceeded): ApiError {
  const { things } = QUOTAS[kind];
  const figure = `${limit.toLocaleString('en-US')} ${things}`;
  if (rate === null) {
    const message = `An organization has at most ${figure} at a time; this would be more.`;
    return new ApiError('INPUT_LIMIT_EXCEEDED', message);
  }
  const { seconds, retryAfterSeconds } = rate;
  const span = seconds === HOUR_SECONDS ? 'an hour' : 'a day';
  const message = `An organization makes at most ${figure} ${span}; the limit is reached.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
}

/** @throws ApiError INPUT_LIMIT_EXCEEDED or RATE_LIMIT_EXCEEDED, naming the ceiling */
export async function requireQuota(
  organizationId: string,
  claim: QuotaRequest,
  rooms: Quotas,
): Promise<void> {
  const refusal = await rooms.claimQuota(organizationId, claim);
  if (refusal) throw quotaError(refusal);
}
