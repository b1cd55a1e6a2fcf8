import { html } from 'hono/html';
import type { Markup } from './markup.ts';

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
