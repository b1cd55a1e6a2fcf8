import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Field } from './schema-fields.ts';

/** Escaped HTML. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Text in which `backticks` mark code. */
export const prose = (text: string): Markup[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A block of code; focusable, because it scrolls sideways. */
export const codeBlock = (code: string, label: string): Markup =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;

const fieldLine = (field: Field, sending: boolean): Markup => {
  const note = sending
    ? field.required && html`<em class="required">required</em>`
    : !field.required && html`<em>optional</em>`;
  return html`<dt><code>${field.path}</code> <span class="type">${field.type}</span> ${note}</dt>
<dd>${prose(field.description)}${field.values.length > 0 && html` <span class="values">${field.values.map((value) => html`<code>${value}</code> `)}</span>`}</dd>`;
};

/**
 * @param sending whether callers send these fields: then the required ones are marked, otherwise
 * the optional ones
 */
export const fieldList = (fields: readonly Field[], sending: boolean): Markup =>
  html`<dl class="fields">${fields.map((field) => fieldLine(field, sending))}</dl>`;

/** A table that scrolls by itself where the page is narrow. */
export const table = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
