import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { SchemaField } from './schema-fields.ts';

/** Escaped HTML. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Text in which `backticks` mark code. */
export const inlineMarkup = (text: string): Markup[] =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A block of code; focusable, because it scrolls sideways. */
export const codeBlock = (code: string, label: string): Markup =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;

const fieldLine = (field: SchemaField, sending: boolean): Markup => {
  const note = sending
    ? field.required && html`<em class="required">required</em>`
    : !field.required && html`<em>optional</em>`;
  return html`<dt><code>${field.path}</code> <span class="type">${field.type}</span> ${note}</dt>
<dd>${inlineMarkup(field.description)}${field.values.length > 0 && html` <span class="values">${field.values.map((value) => html`<code>${value}</code> `)}</span>`}</dd>`;
};

/**
 * @param sending whether callers send these fields: then the required ones are marked, otherwise
 * the optional ones
 */
export const fieldList = (fields: readonly SchemaField[], sending: boolean): Markup =>
  html`<dl class="fields">${fields.map((field) => fieldLine(field, sending))}</dl>`;

/** A table with a scroll area of its own where the page is narrow. */
export const htmlTable = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): Markup =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;

/** A magnifying glass; small enough to live in the code. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g fill="none" stroke="#2f86b7" stroke-width="2" stroke-linecap="round"><circle cx="6.5" cy="6.5" r="4.5"/><path d="m10 10 4 4"/></g></svg>';

/** What pages differ in. */
interface Page {
  title: string;
  description: string;
  /** Beside or above `main`; null where the page is short enough to have none. */
  contents: Markup | null;
  /** The one script that a page may load. */
  script?: string;
  main: Markup;
}

/** A whole HTML page in the look of the reference. */
export async function renderPage(page: Page): Promise<string> {
  const { title, description, contents, script, main } = page;
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">
${script && html`<script src="${script}" type="module"></script>`}
</head>
<body${contents ? '' : html` class="plain"`}>
<a class="skip" href="#main">Skip to content</a>
${contents && html`<nav class="side" aria-label="Contents">${contents}</nav>`}
<main id="main" tabindex="-1">
${main}
</main>
</body>
</html>
`;
  return String(text);
}
