import { isInCidrs } from '../../domain/ip/cidr.ts';
import { PAID_STATUSES } from '../../domain/plans.ts';
import type {
  Admission,
  CallerLimit,
  KeyRecord,
  Member,
  Organization,
  Subscription,
} from '../../lookup/account/account.ts';
import { AGENT_KEY_PREFIX, type Caller, DASHBOARD_KEY_ID } from '../../lookup/account/caller.ts';
import { LOOKUP_ROLES } from '../../lookup/account/members.ts';
import {
  AGENT_SCOPES,
  type CallKind,
  type CredentialProblem,
  type Principal,
  type Resource,
  type WindowName,
  type WindowState,
} from '../../lookup/account/principal.ts';

/** Resources open to every API key, whatever its scopes. */
const UNLIMITED: readonly Resource[] = ['account', 'connection', 'owned'];

/** Whether an agent's scopes include the resource; `connection` needs none. */
export const isInAgentReach = (scopes: readonly string[], resource: Resource | undefined) =>
  resource === 'connection' ||
  (resource !== undefined &&
    scopes.some((scope) => AGENT_SCOPES.get(scope)?.includes(resource) === true));

/** Whether a key's scopes include the resource. @param scopes product types; null for all */
export const isInKeyReach = (
  scopes: readonly string[] | null,
  resource: Resource | undefined,
): boolean =>
  scopes === null ||
  (resource !== undefined && (UNLIMITED.includes(resource) || scopes.includes(resource)));

interface CallerRecords {
  /** By hash. */
  apiKeys: ReadonlyMap<string, KeyRecord>;
  /** By user. */
  members: ReadonlyMap<string, Member>;
}

interface Identity extends Pick<Caller, 'userId' | 'mode' | 'keyId' | 'scopes' | 'creditsPerDay'> {
  windowOwner: string;
  /** The limit this call exceeds; null when the call is within all limits. */
  limit: CallerLimit | null;
}

function keyProblem(record: KeyRecord | undefined, now: number): CredentialProblem | null {
  if (!record) return 'unknown';
  if (record.revokedAt !== null) return 'revoked';
  if (record.expiresAt !== null && record.expiresAt <= now) return 'expired';
  return record.suspendedAt === null ? null : 'suspended';
}

/** A key has its maker's role while it is the maker's; a kept key is the organization's. */
function keyLimit(
  { scopes, ipAllow, keptAt }: KeyRecord,
  maker: Member | undefined,
  call: Principal,
): CallerLimit | null {
  if (maker && keptAt === null && !LOOKUP_ROLES.has(maker.role)) return 'role';
  if (ipAllow && !isInCidrs(call.address ?? null, ipAllow)) return 'address';
  return isInKeyReach(scopes, call.resource) ? null : 'product';
}

/** @returns the identity, or why the principal has none in this account */
function identify(
  call: Principal,
  { apiKeys, members }: CallerRecords,
  now: number,
): Identity | CredentialProblem {
  if (call.kind === 'key') {
    const record = apiKeys.get(call.hash);
    const problem = keyProblem(record, now);
    if (problem || !record) return problem ?? 'unknown';
    const { id: keyId, userId, mode, scopes, creditsPerDay } = record;
    const limits = { ...(scopes && { scopes }), ...(creditsPerDay !== null && { creditsPerDay }) };
    const limit = keyLimit(record, members.get(userId), call);
    return { userId, mode, keyId, windowOwner: keyId, ...limits, limit };
  }
  const { userId, mode, resource } = call;
  const member = members.get(userId);
  if (!member) return 'not_a_member';
  const roleLimit = LOOKUP_ROLES.has(member.role) ? null : 'role';
  if (call.kind === 'session') {
    const windowOwner = `session_${userId}`;
    return { userId, mode, keyId: DASHBOARD_KEY_ID, windowOwner, limit: roleLimit };
  }
  const keyId = `${AGENT_KEY_PREFIX}${call.grantId}`;
  const { creditsPerDay } = call;
  const limit = roleLimit ?? (isInAgentReach(call.scopes, resource) ? null : 'agent');
  const limits = creditsPerDay === undefined ? {} : { creditsPerDay };
  return { userId, mode, keyId, windowOwner: keyId, ...limits, limit };
}

/** Records that access is checked against. */
interface AccessRecords extends CallerRecords {
  organization: Organization | null;
  subscription: Subscription | null;
  windows: Windows;
}

/** Whether a call is admitted, before its price. */
type AccessDecision =
  | { code: 'ADMITTED'; caller: Caller; window: WindowState | null; mustBeWritten: boolean }
  | { code: 'UPGRADE_REQUIRED'; caller: Caller; window: WindowState | null }
  | Extract<Admission, { code: 'UNAUTHORIZED' | 'INSUFFICIENT_SCOPE' | 'RATE_LIMIT_EXCEEDED' }>;

