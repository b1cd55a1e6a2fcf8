import type { Mail } from '../core/jobs/mail.ts';
import type { DeliveryOutcome, StoredDelivery } from '../store/webhook-deliveries.ts';
import type { WebhookPorts } from './ports.ts';

/** The address as a URI: what a delivery by mail has for a receiver (RFC 6068). */
export const mailtoOf = ({ to }: Pick<Mail, 'to'>): string =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}`;

export const isMail = ({ url }: Pick<StoredDelivery, 'url'>): boolean => url.startsWith('mailto:');

/** Sends a recorded mail, once. */
export async function attemptMail(
  { body }: Pick<StoredDelivery, 'body'>,
  { mails, clock, warn }: Pick<WebhookPorts, 'mails' | 'clock' | 'warn'>,
): Promise<DeliveryOutcome> {
  const failed = { status: 'failed', httpStatus: null } as const;
  if (!mails) return { ...failed, durationMs: null, errorCode: 'MAIL_NOT_CONFIGURED' };
  const startedAt = clock.now();
  const took = () => clock.now() - startedAt;
  try {
    await mails.send(JSON.parse(body) as Mail);
    return { status: 'delivered', httpStatus: null, durationMs: took(), errorCode: null };
  } catch (cause) {
    warn('a mail was refused', cause);
    return { ...failed, durationMs: took(), errorCode: 'MAIL_REFUSED' };
  }
}
