import { digestUuid } from '../lib/bytes.ts';
import { ApiError } from '../lib/errors.ts';
import { type Caller, ownedByOrganization, type SentForm } from '../lookup/account/caller.ts';
import { requireScopes } from '../lookup/account/principal.ts';
import { requireQuota } from '../lookup/account/quotas.ts';
import type { ReceiverChoice, WebhookReceiver } from '../lookup/jobs/webhooks.ts';
import { NOT_CONFIGURED } from '../lookup/source.ts';
import { MONITOR_KIND_RULES, monitorProductTypes } from './comparison.ts';
import { claimMonitorQuotas, releaseMonitorQuotas, requireMemberLimit } from './members.ts';
import type { MemberInput, Monitor, MonitorWithState, RunState } from './monitor.ts';
import { answerOf, type MonitorSelector, noSuchMonitor, requireMonitor } from './monitors.ts';
import type { MonitorPorts } from './ports.ts';
import {
  findMonitor,
  insertMonitor,
  type MonitorChanges,
  monitorsById,
  monitorsThat,
  projectRunState,
  type StoredMonitor,
  updateMonitor,
} from './store.ts';

export interface MonitorRequest
  extends ReceiverChoice,
    Pick<
      Monitor,
      'kind' | 'caller' | 'name' | 'frequency' | 'includeSpamCheck' | 'alertEmail' | 'origin'
    > {
  /**
   * Deduplicates repetitions of the same request; another request under the same digest creates a
   * monitor of its own, as every request does without one.
   */
  form?: SentForm;
  /** False creates it switched off: its first run is due when it is switched on. */
  active?: boolean;
  members: readonly MemberInput[];
}

/** A monitor, and the secret of its webhook, which is shown only once. */
export interface CreatedMonitor {
  monitor: StoredMonitor;
  webhookSecret: string | null;
}

/**
 * Checks that the monitor's products are in the key's scopes and have a configured source.
 * @throws ApiError INSUFFICIENT_SCOPE, SERVICE_UNAVAILABLE
 */
async function requireMonitoredProducts(
  { kind, includeSpamCheck, caller }: Pick<MonitorRequest, 'kind' | 'includeSpamCheck' | 'caller'>,
  { products, jobs }: MonitorPorts,
): Promise<void> {
  const types = MONITOR_KIND_RULES[kind].types({ includeSpamCheck });
  requireScopes(caller.scopes ?? null, monitorProductTypes({ kind, includeSpamCheck }, products));
  if (caller.mode === 'test' || (await jobs.available(types))) return;
  throw new ApiError(
    'SERVICE_UNAVAILABLE',
    'No data source is configured for this kind of monitor.',
    NOT_CONFIGURED,
  );
}

/**
 * A monitor's id, which names its object. With a form, it is a digest of the form, the organization
 * and the request: no caller can name another organization's monitor, and what was
 * changed in a form that is sent again is not answered with the monitor made before.
 */
async function monitorIdOf(
  { form, caller, members, ...request }: MonitorRequest,
  ports: MonitorPorts,
): Promise<string> {
  if (!form) return `mon_${ports.newUuid()}`;
  const { kind, name, frequency, includeSpamCheck, alertEmail } = request;
  const parts = [
    ...[form.digest, caller.organizationId, caller.mode],
    ...[kind, name, frequency, includeSpamCheck, alertEmail],
    ...[request.webhookUrl, request.webhookEndpointId],
    members.map(({ subject, label }) => [subject, label]),
  ];
  return `mon_${await digestUuid(JSON.stringify(parts))}`;
}

/** Owner of a receiver's registration, and the events it receives. */
const registrationOf = (
  monitor: Pick<Monitor, 'kind' | 'includeSpamCheck' | 'caller'>,
  { products }: Pick<MonitorPorts, 'products'>,
) => ({
  organizationId: monitor.caller.organizationId,
  mode: monitor.caller.mode,
  productTypes: monitorProductTypes(monitor, products),
});

const sealedSecretOf = (webhook: WebhookReceiver | null): string | null =>
  webhook && webhook.url !== null ? webhook.sealedSecret : null;