/**
 * Whether the status is a paid one and the period is current (contract, "Billing details"). Its
 * start is not compared: a period set ahead is not the subscription yet, and another machine's
 * clock may be behind.
 */
export const isPaid = (subscription: Subscription | null, now: number): boolean =>
  subscription !== null &&
  PAID_STATUSES.includes(subscription.status) &&
  now < subscription.periodEnd;

/**
 * Checks caller, limits, plan and windows, and counts the call. Refuses in the order 401, 403, 429.
 * The sandbox needs no plan.
 */
export function checkAccess(
  principal: Principal,
  kind: CallKind,
  records: AccessRecords,
  now: number,
): AccessDecision {
  const { organization, subscription, windows } = records;
  if (!organization?.active)
    return { code: 'UNAUTHORIZED', problem: organization ? 'organization_closed' : 'unknown' };
  if (organization.suspendedAt !== undefined)
    return { code: 'UNAUTHORIZED', problem: 'organization_suspended' };
  const identity = identify(principal, records, now);
  if (typeof identity === 'string') return { code: 'UNAUTHORIZED', problem: identity };
  const { windowOwner, limit, ...who } = identity;
  const { id: organizationId, region, defaultCountry } = organization;
  const caller = { ...who, organizationId, region, ...(defaultCountry && { defaultCountry }) };
  const counted = windowsForCall(kind, windowOwner);
  const peek = () => (kind === 'uncounted' ? null : windows.peek(counted[0], now));
  if (limit) return { code: 'INSUFFICIENT_SCOPE', caller, window: peek(), limit };
  if (caller.mode === 'live' && !isPaid(subscription, now))
    return { code: 'UPGRADE_REQUIRED', caller, window: peek() };

  const { tripped, state, mustBeWritten } = windows.count(counted, now);
  if (tripped) return { code: 'RATE_LIMIT_EXCEEDED', caller, window: state, name: tripped };
  return { code: 'ADMITTED', caller, window: kind === 'uncounted' ? null : state, mustBeWritten };
}

/** A fixed window aligned to the clock: at most `limit` calls in every `seconds`. */
interface Window {
  limit: number;
  seconds: number;
}

/**
 * Windows of the specification ("Limits"), and ceilings of a whole organization: at these rates,
 * the receipts of seven days fit its object.
 */
export const WINDOWS = {
  standard: { limit: 200, seconds: 10 },
  live: { limit: 1_000, seconds: 60 },
  account: { limit: 1_000, seconds: 60 },
  ceilingSecond: { limit: 500, seconds: 1 },
  ceilingTenSeconds: { limit: 5_000, seconds: 10 },
  organizationStandard: { limit: 1_000, seconds: 10 },
  organizationLive: { limit: 5_000, seconds: 60 },
  organizationSecond: { limit: 1_000, seconds: 1 },
  organizationTenSeconds: { limit: 10_000, seconds: 10 },
} as const satisfies Record<WindowName, Window>;

const ORGANIZATION_OWNER = '';

/** Ceiling of a whole organization, by tier. */
const TIER_CEILINGS = { standard: 'organizationStandard', live: 'organizationLive' } as const;

/** Ceilings in which every call counts, whatever its kind. */
const ceilingWindows = (owner: string): readonly WindowRef[] => [
  { owner, name: 'ceilingSecond' },
  { owner, name: 'ceilingTenSeconds' },
  { owner: ORGANIZATION_OWNER, name: 'organizationSecond' },
  { owner: ORGANIZATION_OWNER, name: 'organizationTenSeconds' },
];

/**
 * Windows a call counts in; the response headers report the first. @param owner key, session or
 * agent of the call
 */
export function windowsForCall(kind: CallKind, owner: string): [WindowRef, ...WindowRef[]] {
  switch (kind) {
    case 'standard':
    case 'live':
      return [
        { owner, name: kind },
        { owner: ORGANIZATION_OWNER, name: TIER_CEILINGS[kind] },
        ...ceilingWindows(owner),
      ];
    case 'account':
      return [{ owner: ORGANIZATION_OWNER, name: kind }, ...ceilingWindows(owner)];
    case 'uncounted':
      return ceilingWindows(owner) as [WindowRef, ...WindowRef[]];
  }
}

/** Windows at least this long are saved: an idle object is evicted after ten seconds. */
const KEPT_SECONDS = 60;

/** A saved window is written each time it has counted this many calls, rounded up. */
const KEEP_EVERY_CALLS = 25;

/** Most windows in memory; past that, ended ones are dropped. */
const MAX_HELD = 10_000;

export interface WindowRef {
  /** A key's id, or empty for the organization. */
  owner: string;
  name: WindowName;
}

