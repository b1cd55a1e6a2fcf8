import { ApiError } from '../core/errors.ts';
import { type Secrets, secretOf } from '../core/secrets.ts';
import { sameText, signText } from '../core/signature.ts';
import { findMonitor, updateMonitor } from '../store/monitors.ts';
import type { MonitorPorts } from './ports.ts';

type Ports = Pick<MonitorPorts, 'db' | 'linkSecrets'>;

const signature = (secret: string, monitorId: string): Promise<string> =>
  signText(secret, `no more mails:${monitorId}`);

/**
 * `<version of the secret>.<monitor>.<signature>`: who has it can switch off this monitor's mails,
 * and no more.
 */
async function createToken(monitorId: string, [{ version, text }]: Secrets): Promise<string> {
  return `${version}.${monitorId}.${await signature(text, monitorId)}`;
}

/** Where the mails of a monitor are switched off; null where no link can be signed. */
export async function unsubscribeUrl(
  monitorId: string,
  origin: string,
  linkSecrets: Secrets | null,
): Promise<string | null> {
  return linkSecrets && `${origin}/unsubscribe/${await createToken(monitorId, linkSecrets)}`;
}

/**
 * The monitor a link is about, by name. Works without a key, for as long as the secret that signed
 * it is there.
 * @throws ApiError INSUFFICIENT_SCOPE (403) for an altered link, NOT_FOUND when the monitor is gone
 */
export async function followUnsubscribe(
  token: string,
  { db, linkSecrets }: Ports,
): Promise<{ id: string; name: string }> {
  const [version, monitorId = '', signed = ''] = token.split('.');
  const secret = linkSecrets && secretOf(linkSecrets, Number(version));
  if (!secret || !sameText(signed, await signature(secret, monitorId)))
    throw new ApiError('INSUFFICIENT_SCOPE', 'This link is not one of ours, or was altered.');
  const monitor = await findMonitor(db, monitorId);
  if (!monitor || monitor.deletedAt !== null)
    throw new ApiError('NOT_FOUND', 'The monitor of this link was deleted; it sends no mails.');
  return { id: monitor.id, name: monitor.name };
}

/** Switches the mails off. @throws ApiError as {@link followUnsubscribe} */
export async function unsubscribe(token: string, ports: Ports): Promise<void> {
  const { id } = await followUnsubscribe(token, ports);
  await updateMonitor(ports.db, id, { alertEmail: false });
}
