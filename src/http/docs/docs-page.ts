import { html } from 'hono/html';
import { API_VERSION } from '../../lookup/envelope.ts';
import {
  type Block,
  type CodeTab,
  parseInline,
  plainText,
  type TableBlock,
  type TryForm,
} from './blocks.ts';
import type { DocsPage } from './content.ts';
import { fieldNotes } from './markdown.ts';
import { type Markup, renderPage } from './page.ts';
import type { SchemaField } from './schema-fields.ts';

const inline = (text: string): Markup[] =>
  parseInline(text).map((part) => {
    if (part.kind === 'code') return html`<code>${part.text}</code>`;
    return part.kind === 'link'
      ? html`<a href="${part.href}">${part.text}</a>`
      : html`${part.text}`;
  });

/** Focusable, because it scrolls sideways. */
const pre = ({ language, code }: CodeTab, label: string): Markup =>
  html`<pre tabindex="0" role="group" aria-label="${label}"><code class="language-${language}">${code}</code></pre>`;

/** Tabs without a script: `details` elements of one name, of which a browser keeps one open. */
function codeTabs(label: string, tabs: readonly CodeTab[], name: string): Markup {
  const [only] = tabs;
  if (tabs.length === 1 && only) return html`<div class="code">${pre(only, label)}</div>`;
  return html`<div class="code tabs">${tabs.map(
    (
      tab,
      at,
    ) => html`<details name="${name}"${at === 0 ? html` open` : ''}><summary>${tab.title}</summary>
${pre(tab, `${label}, ${tab.title}`)}</details>`,
  )}</div>`;
}

const valueList = (values: readonly string[]): Markup | '' =>
  values.length === 0
    ? ''
    : html` <span class="values">${values.map((value) => html`<code>${value}</code> `)}</span>`;

function fieldItem(field: SchemaField, sending: boolean, parent: string): Markup {
  const id = `${parent}.${field.name}`;
  const [type, ...notes] = fieldNotes(field, sending);
  const inside = fieldItems(field.fields, sending, id);
  return html`<li id="${id}"><p><a class="name" href="#${id}"><code>${field.name}</code></a> <span class="type">${type}</span>${notes.map((note) => html` <em class="${note}">${note}</em>`)}</p>
<p>${inline(field.description)}${valueList(field.values)}</p>${inside}</li>`;
}

const fieldItems = (fields: readonly SchemaField[], sending: boolean, id: string): Markup | '' =>
  fields.length === 0
    ? ''
    : html`<ul class="fields">${fields.map((field) => fieldItem(field, sending, id))}</ul>`;

/**
 * Hidden until its script unhides it. The fields have no names, so that a key can never end up in a
 * URL.
 * @param key prefilled key; if null, the reader enters one
 */
function tryItForm(form: TryForm, key: string | null): Markup {
  const id = `${form.id}.try`;
  return html`<form class="try" data-method="${form.method}" data-path="${form.path}" aria-labelledby="${id}" autocomplete="off" hidden>
<h3 id="${id}">Send ${form.method} ${form.path}</h3>
<label for="${id}.key">API key</label>
<input id="${id}.key" class="key" type="password" value="${key ?? ''}" autocomplete="off" spellcheck="false" placeholder="sk_test_… or sk_live_…" aria-describedby="${id}.hint">
<p class="hint" id="${id}.hint">Kept in this tab until it is closed. A live key is charged as usual.</p>
${form.parameters.map(
  ({ name, example }) => html`<label for="${id}.${name}">${name}</label>
<input id="${id}.${name}" class="parameter" data-name="${name}" type="text" value="${example}" autocomplete="off" spellcheck="false">`,
)}${
  form.body === null
    ? ''
    : html`<label for="${id}.text">Body</label>
<textarea id="${id}.text" class="body" rows="${form.body.split('\n').length + 1}" spellcheck="false">
${form.body}</textarea>`
}
<button type="submit">Send</button>
<p class="status" role="status"></p>
<div class="answer" hidden>
<dl class="headers"></dl>
<pre tabindex="0" role="group" aria-label="Answer to ${form.method} ${form.path}"><code></code></pre>
</div>
</form>`;
}

const sandboxInputs = ({ id, inputs }: TryForm): Markup | '' =>
  inputs.length === 0
    ? ''
    : html`<ul class="sandbox">${inputs.map(
        ({
          label,
          shows,
          refusal,
          body,
        }) => html`<li><div><code>${label}</code>${refusal === null ? '' : html` <code class="refusal">${refusal}</code>`}${shows === refusal ? '' : html`<br><span>${shows}</span>`}</div>
<button type="button" class="use" data-form="${id}" data-body="${body}" aria-label="Use ${label}" hidden>Use</button></li>`,
      )}</ul>`;

