import { ApiError } from '../lib/errors.ts';
import { type Secrets, signText, verifySignedText } from '../lib/secrets.ts';
import { syncObject } from './lifecycle.ts';
import type { MonitorPorts } from './ports.ts';
import { findMonitor, updateMonitor } from './store.ts';

type UnsubscribePorts = Pick<MonitorPorts, 'db' | 'linkSecrets'>;

const LINK_PURPOSE = 'no more mails';

/**
 * Signed link that only switches off the mails of a monitor; null if no link can be signed or the
 * service's origin is unknown.
 */
export async function unsubscribeUrl(
  monitorId: string,
  origin: string,
  linkSecrets: Secrets | null,
): Promise<string | null> {
  if (!linkSecrets || !origin) return null;
  const token = await signText({ purpose: LINK_PURPOSE, text: monitorId }, linkSecrets);
  return `${origin}/unsubscribe/${token}`;
}

/**
 * The monitor of a link. Needs no API key; valid while the secret that signed it exists.
 * @throws ApiError INSUFFICIENT_SCOPE (403) for an altered link, NOT_FOUND for a deleted monitor
 */
export async function readUnsubscribeLink(
  token: string,
  { db, linkSecrets }: UnsubscribePorts,
): Promise<{ id: string; name: string }> {
  const monitorId =
    linkSecrets && (await verifySignedText(token, { purpose: LINK_PURPOSE }, linkSecrets));
  if (monitorId === null)
    throw new ApiError('INSUFFICIENT_SCOPE', 'This link is invalid or was altered.');
  const monitor = await findMonitor(db, monitorId);
  if (!monitor || monitor.deletedAt !== null)
    throw new ApiError('NOT_FOUND', 'The monitor of this link was deleted; it sends no mails.');
  return { id: monitor.id, name: monitor.name };
}

/**
 * Switches the mails off, also in the object, from which a lost row is written again.
 * @throws ApiError as {@link readUnsubscribeLink}
 */
export async function unsubscribe(
  token: string,
  ports: UnsubscribePorts & Pick<MonitorPorts, 'objects' | 'clock' | 'warn'>,
): Promise<void> {
  const { db, clock, warn } = ports;
  const { id } = await readUnsubscribeLink(token, ports);
  const monitor = await updateMonitor(db, id, { alertEmail: false }, clock.now());
  if (!monitor) return;
  await syncObject(monitor, ports).catch((cause) =>
    warn('an unsubscription waits for cron', cause),
  );
}
