import { html } from 'hono/html';
import { curl } from '../../core/lookup/curl.ts';
import type { Chapter } from './guide.ts';
import { codeBlock } from './markup.ts';

const EVENT = `{
  "id": "evt_…",
  "phone_number": "+14155550100",
  "label": "customer 17",
  "changes": { "status": { "from": "ACTIVE", "to": "INACTIVE" } },
  "previous_snapshot": { … },
  "current_snapshot": { … },
  "detected_at": "2026-01-15T09:30:00.000Z"
}`;

/** How to be told of what changes. */
export const monitorChapter = (origin: string): Chapter => ({
  id: 'monitors',
  title: 'Monitors',
  body: html`<p>A monitor looks up to 10,000 phone numbers up again every day or week, or contacts
  every week, and tells what has changed since.</p>
${codeBlock(
  curl(`${origin}/v1/number-monitors`, {
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
${codeBlock(EVENT, 'An event')}
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