/** A saved window: its id, its start, and the calls counted, exact or rounded up. */
export type SavedWindow = readonly [place: string, startsAt: number, calls: number];

interface WindowCount {
  startsAt: number;
  calls: number;
}

interface CountResult {
  /** The full window that ends last; null when the call was counted. */
  tripped: WindowName | null;
  /** State of the tripped window, else of the first one requested. */
  state: WindowState;
  /** Whether a saved window reached a step and must be written before the call is answered. */
  mustBeWritten: boolean;
}

const windowId = ({ owner, name }: WindowRef): string => `${name}:${owner}`;
const windowRefOf = (place: string): WindowRef => {
  const colon = place.indexOf(':');
  return { name: place.slice(0, colon) as WindowName, owner: place.slice(colon + 1) };
};

const WINDOW_NAMES = Object.keys(WINDOWS) as WindowName[];

const isKept = (name: WindowName): boolean => WINDOWS[name].seconds >= KEPT_SECONDS;

/** Listed apart, as every commit goes through the saved windows. */
const KEPT_NAMES = WINDOW_NAMES.filter(isKept);

/** Rate limiter: calls counted in the current fixed window of each name and owner. */
export class Windows {
  /** By name, then owner: a combined key would be built and hashed for every call. */
  readonly #counts = new Map(WINDOW_NAMES.map((name) => [name, new Map<string, WindowCount>()]));
  #held = 0;

  constructor(kept: readonly SavedWindow[] = []) {
    for (const [place, startsAt, calls] of kept) this.#hold(windowRefOf(place), startsAt, calls);
  }

  /** State of one window, without counting. @param now milliseconds since the epoch */
  peek(of: WindowRef, now: number): WindowState {
    const { window, calls, reset } = this.#read(of, now);
    return { limit: window.limit, remaining: Math.max(0, window.limit - calls), reset };
  }

  /** Counts one call in all of these windows, or in none when any is full. */
  count(windows: readonly [WindowRef, ...WindowRef[]], now: number): CountResult {
    const current = windows.map((of) => this.#read(of, now));
    const full = current
      .filter(({ window, calls }) => calls >= window.limit)
      .sort((a, b) => b.reset - a.reset)[0];
    if (full) {
      const state = { limit: full.window.limit, remaining: 0, reset: full.reset };
      return { tripped: full.of.name, state, mustBeWritten: false };
    }
    if (this.#held > MAX_HELD) this.#dropEnded(now);
    let mustBeWritten = false;
    for (const { of, startsAt, calls } of current) {
      this.#hold(of, startsAt, calls + 1);
      mustBeWritten ||= isKept(of.name) && calls % KEEP_EVERY_CALLS === 0;
    }
    return { tripped: null, state: this.peek(windows[0], now), mustBeWritten };
  }

  kept(now: number): SavedWindow[] {
    return this.#open(now, (calls) => calls);
  }

  /** Saved windows, rounded up: calls counted later but never written stay counted. */
  keptAtMost(now: number): SavedWindow[] {
    return this.#open(now, (calls, limit) =>
      Math.min(limit, Math.ceil(calls / KEEP_EVERY_CALLS) * KEEP_EVERY_CALLS),
    );
  }

  #open(now: number, saved: (calls: number, limit: number) => number): SavedWindow[] {
    return KEPT_NAMES.flatMap((name) => {
      const { limit, seconds } = WINDOWS[name];
      return [...this.#of(name)]
        .filter(([, { startsAt }]) => startsAt + seconds * 1_000 > now)
        .map(([owner, { startsAt, calls }]): SavedWindow => {
          return [windowId({ owner, name }), startsAt, saved(calls, limit)];
        });
    });
  }

  #of(name: WindowName): Map<string, WindowCount> {
    return this.#counts.get(name) as Map<string, WindowCount>;
  }

  #hold({ owner, name }: WindowRef, startsAt: number, calls: number): void {
    const counts = this.#of(name);
    const count = counts.get(owner);
    if (count) {
      count.startsAt = startsAt;
      count.calls = calls;
      return;
    }
    counts.set(owner, { startsAt, calls });
    this.#held += 1;
  }

  #read(of: WindowRef, now: number) {
    const window: Window = WINDOWS[of.name];
    const lengthMs = window.seconds * 1_000;
    const startsAt = Math.floor(now / lengthMs) * lengthMs;
    const held = this.#of(of.name).get(of.owner);
    const calls = held?.startsAt === startsAt ? held.calls : 0;
    return { of, window, startsAt, calls, reset: (startsAt + lengthMs) / 1_000 };
  }

  #dropEnded(now: number): void {
    for (const [name, counts] of this.#counts)
      for (const [owner, { startsAt }] of counts)
        if (startsAt + WINDOWS[name].seconds * 1_000 <= now && counts.delete(owner))
          this.#held -= 1;
  }
}
