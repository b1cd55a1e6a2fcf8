import { html } from 'hono/html';
import { QUOTAS } from '../../lookup/account/quotas.ts';
import { curlCommand } from '../../lookup/body.ts';
import { WEBHOOK_TYPES } from '../../lookup/jobs/webhooks.ts';
import type { AnyProduct, ProductFamily } from '../../lookup/product.ts';
import { HOST_LIMIT } from '../../webhooks/redelivery.ts';
import type { Chapter } from './guide.ts';
import { codeBlock } from './page.ts';

/** A job over what the sandbox of the first bulk product answers. */
function createJobExample(origin: string, products: readonly AnyProduct[]): string {
  const product = products.find(({ bulk }) => bulk !== undefined);
  const inputs = (product?.sandbox ?? [])
    .filter((entry) => 'fact' in entry)
    .slice(0, 2)
    .map(({ subject }) => subject);
  return curlCommand(`${origin}/v1/bulk/jobs`, { type: product?.bulk, inputs }, [
    '-H "Idempotency-Key: job-$(date +%s)-$$"',
  ]);
}

/** How to run one product over a list. */
export function bulkChapter(origin: string, families: readonly ProductFamily[]): Chapter {
  const products = families.flatMap((family) => family.products);
  const types = products.flatMap(({ bulk }) => bulk ?? []);
  return {
    id: 'bulk',
    title: 'Bulk jobs',
    body: html`<p>One product over up to 100,000 rows, in the background. A row is the product’s
    main input as a string, or a JSON object written as a string where it needs more than one
    field.</p>
${codeBlock(createJobExample(origin, products), 'Create a job')}
<p>The whole job is priced before it starts and refused with 402 if the balance cannot cover every
row; that body is not wrapped in the envelope. Each row then costs what the single lookup would, and
what is left goes back when the job ends. Repeats are counted as duplicates, empty rows as skipped,
and neither is charged. The same <code>Idempotency-Key</code> within 24 hours answers the same
job.</p>
<ul>
<li><code>GET /v1/bulk/jobs/{id}</code> counts rows as they end: processed, succeeded, failed,
skipped, duplicates.</li>
<li><code>GET /v1/bulk/jobs/{id}/results</code> pages through rows in the order they were sent, and
links both CSV files for an hour.</li>
<li><code>POST /v1/bulk/jobs/{id}/cancel</code> stops what has not begun; what is done stays
readable.</li>
<li><code>GET /v1/bulk/jobs</code> lists the organization’s jobs, newest first.</li>
</ul>
<p>Results are kept for 30 days. Types:</p>
<ul>${types.map((type) => html`<li><code>${type}</code></li>`)}</ul>`,
  };
}

const EVENT_EXAMPLE = `{
  "id": "evt_…",
  "phone_number": "+14155550100",
  "label": "customer 17",
  "changes": { "status": { "from": "ACTIVE", "to": "INACTIVE" } },
  "previous_snapshot": { … },
  "current_snapshot": { … },
  "detected_at": "2026-01-15T09:30:00.000Z"
}`;

/** Chapter on monitors. */
export const monitorChapter = (origin: string): Chapter => ({
  id: 'monitors',
  title: 'Monitors',
  body: html`<p>A monitor looks up to 10,000 phone numbers up again every day or week, or contacts
  every week, and tells what has changed since.</p>
${codeBlock(
  curlCommand(`${origin}/v1/number-monitors`, {
    name: 'Customers',
    frequency: 'weekly',
    webhook_url: 'https://example.com/webhooks',
    numbers: [{ phone_number: '+14155550100', label: 'customer 17' }],
  }),
  'Make a monitor',
)}
<p>The first run is due at once and is the baseline. Every run begins within an hour of its due
time; <code>POST /v1/number-monitors/{id}/run</code> begins one now. The whole run is priced before
it starts: 1 credit a number, 2 with <code>include_spam_check</code>, 5 a contact, 0 where nobody
has the profile. One that the balance does not cover is skipped, told as
<code>number_monitor.skipped</code>, and tried again on schedule. Rechecks are fresh lookups, and
what they find answers your single lookups for the rest of the seven days.</p>
${codeBlock(EVENT_EXAMPLE, 'An event')}
<ul>
<li>Compared are <code>status</code>, <code>lineType</code>, <code>carrier</code>,
<code>ported</code>, <code>dncListed</code> and, with the spam check, <code>spamRiskLevel</code>.
What is not known makes no change; a recheck that fails changes nothing.</li>
<li><code>GET /v1/number-monitors/{id}/events</code> lists them for a year, newest first, with
<code>since</code> and <code>phone_number</code>. A delivery has up to 100: <code>data</code> is
<code>{ monitor_id, run_id, events }</code>.</li>
<li><code>alert_email</code> sends the owner one mail for a run that found changes, with a link that
ends them.</li>
<li>Contacts are at <code>/v1/job-change-monitors</code>, with <code>contacts</code> of
<code>profile_url</code> and <code>label</code>; events are of type <code>baseline</code>,
<code>title_change</code>, <code>job_change</code> or <code>profile_unreachable</code>.</li>
</ul>
<p>To try a receiver, make a monitor of sandbox numbers with a test key and run it twice: the second
run finds other facts than the first, and costs nothing.</p>`,
});

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

const DELIVERY_EXAMPLE = `POST /your/path HTTP/1.1
Content-Type: application/json
X-Service-Event: bulk_job.completed
X-Service-Delivery: 0b7e3c52-5f0e-4a53-9d53-0d8e5a1c7f10
X-Service-Signature: sha256=…
X-Service-Timestamp: 1768469400
X-Service-Signature-V2: sha256=…

{ "id": "…", "type": "bulk_job.completed", "created_at": "2026-01-15T09:30:00.000Z", "data": { … } }`;

/** Chapter on webhooks. */
export const webhookChapter: Chapter = {
  id: 'webhooks',
  title: 'Webhooks',
  body: html`<p>Pass <code>webhook_url</code>, a public HTTPS address, when you create a job or a
  monitor. The answer holds <code>webhook_secret</code>, once: it signs every delivery for it.</p>
${codeBlock(DELIVERY_EXAMPLE, 'A delivery')}
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
${QUOTAS.askedDeliveries.ceiling.perHour} in an hour for an organization, else 429.</p>`,
};

const agentSettings = (origin: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        lookup: {
          type: 'http',
          url: `${origin}/mcp`,
          headers: { Authorization: 'Bearer <API key>' },
        },
      },
    },
    null,
    2,
  );

/** How an agent calls the same lookups. */
export const agentChapter = (origin: string): Chapter => ({
  id: 'agents',
  title: 'Agents',
  body: html`<p>The service speaks the Model Context Protocol at <code>${origin}/mcp</code>. A tool
  is the same call as over HTTP: the same price, windows, cache and refusals.</p>
${codeBlock(agentSettings(origin), 'A client with an API key')}
<ul>
<li>With an API key there is a tool for every lookup, named by its path
(<code>domain_age</code>), behind <code>validate_phone</code>, <code>verify_email</code>,
<code>ip_lookup</code>, <code>bulk_verify</code>, <code>get_account</code> and
<code>confirm_connection</code>. The key belongs into the client's settings, never into a
prompt.</li>
<li>A client that can sign in needs the address alone: it opens your browser, where you sign in and
allow it. It reaches phone, email, IP and the account, paid by the organization you choose, until
you disconnect it in the <a href="/app/connections">dashboard</a>.</li>
</ul>`,
});
