import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A magnifying glass; small enough to be inline. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><g fill="none" stroke="#2f86b7" stroke-width="2" stroke-linecap="round"><circle cx="6.5" cy="6.5" r="4.5"/><path d="m10 10 4 4"/></g></svg>';

/** The icon as a 16 by 16 icon file in base64url, for programs that only request favicon.ico. */
export const FAVICON =
  'AAABAAEAEBAAAAEAIADAAAAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAQAAAAEAgGAAAAH_P_YQAAAIdJREFUeNpj0G_bzkAJRhdQAOL5QPweiP9D6flQcYIGJCBpRMfvofI4DVBA0rweyUYFKB9miAIuA-YjacbmVJgh83EZALMdl18VkFyB1QCYX_GFOFY1VHMBxWFATCyAsAG56QCGzwOxADkp0QCqGcMQUtK9ADZDSM086IYwkJMDYYaQbQAKBgAZobBXuJdo7wAAAABJRU5ErkJggg';

/** Frame of a page of the reference around its text. */
interface Frame {
  service: string;
  /** URL with scheme and host. */
  canonical: string;
  markdown: string;
  header: Markup;
  /** Every page, the current one marked. */
  menu: Markup;
  contents: Markup;
}

interface Page {
  title: string;
  description: string;
  /** Absent for pages outside the reference. */
  frame?: Frame;
  main: Markup;
}

const frameHead = ({ service, canonical, markdown }: Frame, { title, description }: Page) => html`
<link rel="canonical" href="${canonical}">
<link rel="alternate" type="text/markdown" href="${markdown}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${canonical}">
<meta property="og:site_name" content="${service}">
<script src="/docs/docs.js" type="module"></script>`;

/** A complete HTML page in the style of the reference. */
export async function renderPage(page: Page): Promise<string> {
  const { title, description, frame, main } = page;
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/docs.css">${frame && frameHead(frame, page)}
</head>
<body class="${frame ? 'docs' : 'plain'}">
<a class="skip" href="#main">Skip to content</a>
${frame && html`${frame.header}${frame.menu}`}
<main id="main" tabindex="-1">
${main}
</main>
${frame?.contents}
</body>
</html>
`;
  return String(text);
}
