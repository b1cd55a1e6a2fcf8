import { html } from 'hono/html';
import { CEILINGS } from '../../core/account/ceilings.ts';
import { WEBHOOK_TYPES } from '../../core/jobs/webhooks.ts';
import { HOST_LIMIT } from '../../webhooks/ask-delivery.ts';
import type { Chapter } from './guide.ts';
import { codeBlock } from './markup.ts';

/**
 * A receiver's check of a delivery, on Node and whatever has `node:crypto`; the tests run these
 * very lines.
 */
export const VERIFY_SNIPPET = `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: the bytes as they arrived, before anything parsed them.
// signature: the X-Service-Signature header. secret: whsec_…
export function isFromLookupApi(rawBody, signature, secret) {
  const expected = Buffer.from('sha256=' + createHmac('sha256', secret).update(rawBody).digest('hex'));
  const received = Buffer.from(signature ?? '');
  return received.length === expected.length && timingSafeEqual(received, expected);
}

// The same for the X-Service-Timestamp and X-Service-Signature-V2 headers: also refuses what is
// older than five minutes.
export function isFreshFromLookupApi(rawBody, timestamp, signature, secret) {
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  const stamped = Buffer.concat([Buffer.from(timestamp + '.'), rawBody]);
  return age <= 300 && isFromLookupApi(stamped, signature, secret);
}`;

const DELIVERY = `POST /your/path HTTP/1.1
Content-Type: application/json
X-Service-Event: bulk_job.completed
X-Service-Delivery: 0b7e3c52-5f0e-4a53-9d53-0d8e5a1c7f10
X-Service-Signature: sha256=…
X-Service-Timestamp: 1768469400
X-Service-Signature-V2: sha256=…

{ "id": "…", "type": "bulk_job.completed", "created_at": "2026-01-15T09:30:00.000Z", "data": { … } }`;

/** How to receive what the service tells. */
export const webhookChapter: Chapter = {
  id: 'webhooks',
  title: 'Webhooks',
  body: html`<p>Pass <code>webhook_url</code>, a public HTTPS address, when you create a job or a
  monitor. The answer holds <code>webhook_secret</code>, once: it signs every delivery for it.</p>
${codeBlock(DELIVERY, 'A delivery')}
<p>The signature is HMAC-SHA256, in hex, over the raw body, keyed with the whole secret. The second
one is over <code>timestamp.body</code>, so that a delivery somebody recorded cannot be sent to you
again later; check whichever you prefer, before you parse:</p>
${codeBlock(VERIFY_SNIPPET, 'Verify a signature')}
<p>There is one attempt. Answer 2xx within five seconds; redirects are not followed. A delivery is a
hint: the job, or the monitor’s events, are the record. <code>id</code> names the event, so a body
that comes again by hand can be recognised. <code>data</code> is the status object of the job, or
the events of a run. Types:</p>
<ul>${WEBHOOK_TYPES.map((type) => html`<li><code>${type}</code></li>`)}</ul>
<p><code>GET /v1/webhook-deliveries</code> lists the attempts of the last 30 days,
<code>POST /v1/webhook-deliveries/{id}/redeliver</code> sends one again, and
<code>POST /v1/webhook-test</code> with a <code>url</code> sends a signed
<code>webhook.test</code> and answers the secret that signed it. Both are free, and
limited: ${HOST_LIMIT.attempts} in a minute to one host,
${CEILINGS.askedDeliveries.ceiling.perHour} in an hour for an organization, else 429.</p>`,
};
