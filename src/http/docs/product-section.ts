import { html } from 'hono/html';
import { curl } from '../../core/lookup/curl.ts';
import type { AnyProduct, SandboxCase } from '../../core/lookup/product.ts';
import { sandboxBody } from '../../core/lookup/sandbox-body.ts';
import { jsonSchema } from '../openapi/json-schemas.ts';
import { exampleResponse } from '../openapi/lookup-examples.ts';
import { describePrice, describeTime } from '../openapi/lookup-operation.ts';
import { describeRateLimit, type RateLimits } from '../openapi/rate-limits.ts';
import { goodExample } from './good-example.ts';
import { codeBlock, fieldList, type Markup } from './markup.ts';
import { type Field, listFields } from './schema-fields.ts';

/** /nt-lookup → nt-lookup: the fragment of a product's section. */
export const productId = (product: AnyProduct): string => product.path.slice(1);

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

function facts(product: AnyProduct, limits: RateLimits): Markup {
  const kinds = [
    ...new Set(product.sources.list.map((source) => source.label.replaceAll('_', ' '))),
  ].join(', ');
  const rows: [string, unknown][] = [
    ['Price', describePrice(product)],
    ['Rate window', `${product.tier}: ${describeRateLimit(limits[product.tier])}`],
    ...(product.limitMs
      ? [['Time', describeTime(product.limitMs)] satisfies [string, unknown]]
      : []),
    ['Bulk type', product.bulk ? html`<code>${product.bulk}</code>` : 'none'],
    ['Answered from', kinds],
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function section(name: string, fields: readonly Field[], open: boolean): Markup {
  return html`<details ${open ? html`open` : ''}><summary><code>${name}</code> <span class="type">${fields.length} fields</span></summary>
${fieldList(fields, false)}</details>`;
}

function sandboxLine(product: AnyProduct, entry: SandboxCase<unknown>): Markup {
  const body = sandboxBody(product, entry);
  const refusal = 'fails' in entry ? entry.fails : '';
  return html`<li><div><code>${entry.subject}</code>${refusal && html` <code class="refusal">${refusal}</code>`}${entry.shows !== refusal && html`<br><span>${entry.shows}</span>`}</div>
<button type="button" class="use" data-body="${pretty(body)}" aria-label="Use ${entry.subject}" hidden>Use</button></li>`;
}

/**
 * Filled with a sandbox input, which either kind of key is answered for. Inert without its script,
 * which also unhides it: the fields have no names, so no key can end in an address.
 */
function tryIt(product: AnyProduct): Markup {
  const id = productId(product);
  const [entry] = product.sandbox;
  const body = pretty(entry ? sandboxBody(product, entry) : product.example);
  return html`<form class="try" data-path="/v1${product.path}" aria-labelledby="${id}-try" autocomplete="off" hidden>
<h4 id="${id}-try">Try it</h4>
<label for="${id}-key">API key</label>
<input id="${id}-key" class="key" type="password" autocomplete="off" spellcheck="false" placeholder="sk_test_… or sk_live_…" aria-describedby="${id}-hint">
<p class="hint" id="${id}-hint">Kept in this tab until it is closed. A live key is charged as usual.</p>
<label for="${id}-body">Body</label>
<textarea id="${id}-body" class="body" rows="${body.split('\n').length + 1}" spellcheck="false">
${body}</textarea>
<button type="submit">Send</button>
<p class="status" role="status"></p>
<div class="answer" hidden>
<dl class="headers"></dl>
<pre tabindex="0" role="region" aria-label="Response body"><code></code></pre>
</div>
</form>`;
}

/** Everything about one product: what it takes, what it answers, and a form to ask it. */
export function productSection(product: AnyProduct, origin: string, limits: RateLimits): Markup {
  const id = productId(product);
  const input = listFields(jsonSchema(product.input, 'input'));
  const answer = exampleResponse(product);
  return html`<section class="product" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}"><span class="method">POST</span> <code>/v1${product.path}</code></a></h3>
<p class="summary">${product.summary}</p>
${facts(product, limits)}
<div class="columns">
<div>
<h4>Request body</h4>
${fieldList(input, true)}
<h4>Response sections</h4>
${section('classification', listFields(jsonSchema(product.classification.schema, 'output')), true)}
${section('insights', listFields(jsonSchema(product.insights.schema, 'output')), false)}
${answer && html`<details><summary>Example response</summary>${codeBlock(pretty(answer), `Example response of ${product.path}`)}</details>`}
</div>
<div>
<h4>Request</h4>
${codeBlock(curl(`${origin}/v1${product.path}`, goodExample(product)), `Example request of ${product.path}`)}
<h4>Sandbox inputs</h4>
<ul class="sandbox">${product.sandbox.map((entry) => sandboxLine(product, entry))}</ul>
${tryIt(product)}
</div>
</div>
</section>`;
}
