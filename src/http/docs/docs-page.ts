import { html } from 'hono/html';
import { API_VERSION } from '../../core/lookup/envelope.ts';
import type { ProductFamily } from '../../core/lookup/product.ts';
import { SERVICE_SUMMARY, SERVICE_TITLE } from '../openapi/overview.ts';
import type { RateLimits } from '../openapi/rate-limits.ts';
import { agentChapter } from './agent-chapter.ts';
import { bulkChapter } from './bulk-chapter.ts';
import { type Attribution, attributionChapter, type Chapter, guideChapters } from './guide.ts';
import type { Markup } from './markup.ts';
import { monitorChapter } from './monitor-chapter.ts';
import { renderPage } from './page.ts';
import { productId, productSection } from './product-section.ts';
import { webhookChapter } from './webhook-chapter.ts';

export interface DocsContent {
  families: readonly ProductFamily[];
  limits: RateLimits;
  attribution: readonly Attribution[];
  /** Scheme and host callers use; unset, those of the request. */
  publicUrl?: string | undefined;
  /** A key that anybody may use; absent where there is no demo organization. */
  demoKey?: () => Promise<string>;
}

const familyId = (family: ProductFamily): string =>
  `family-${family.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

const contents = (
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
  const list = contents(before, families, after);
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
