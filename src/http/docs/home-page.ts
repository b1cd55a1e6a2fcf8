import { html } from 'hono/html';
import { SERVICE_SUMMARY, SERVICE_TITLE } from '../openapi/overview.ts';
import { renderPage } from './page.ts';

/** Where a newcomer can go on, by the name that `GET /` gives it. */
export const ENTRANCES = {
  dashboard: '/app',
  docs: '/docs',
  openapi: '/openapi.json',
  status: '/health',
} as const;

const LABELS: Readonly<Record<keyof typeof ENTRANCES, string>> = {
  dashboard: 'Dashboard: sign up or in, keys, lists, monitors, usage',
  docs: 'Reference, with a form to try each lookup',
  openapi: 'OpenAPI document',
  status: 'Status',
};

/** What a browser is shown at the service's address. */
export const renderHome = (): Promise<string> =>
  renderPage({
    title: SERVICE_TITLE,
    description: SERVICE_SUMMARY,
    contents: null,
    main: html`<h1>${SERVICE_TITLE}</h1>
<p class="summary">${SERVICE_SUMMARY}</p>
<ul>${Object.entries(ENTRANCES).map(
      ([name, path]) =>
        html`<li><a href="${path}">${LABELS[name as keyof typeof ENTRANCES]}</a></li>`,
    )}</ul>`,
  });