/**
 * Creates a monitor, whose first run is due at once if it is active. It is written to its object
 * with the members, and then to the directory; both steps are idempotent. A crash between them
 * leaves an orphan: its object finds no row when its first run begins, and deletes itself an hour
 * later.
 * @throws ApiError INPUT_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED, INVALID_INPUT (webhook),
 * INSUFFICIENT_SCOPE, SERVICE_UNAVAILABLE; IDEMPOTENCY_CONFLICT if the monitor of an earlier
 * sending was deleted
 */
export async function createMonitor(
  request: MonitorRequest,
  ports: MonitorPorts,
): Promise<CreatedMonitor> {
  const { db, objects, webhooks, clock } = ports;
  const { members, webhookUrl, webhookEndpointId, form, active = true, ...settings } = request;
  requireMemberLimit(members.length);
  await requireMonitoredProducts(request, ports);
  const id = await monitorIdOf(request, ports);
  // Before the quotas, which nothing would release.
  if ((await findMonitor(db, id))?.deletedAt)
    throw new ApiError(
      'IDEMPOTENCY_CONFLICT',
      'The monitor created by this request has since been deleted.',
    );
  const choice = { webhookUrl, webhookEndpointId };
  const registered = await webhooks.register(choice, registrationOf(request, ports));
  const webhook = registered?.webhook ?? null;
  const times = { active, createdAt: clock.now(), deletedAt: null };
  const monitor: Monitor = { id, ...settings, webhook, ...times };
  await claimMonitorQuotas(monitor, members.length, ports);
  const state = answerOf(monitor, await objects.create(monitor, members));
  let failure: unknown = new Error('a monitor was written and is not there');
  // If the reply was lost, the row may exist, so it is read back below.
  await insertMonitor(db, monitor, state).catch((cause) => {
    failure = cause;
  });
  const stored = await findMonitor(db, id);
  if (!stored) throw failure;
  // Of repeated requests, the first created the monitor and its secret; the others find it.
  if (sealedSecretOf(stored.webhook) === sealedSecretOf(webhook))
    return { monitor: stored, webhookSecret: registered?.secret ?? null };
  const isShown = form !== undefined && stored.createdAt >= form.since;
  return {
    monitor: stored,
    webhookSecret: isShown ? await webhooks.secretOf(stored.webhook) : null,
  };
}

/** Pushes the owner's settings to the object, and projects its state to the row. @returns state */
export async function syncObject(
  monitor: MonitorWithState,
  { db, objects }: Pick<MonitorPorts, 'db' | 'objects'>,
): Promise<RunState> {
  const state = answerOf(monitor, await objects.wake(monitor));
  await projectRunState(db, monitor.id, state, monitor.unsyncedSince);
  return state;
}

/**
 * Requested changes; a receiver of null removes it, an absent one keeps it. A form that is sent
 * again gets the secret of the receiver that it set.
 */
type ChangeRequest = Omit<MonitorChanges, 'webhook' | 'deletedAt'> &
  Partial<ReceiverChoice> & { form?: SentForm };

/** Whether two texts are one address. It is stored normalized and without its fragment. */
function isSameAddress(asked: string | null | undefined, stored: string | null | undefined) {
  const url = asked && stored ? URL.parse(asked) : null;
  if (url) url.hash = '';
  return (url?.href ?? asked) === stored;
}

/** The receiver after a change. @returns no field if it is unchanged */
async function changedReceiver(
  { webhookUrl, webhookEndpointId, form }: Pick<ChangeRequest, keyof ReceiverChoice | 'form'>,
  monitor: StoredMonitor,
  ports: MonitorPorts,
): Promise<{ webhook?: WebhookReceiver | null; secret?: string | null }> {
  const { webhook } = monitor;
  const url = isSameAddress(webhookUrl, webhook?.url) ? undefined : webhookUrl;
  const endpointId = webhookEndpointId !== webhook?.endpointId ? webhookEndpointId : undefined;
  if (url || endpointId) {
    const choice = { webhookUrl: webhookUrl ?? null, webhookEndpointId };
    return (await ports.webhooks.register(choice, registrationOf(monitor, ports), form)) ?? {};
  }
  if (webhookUrl && form) return { secret: await ports.webhooks.secretOf(webhook, form) };
  const isKept = webhookUrl || webhookEndpointId;
  return !isKept && (webhookUrl === null || webhookEndpointId === null) ? { webhook: null } : {};
}

/**
 * Changes a monitor. The row is authoritative: if the object is out of reach, cron pushes the
 * change to it within the hour.
 * @throws ApiError NOT_FOUND, INVALID_INPUT (webhook), INSUFFICIENT_SCOPE, SERVICE_UNAVAILABLE
 */
