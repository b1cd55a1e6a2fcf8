import { html } from 'hono/html';
import { curlCommand } from '../../lookup/body.ts';
import {
  metadataSection,
  recommendationsSection,
  requestSection,
  riskSection,
} from '../../lookup/envelope.ts';
import type { AnyProduct } from '../../lookup/product.ts';
import { exampleRequest } from '../openapi/examples.ts';
import { jsonSchema } from '../openapi/json-schemas.ts';
import {
  BILLING_RULES,
  errorRows,
  limitRows,
  type RateLimits,
} from '../openapi/service-overview.ts';
import { codeBlock, fieldList, htmlTable, inlineMarkup, type Markup } from './page.ts';
import { listFields } from './schema-fields.ts';

/** One chapter of the guide, and its line in the contents. */
export interface Chapter {
  id: string;
  title: string;
  body: Markup;
}

/** Whom the compiled data comes from, as its licence wants it said. */
export interface DataAttribution {
  name: string;
  licence: string;
  text: string;
  url: string;
}

const SUCCESS_EXAMPLE = `{
  "success": true,
  "data": {
    "request": { … },
    "metadata": { … },
    "classification": { … },
    "insights": { … },
    "risk_assessment": { … },
    "recommendations": { … }
  }
}`;

const ERROR_EXAMPLE = `{
  "success": false,
  "error": {
    "message": "phone_number: is required",
    "code": "MISSING_FIELD",
    "type": "api_error",
    "param": "phone_number",
    "doc_url": "/docs/errors#MISSING_FIELD",
    "request_id": "3f2b8c1e-6a4d-4e0b-9c57-1d2e8f90a7b3"
  }
}`;

const SHARED_SECTIONS = {
  request: requestSection,
  metadata: metadataSection,
  risk_assessment: riskSection,
  recommendations: recommendationsSection,
};

/** @param demoKey a key of the demo organization, where there is one */
function quickStart(origin: string, product: AnyProduct, demoKey: string | null): Markup {
  const call = curlCommand(`${origin}/v1${product.path}`, exampleRequest(product));
  return html`<p>${demoKey ? 'Put the key of the demo organization, or one of yours, into the environment' : 'Put a key into the environment'} and send one identifier. The examples of this page then work as they stand.</p>
${codeBlock(`export API_KEY=${demoKey ?? 'sk_test_…'}\n\n${call}`, 'Quick start')}
<p>A key that begins with <code>sk_live_</code> answers any input and is charged. A key that begins
with <code>sk_test_</code> answers the sandbox inputs of each product, runs through the same checks
and costs nothing.</p>`;
}

const authentication = html`<p>Send the key with every request below <code>/v1</code>:</p>
${codeBlock('Authorization: Bearer sk_live_…', 'Authorization header')}
<p>There is no other scheme. Keys are made by the operator of this service. A key is shown once,
belongs to an organization and spends its balance; it may be limited to some products and to some
networks, and is refused outside them with <code>403 INSUFFICIENT_SCOPE</code>. An organization may
hold several, so rotating is: ask for a new one, deploy it, have the old one revoked. Keys are for
servers: the interface answers no cross-origin request, so a page elsewhere cannot use one.</p>
<p>A missing, malformed, revoked or expired key is <code>401 UNAUTHORIZED</code>; a key of an
organization without a paid plan is <code>403 UPGRADE_REQUIRED</code>.</p>`;

const envelope = html`<p>A lookup is a <code>POST</code> with a JSON body and
<code>Content-Type: application/json</code>. Check <code>success</code> first, then read
<code>data</code> or branch on <code>error.code</code>, never on the message.</p>
<div class="pair">${codeBlock(SUCCESS_EXAMPLE, 'A success')}${codeBlock(ERROR_EXAMPLE, 'A refusal')}</div>
<p>Every response carries <code>X-Request-Id</code>; a lookup repeats it as
<code>data.request.id</code>. New fields and new values can appear at any time: ignore what you do
not know. What a product answers is under <code>classification</code> and <code>insights</code>; the
other sections are the same everywhere.</p>
${Object.entries(SHARED_SECTIONS).map(
  ([name, schema]) =>
    html`<details><summary><code>${name}</code></summary>${fieldList(listFields(jsonSchema(schema, 'output')), false)}</details>`,
)}`;

const billing = html`<ul>${BILLING_RULES.map((rule) => html`<li>${inlineMarkup(rule)}</li>`)}</ul>`;

const limitsChapter = (limits: RateLimits): Markup => html`${htmlTable(
  'Rate limits',
  ['What counts', 'At most'],
  limitRows(limits).map(({ name, rule }) => [name, rule]),
)}
<p>Windows are fixed and aligned to the clock. <code>X-RateLimit-Limit</code>,
<code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> (Unix seconds) describe the
product’s own window; on a <code>429</code> they describe the one that was full, and
<code>Retry-After</code> says how many seconds to wait.</p>`;

const errors = html`<p>Retry only 429, 500 and 503, after <code>Retry-After</code> seconds where it
is given. Everything else fails the same way until the request changes. Nothing is charged for a
refusal. <a href="/docs/errors">What to do about each code.</a></p>
${htmlTable(
  'Errors',
  ['HTTP', 'Code and meaning', 'Retry'],
  errorRows().map(({ code, status, message, retryable }) => [
    status,
    html`<a href="/docs/errors#${code}"><code>${code}</code></a><br>${message}`,
    retryable ? 'yes' : 'no',
  ]),
)}`;

/** The chapters before the products. */
export const guideChapters = (
  origin: string,
  limits: RateLimits,
  first: AnyProduct | undefined,
  demoKey: string | null,
): Chapter[] => [
  ...(first
    ? [{ id: 'quick-start', title: 'Quick start', body: quickStart(origin, first, demoKey) }]
    : []),
  { id: 'authentication', title: 'Authentication', body: authentication },
  { id: 'envelope', title: 'Envelope', body: envelope },
  { id: 'billing', title: 'Billing and cache', body: billing },
  { id: 'rate-limits', title: 'Rate limits', body: limitsChapter(limits) },
  { id: 'errors', title: 'Errors', body: errors },
];

/** The chapter after the products. */
export const attributionChapter = (sources: readonly DataAttribution[]): Chapter => ({
  id: 'attribution',
  title: 'Attribution',
  body: html`<p>Answers rest in part on these works.</p>
<ul class="attribution">${sources.map(
    ({ name, licence, text, url }) =>
      html`<li><a href="${url}" rel="noreferrer">${name}</a> <span class="type">${licence}</span><br>${text}</li>`,
  )}</ul>`,
});
