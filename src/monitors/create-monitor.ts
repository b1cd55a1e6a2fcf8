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
 * Whether it exists or not is not known when the answer of the statement was lost: then it is
 * looked for.
 */
async function commit(
  monitor: Monitor,
  members: readonly MemberInput[],
  { db }: MonitorPorts,
): Promise<void> {
  try {
    await insertMonitor(db, monitor, members);
  } catch (cause) {
    if (!(await findMonitor(db, monitor.id).catch(() => null))) throw cause;
  }
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
 * Makes a monitor, whose first run is due at once. From the moment it is written down it runs,
 * whatever becomes of the request: cron finds one that its object does not know.
 * @throws ApiError INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED, INVALID_INPUT (webhook),
 * INSUFFICIENT_SCOPE, SERVICE_UNAVAILABLE
 */
export async function createMonitor(
  request: MonitorRequest,
  ports: MonitorPorts,
): Promise<MadeMonitor> {
  const { members, webhookUrl, once: _, ...settings } = request;
  requireRoom(members.length);
  await requireLookups(request, ports);
  const registered = webhookUrl === null ? null : await ports.webhooks.register(webhookUrl);
  const webhook: Webhook | null = registered?.webhook ?? null;
  const times = { active: true, createdAt: ports.clock.now(), deletedAt: null };
  const id = await idOf(request, ports);
  const monitor: Monitor = { id, ...settings, webhook, ...times };
  await takeMonitorRoom(monitor, members.length, ports);
  await commit(monitor, members, ports);
  const stored = await findMonitor(ports.db, id);
  if (!stored) throw new Error('a monitor was written and is not there');
  await ports.objects
    .wake(stored)
    .catch((cause) => ports.warn('a new monitor waits for cron', cause));
  // Of two requests that are one, the first made the monitor, and the secret that signs.
  const isFirst = stored.webhook?.sealedSecret === webhook?.sealedSecret;
  return { monitor: stored, webhookSecret: (isFirst && registered?.secret) || null };
}