export async function changeMonitor(
  named: MonitorSelector,
  { webhookUrl, webhookEndpointId, form, ...changes }: ChangeRequest,
  caller: Caller,
  ports: MonitorPorts,
): Promise<CreatedMonitor> {
  const { db, clock } = ports;
  const before = await requireMonitor(named, ports);
  if (changes.includeSpamCheck)
    await requireMonitoredProducts({ kind: before.kind, includeSpamCheck: true, caller }, ports);
  const { secret, ...receiver } = await changedReceiver(
    { ...(webhookUrl !== undefined && { webhookUrl }), webhookEndpointId, ...(form && { form }) },
    before,
    ports,
  );
  const after = await updateMonitor(db, before.id, { ...changes, ...receiver }, clock.now());
  if (!after) throw noSuchMonitor(before.id);
  await syncObject(after, ports).catch((cause) =>
    ports.warn('a changed monitor waits for cron', cause),
  );
  const monitor = (await findMonitor(db, before.id)) ?? after;
  return { monitor, webhookSecret: secret ?? null };
}

/**
 * Deletes a monitor: stops a run in progress; its events stay readable for thirty days.
 * @throws ApiError NOT_FOUND
 */
export async function deleteMonitor(named: MonitorSelector, ports: MonitorPorts): Promise<void> {
  await endMonitor(await requireMonitor(named, ports), ports);
}

async function endMonitor(monitor: StoredMonitor, ports: MonitorPorts): Promise<void> {
  const { db, clock, objects, jobs, warn } = ports;
  const deletedAt = monitor.deletedAt ?? clock.now();
  const deleted = await updateMonitor(db, monitor.id, { deletedAt }, clock.now());
  await releaseMonitorQuotas(monitor, ports);
  try {
    await syncObject(deleted ?? { ...monitor, deletedAt }, ports);
    const jobId = await objects.runningJob(monitor.id);
    if (jobId) await jobs.cancel({ id: jobId, caller: monitor.caller });
  } catch (cause) {
    warn('a deleted monitor waits for cron', cause);
  }
}

/** Deletes all monitors of an organization, and stops their runs. Idempotent. */
export async function deleteOrganizationMonitors(
  organizationId: string,
  ports: MonitorPorts,
): Promise<void> {
  for await (const page of monitorsById(ports.db, monitorsThat.areUnended(organizationId)))
    await Promise.all(page.map((monitor) => endMonitor(monitor, ports)));
}

/**
 * Transfers a user's monitors to the organization, also in the objects, from which lost rows are
 * written again. Idempotent.
 */
export async function disownMonitors(
  organizationId: string,
  userId: string,
  ports: MonitorPorts,
): Promise<void> {
  const { db, clock, warn } = ports;
  const disown = async ({ id }: StoredMonitor) => {
    const owned = await updateMonitor(db, id, ownedByOrganization(organizationId), clock.now());
    if (owned)
      await syncObject(owned, ports).catch((cause) =>
        warn('a monitor whose owner left waits for cron', cause),
      );
  };
  for await (const page of monitorsById(db, monitorsThat.userOwns({ organizationId, userId })))
    await Promise.all(page.map(disown));
}

/**
 * Begins a run now, at the usual price. @returns its id
 * @throws ApiError NOT_FOUND, RATE_LIMIT_EXCEEDED, IDEMPOTENCY_CONFLICT while one is in progress or
 * the monitor is switched off
 */
export async function runMonitor(named: MonitorSelector, ports: MonitorPorts): Promise<string> {
  const { db, objects } = ports;
  const monitor = await requireMonitor(named, ports);
  const { runId } = await syncObject(monitor, ports);
  const { id, active, caller } = monitor;
  if (active && runId === null) {
    const claim = { kind: 'runs', mode: caller.mode, id: `${id}:${ports.newUuid()}` } as const;
    await requireQuota(caller.organizationId, claim, ports.accounts);
    const begun = await objects.runNow(id);
    const state = await objects.state(id);
    if (state) await projectRunState(db, id, state);
    if (begun !== null) return begun;
  }
  throw new ApiError(
    'IDEMPOTENCY_CONFLICT',
    active
      ? 'A run of this monitor is already in progress.'
      : 'The monitor is switched off. Set active to true first.',
  );
}
