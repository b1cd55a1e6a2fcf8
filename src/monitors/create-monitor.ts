import type { Caller } from '../core/account/caller.ts';
import { requireScopes } from '../core/account/scopes.ts';
import { ApiError } from '../core/errors.ts';
import type { Webhook } from '../core/jobs/webhooks.ts';
import type { Frequency, MemberInput, Monitor, MonitorKind } from '../core/monitors/monitor.ts';
import { findMonitor, insertMonitor, type StoredMonitor } from '../store/monitors.ts';
import { KINDS, productTypesOf } from './kinds.ts';
import { requireRoom, takeMonitorRoom } from './members.ts';
import type { MonitorPorts } from './ports.ts';

export interface MonitorRequest {
  /** What the same request sent again has too; absent, every request makes a monitor. */
  once?: string;
  kind: MonitorKind;
  caller: Caller;
  name: string;
  frequency: Frequency;
  includeSpamCheck: boolean;
  alertEmail: boolean;
  webhookUrl: string | null;
  members: readonly MemberInput[];
  /** What links in its mails and jobs begin with; empty where no address can be trusted. */
  origin: string;
}

/** A monitor, and the secret of its webhook, which is shown this once. */
export interface MadeMonitor {
  monitor: StoredMonitor;
  webhookSecret: string | null;
}

const SOURCE_RETRY_AFTER_SECONDS = 3_600;

/**
 * What may be looked up with this key, and could be. @throws ApiError INSUFFICIENT_SCOPE,
 * SERVICE_UNAVAILABLE
 */
export async function requireLookups(
  { kind, includeSpamCheck, caller }: Pick<MonitorRequest, 'kind' | 'includeSpamCheck' | 'caller'>,
  { products, jobs }: MonitorPorts,
): Promise<void> {
  const types = KINDS[kind].types({ includeSpamCheck });
  requireScopes(caller.scopes ?? null, productTypesOf({ kind, includeSpamCheck }, products));
  if (caller.mode === 'test' || (await jobs.available(types))) return;
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'No source of what this monitor looks up is configured.',
    {
      retryAfterSeconds: SOURCE_RETRY_AFTER_SECONDS,
    },
  );
}

/**
 * A monitor's id, which names its object. What a caller chose reaches it as a digest with their
 * organization, so that no caller names another organization's monitor.
 */
async function idOf({ once, caller }: MonitorRequest, ports: MonitorPorts): Promise<string> {
  if (once === undefined) return `mon_${ports.newUuid()}`;
  const text = new TextEncoder().encode(`${caller.organizationId}\n${once}`);
  const digest = await crypto.subtle.digest('SHA-256', text);
  const hex = Array.from(new Uint8Array(digest, 0, 16), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  return `mon_${hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}

/**
 * Makes a monitor, whose first run is due at once. Two stores learn of it, the object with the
 * members first and then the directory; each step may be repeated. Stopped between the two it is
 * nobody's: its object finds no row when its first run begins, and an hour later forgets it.
 * @throws ApiError INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED, INVALID_INPUT (webhook),
 * INSUFFICIENT_SCOPE, SERVICE_UNAVAILABLE
 */
export async function createMonitor(
  request: MonitorRequest,
  ports: MonitorPorts,
): Promise<MadeMonitor> {
  const { db, objects, webhooks, clock } = ports;
  const { members, webhookUrl, once: _, ...settings } = request;
  requireRoom(members.length);
  await requireLookups(request, ports);
  const registered = webhookUrl === null ? null : await webhooks.register(webhookUrl);
  const webhook: Webhook | null = registered?.webhook ?? null;
  const times = { active: true, createdAt: clock.now(), deletedAt: null };
  const id = await idOf(request, ports);
  const monitor: Monitor = { id, ...settings, webhook, ...times };
  await takeMonitorRoom(monitor, members.length, ports);
  const state = await objects.create(monitor, members);
  let failure: unknown = new Error('a monitor was written and is not there');
  // Whether the row is there is not known when the answer of the statement was lost.
  await insertMonitor(db, monitor, state).catch((cause) => {
    failure = cause;
  });
  const stored = await findMonitor(db, id);
  if (!stored) throw failure;
  // Of two requests that are one, the first made the monitor, and the secret that signs.
  const isFirst = stored.webhook?.sealedSecret === webhook?.sealedSecret;
  return { monitor: stored, webhookSecret: (isFirst && registered?.secret) || null };
}
