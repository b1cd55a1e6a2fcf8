import type { Caller } from '../core/account/caller.ts';
import { ApiError } from '../core/errors.ts';
import type { Webhook } from '../core/jobs/webhooks.ts';
import type { Frequency, MemberInput, Monitor, MonitorKind } from '../core/monitors/monitor.ts';
import { findMonitor, insertMonitor, type StoredMonitor } from '../store/monitors.ts';
import { KINDS } from './kinds.ts';
import { requireRoom, takeMonitorRoom } from './members.ts';
import type { MonitorPorts } from './ports.ts';

export interface MonitorRequest {
  /** A uuid that the same request sent again has too; absent, every request makes a monitor. */
  once?: string;
  kind: MonitorKind;
  caller: Caller;
  name: string;
  frequency: Frequency;
  includeSpamCheck: boolean;
  alertEmail: boolean;
  webhookUrl: string | null;
  members: readonly MemberInput[];
  /** Scheme and host the request was sent to. */
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
  const wanted = types.map((type) => products.get(type)?.type ?? type);
  if (caller.scopes && wanted.some((type) => !caller.scopes?.includes(type))) {
    const message = 'The scopes of this API key do not include what this monitor looks up.';
    throw new ApiError('INSUFFICIENT_SCOPE', message);
  }
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
 * Makes a monitor, whose first run is due at once. From the moment it is written down it runs,
 * whatever becomes of the request: cron finds one that its object does not know.
 * @throws ApiError INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED, INVALID_INPUT (webhook),
 * INSUFFICIENT_SCOPE, SERVICE_UNAVAILABLE
 */
export async function createMonitor(
  request: MonitorRequest,
  ports: MonitorPorts,
): Promise<MadeMonitor> {
  const { members, webhookUrl, once, ...settings } = request;
  requireRoom(members.length);
  await requireLookups(request, ports);
  const registered = webhookUrl === null ? null : await ports.webhooks.register(webhookUrl);
  const webhook: Webhook | null = registered?.webhook ?? null;
  const times = { active: true, createdAt: ports.clock.now(), deletedAt: null };
  const monitor: Monitor = { id: `mon_${once ?? ports.newUuid()}`, ...settings, webhook, ...times };
  await takeMonitorRoom(monitor, members.length, ports);
  await commit(monitor, members, ports);
  await ports.objects
    .wake(monitor)
    .catch((cause) => ports.warn('a new monitor waits for cron', cause));
  const stored = await findMonitor(ports.db, monitor.id);
  if (!stored) throw new Error('a monitor was written and is not there');
  if (stored.caller.organizationId !== monitor.caller.organizationId)
    throw new ApiError('IDEMPOTENCY_CONFLICT', 'This form was sent before; load it again.');
  // Of two requests that are one, the first made the monitor, and the secret that signs.
  const isFirst = stored.webhook?.sealedSecret === webhook?.sealedSecret;
  return { monitor: stored, webhookSecret: (isFirst && registered?.secret) || null };
}
