import { html } from 'hono/html';
import { ERRORS, type ErrorCode } from '../../core/errors.ts';
import { isRetryable, SERVICE_TITLE } from '../openapi/overview.ts';
import { ERROR_ADVICE } from './error-advice.ts';
import { prose } from './markup.ts';
import { renderPage } from './page.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

const errorSection = (
  code: ErrorCode,
) => html`<section class="chapter" id="${code}" aria-labelledby="${code}-title">
<h2 id="${code}-title"><a href="#${code}"><code>${code}</code></a></h2>
<p class="summary">HTTP ${ERRORS[code].status}. ${isRetryable(code) ? 'Worth a retry.' : 'Not worth a retry: it fails the same way until something changes.'}</p>
<p>${prose(ERROR_ADVICE[code].means)}</p>
<p>${prose(ERROR_ADVICE[code].remedy)}</p>
</section>`;

/** What each code means and what to do about it; `error.doc_url` leads here. */
export const renderErrors = (): Promise<string> =>
  renderPage({
    title: `Errors of the ${SERVICE_TITLE}`,
    description: 'What each error code means, what to do about it, and whether to retry.',
    contents: html`<a class="brand" href="/docs">${SERVICE_TITLE}</a>
<ul>${CODES.map((code) => html`<li><a href="#${code}"><code>${code}</code></a></li>`)}</ul>`,
    main: html`<header>
<h1>Errors</h1>
<p class="summary">${prose('A refusal says what is wrong in `error.message`, for people, and in `error.code`, for programs. `error.param` is the field, `error.request_id` the request.')}</p>
<p><a href="/docs">The whole reference</a></p>
</header>
${CODES.map(errorSection)}`,
  });