/** Explicit roles: as cards (CSS Display 3), table elements lose their implicit ones. */
function table({ caption, head, rows, stacked = head.length > 3 }: TableBlock): Markup {
  const line = (cells: readonly string[]) =>
    html`<tr role="row">${cells.map((cell, at) => html`<td role="cell" data-label="${head[at]}">${inline(cell)}</td>`)}</tr>`;
  return html`<div class="scroll${stacked ? ' stacked' : ''}" tabindex="0" role="group" aria-label="${caption}"><table role="table">
<thead role="rowgroup"><tr role="row">${head.map((cell) => html`<th role="columnheader" scope="col">${cell}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(line)}</tbody>
</table></div>\n`;
}

/** @param at position in the page @param key test key for the forms; null for none */
function blockHtml(block: Block, at: number, key: string | null): Markup {
  if (typeof block === 'string') return html`<p>${inline(block)}</p>\n`;
  if ('map' in block)
    return html`<ul>${block.map((item) => html`<li>${inline(item)}</li>`)}</ul>\n`;
  switch (block.kind) {
    case 'notice':
      return html`<p class="notice">${inline(block.text)}</p>\n`;
    case 'heading': {
      const link = html`<a href="#${block.id}">${inline(block.text)}</a>`;
      return block.level === 2
        ? html`<h2 id="${block.id}">${link}</h2>\n`
        : html`<h3 id="${block.id}">${link}</h3>\n`;
    }
    case 'code':
      return html`${codeTabs(block.label, block.tabs, `tabs-${at}`)}\n`;
    case 'table':
      return table(block);
    case 'fields':
      return html`${fieldItems(block.fields, block.sending, block.id)}\n`;
    case 'try':
      return html`${sandboxInputs(block.form)}${tryItForm(block.form, key)}\n`;
  }
}

export const markdownPath = (path: string): string => (path === '/' ? '/llms.txt' : `${path}.md`);

const header = (service: string): Markup => html`<header class="top">
<button type="button" class="open-menu" popovertarget="menu">Menu</button>
<a class="brand" href="/docs">${service} <span>v${API_VERSION}</span></a>
<button type="button" class="open-search" hidden>Search <kbd>/</kbd></button>
<a class="to-dashboard" href="/app">Dashboard</a>
</header>
`;

function menuLine(page: DocsPage, current: DocsPage): Markup {
  const isHere = page === current || page.path === current.parent;
  const line = page.menu?.line;
  return html`<li><a href="${page.path}"${isHere ? html` aria-current="page"` : ''}>${page.menu?.code ? html`<code>${line}</code>` : line}</a>${page.isMissing ? html` <span class="off">unavailable</span>` : ''}</li>
`;
}

/** Every page by group; a popover on a narrow screen. */
const menu = (pages: readonly DocsPage[], current: DocsPage): Markup => {
  const listed = pages.filter((page) => page.menu !== null);
  const groups = Map.groupBy(listed, (page) => page.menu?.group);
  return html`<nav id="menu" class="side" aria-label="Documentation" popover>
${[...groups].map(
  ([group, members]) => html`<p>${group}</p>
<ul>${members.map((page) => menuLine(page, current))}</ul>`,
)}
</nav>
`;
};

const tableOfContents = (blocks: readonly Block[]): Markup => {
  const headings = blocks.flatMap((block) =>
    typeof block === 'object' && 'kind' in block && block.kind === 'heading' ? block : [],
  );
  return html`<nav class="toc" aria-label="On this page">
<p>On this page</p>
<ul>${headings.map(({ level, id, text }) => html`<li class="level-${level}"><a href="#${id}">${plainText(text)}</a></li>`)}</ul>
</nav>`;
};

/** Links to the previous and next page, in reading order. */
function pager(pages: readonly DocsPage[], current: DocsPage): Markup | '' {
  // The status page is built per request, so it is not in the list.
  const at = pages.findIndex(({ path }) => path === current.path);
  if (at === -1) return '';
  const link = (page: DocsPage | undefined, rel: string, word: string) =>
    page
      ? html`<a rel="${rel}" href="${page.path}"><span>${word}</span> ${page.title}</a>`
      : html`<span></span>`;
  return html`<nav class="pager" aria-label="Pages before and after">
${link(pages[at - 1], 'prev', 'Previous')}
${link(pages[at + 1], 'next', 'Next')}
</nav>`;
}

/**
 * A page of the reference as HTML, complete without its script.
 * @param pages all of them, in reading order
 * @param key a test key for its forms; null if there is none
 */
export function renderDocsPage(
  page: DocsPage,
  pages: readonly DocsPage[],
  { origin, key, service }: { origin: string; key: string | null; service: string },
): Promise<string> {
  const blocks = page.blocks();
  const title = page.title === service ? `${service} reference` : page.title;
  return renderPage({
    title: page.title === service ? title : `${title} · ${service}`,
    description: plainText(page.summary),
    frame: {
      service,
      canonical: origin + page.path,
      markdown: markdownPath(page.path),
      header: header(service),
      menu: menu(pages, page),
      contents: tableOfContents(blocks),
    },
    main: html`<h1>${page.title}</h1>
<p class="summary">${plainText(page.summary)}</p>
${blocks.map((block, at) => blockHtml(block, at, key))}
<p class="as-text"><a href="${markdownPath(page.path)}">This page as Markdown</a></p>
${pager(pages, page)}`,
  });
}
