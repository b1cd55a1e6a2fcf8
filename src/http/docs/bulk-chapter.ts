import { html } from 'hono/html';
import { curl } from '../../core/lookup/curl.ts';
import type { AnyProduct, ProductFamily } from '../../core/lookup/product.ts';
import type { Chapter } from './guide.ts';
import { codeBlock } from './markup.ts';

/** A job over what the sandbox of the first bulk product answers. */
function createExample(origin: string, products: readonly AnyProduct[]): string {
  const product = products.find(({ bulk }) => bulk !== undefined);
  const inputs = (product?.sandbox ?? [])
    .filter((entry) => 'fact' in entry)
    .slice(0, 2)
    .map(({ subject }) => subject);
  return curl(`${origin}/v1/bulk/jobs`, { type: product?.bulk, inputs }, [
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
${codeBlock(createExample(origin, products), 'Create a job')}
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
