import { html } from 'hono/html';
import { curlCommand, sandboxBody } from '../../lookup/body.ts';
import { API_VERSION } from '../../lookup/envelope.ts';
import type { AnyProduct, ProductFamily, SandboxCase } from '../../lookup/product.ts';
import { exampleRequest, exampleResponse } from '../openapi/examples.ts';
import { jsonSchema } from '../openapi/json-schemas.ts';
import {
  describeRateLimit,
  type RateLimits,
  SERVICE_SUMMARY,
  SERVICE_TITLE,
} from '../openapi/service-overview.ts';
import { describePriceRange, describeTimeLimit } from '../v1/lookup.ts';
import { agentChapter, bulkChapter, monitorChapter, webhookChapter } from './feature-chapters.ts';
import { attributionChapter, type Chapter, type DataAttribution, guideChapters } from './guide.ts';
import { codeBlock, fieldList, type Markup, renderPage } from './page.ts';
import { listFields, type SchemaField } from './schema-fields.ts';

/** /nt-lookup → nt-lookup: the fragment of a product's section. */
const productId = (product: AnyProduct): string => product.path.slice(1);

const formatJson = (value: unknown): string => JSON.stringify(value, null, 2);

function productFacts(product: AnyProduct, limits: RateLimits): Markup {
  const kinds = [
    ...new Set(product.sources.list.map((source) => source.label.replaceAll('_', ' '))),
  ].join(', ');
  const rows: [string, unknown][] = [
    ['Price', describePriceRange(product)],
    ['Rate window', `${product.tier}: ${describeRateLimit(limits[product.tier])}`],
    ...(product.limitMs
      ? [['Time', describeTimeLimit(product.limitMs)] satisfies [string, unknown]]
      : []),
    ['Bulk type', product.bulk ? html`<code>${product.bulk}</code>` : 'none'],
    ['Answered from', kinds],
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function fieldSection(name: string, fields: readonly SchemaField[], open: boolean): Markup {
  return html`<details ${open ? html`open` : ''}><summary><code>${name}</code> <span class="type">${fields.length} fields</span></summary>
${fieldList(fields, false)}</details>`;
}

function sandboxRow(product: AnyProduct, entry: SandboxCase<unknown>): Markup {
  const body = sandboxBody(product, entry);
  const refusal = 'fails' in entry ? entry.fails : '';
  return html`<li><div><code>${entry.subject}</code>${refusal && html` <code class="refusal">${refusal}</code>`}${entry.shows !== refusal && html`<br><span>${entry.shows}</span>`}</div>
<button type="button" class="use" data-body="${formatJson(body)}" aria-label="Use ${entry.subject}" hidden>Use</button></li>`;
}

/**
 * Filled with a sandbox input, which either kind of key is answered for. Inert without its script,
 * which also unhides it: the fields have no names, so no key can end in an address.
 */
function tryItForm(product: AnyProduct): Markup {
  const id = productId(product);
  const [entry] = product.sandbox;
  const body = formatJson(entry ? sandboxBody(product, entry) : product.example);
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
function productSection(product: AnyProduct, origin: string, limits: RateLimits): Markup {
  const id = productId(product);
  const input = listFields(jsonSchema(product.input, 'input'));
  const answer = exampleResponse(product);
  return html`<section class="product" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}"><span class="method">POST</span> <code>/v1${product.path}</code></a></h3>
<p class="summary">${product.summary}</p>
${productFacts(product, limits)}
<div class="columns">
<div>
<h4>Request body</h4>
${fieldList(input, true)}
<h4>Response sections</h4>
${fieldSection('classification', listFields(jsonSchema(product.classification.schema, 'output')), true)}
${fieldSection('insights', listFields(jsonSchema(product.insights.schema, 'output')), false)}
${answer && html`<details><summary>Example response</summary>${codeBlock(formatJson(answer), `Example response of ${product.path}`)}</details>`}
</div>
<div>
<h4>Request</h4>
${codeBlock(curlCommand(`${origin}/v1${product.path}`, exampleRequest(product)), `Example request of ${product.path}`)}
<h4>Sandbox inputs</h4>
<ul class="sandbox">${product.sandbox.map((entry) => sandboxRow(product, entry))}</ul>
${tryItForm(product)}
</div>
</div>
</section>`;
}

export interface DocsContent {
  families: readonly ProductFamily[];
  limits: RateLimits;
  attribution: readonly DataAttribution[];
  /** Scheme and host callers use; unset, those of the request. */
  publicUrl?: string | undefined;
  /** The public demo key; absent where there is no demo organization. */
  demoKey?: () => Promise<string>;
}

const familyId = (family: ProductFamily): string =>
  `family-${family.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

const tableOfContents = (
  before: readonly Chapter[],
  families: readonly ProductFamily[],
  after: Chapter,
): Markup => {
  const line = (id: string, title: unknown) => html`<li><a href="#${id}">${title}</a></li>`;
  return html`<ul>${before.map(({ id, title }) => line(id, title))}</ul>
${families.map(
  (family) => html`<p><a href="#${familyId(family)}">${family.name}</a></p>
<ul>${family.products.map((product) => line(productId(product), html`<code>${product.path}</code>`))}</ul>`,
)}
<ul>${line(after.id, after.title)}<li><a href="/openapi.json">OpenAPI document</a></li></ul>`;
};

const chapterSection = ({
  id,
  title,
  body,
}: Chapter): Markup => html`<section class="chapter" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
${body}
</section>`;

const familySection = (
  family: ProductFamily,
  origin: string,
  limits: RateLimits,
): Markup => html`<section class="family" aria-labelledby="${familyId(family)}">
<h2 id="${familyId(family)}">${family.name}</h2>
<p>${family.summary}</p>
${family.products.map((product) => productSection(product, origin, limits))}
</section>`;

/**
 * The reference as one HTML page, readable without its script.
 * @param origin scheme and host callers use, for the examples
 */
export async function renderDocs(
  { families, limits, attribution, demoKey }: DocsContent,
  origin: string,
): Promise<string> {
  const before = [
    ...guideChapters(origin, limits, families[0]?.products[0], (await demoKey?.()) ?? null),
    bulkChapter(origin, families),
    monitorChapter(origin),
    webhookChapter,
    agentChapter(origin),
  ];
  const after = attributionChapter(attribution);
  const list = tableOfContents(before, families, after);
  return renderPage({
    title: `${SERVICE_TITLE} reference`,
    description: SERVICE_SUMMARY,
    contents: html`<a class="brand" href="#main">${SERVICE_TITLE} <span>v${API_VERSION}</span></a>${list}`,
    script: '/docs/try-it.js',
    main: html`<header>
<h1>${SERVICE_TITLE}</h1>
<p class="summary">${SERVICE_SUMMARY}</p>
<details class="contents"><summary>Contents</summary><nav aria-label="Contents">${list}</nav></details>
<noscript><p class="hint">The forms that send requests need JavaScript. Everything else on this page
does not.</p></noscript>
</header>
${before.map(chapterSection)}
${families.map((family) => familySection(family, origin, limits))}
${chapterSection(after)}`,
  });
}
