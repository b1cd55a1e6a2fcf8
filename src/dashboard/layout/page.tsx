import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { PageContext } from '../context.ts';
import { Navigation } from './navigation.tsx';

// A page of the dashboard, from nothing:
//
//   export function keyPages({ accounts }: DashboardServices): Hono<DashboardEnv> {
//     const pages = new Hono<DashboardEnv>();
//     const schema = z.object({ name: fields.name });
//     const show = (c: PageContext, form = freshForm()) =>
//       page(c, { title: 'API keys' }, <>
//         <ErrorSummary form={form} />
//         <Form c={c} action="/app/keys"><Field form={form} name="name" /></Form>
//       </>);
//     pages.get('/keys', (c) => show(c));
//     pages.post('/keys', async (c) => {
//       const form = readForm(c, schema);
//       if (!form.ok) return show(c, form);  // 422, the errors at their fields
//       await someVerb({ organizationId: visitorOf(c).organizationId, ...form.values }, accounts);
//       return redirectWith(c, '/app/keys', 'The key was made.');  // told once
//     });
//     return pages;
//   }
//
// and one line in dashboard.ts. Sign-in, membership, the form's token, its size and where it came
// from were checked before a page runs: what is left to it is that every id belongs to the
// visitor's organization, and `requireOwner(c)` where only owners may. Charts and progress may load
// a script from a file of their own; no style or script is written into a page.

export interface PageOptions {
  title: string;
  /** 200, or 422 where the form that was sent has errors. */
  status?: ContentfulStatusCode;
  /** Scripts of this page, served under /app: for what moves. */
  scripts?: readonly string[];
  /** Seconds after which a browser asks again; for progress without scripts. */
  refreshSeconds?: number;
  /** Rows and charts as wide as the screen has room for. */
  wide?: boolean;
}

const Head = ({ title, scripts = [], refreshSeconds }: PageOptions) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    {refreshSeconds && (
      <noscript>
        <meta http-equiv="refresh" content={String(refreshSeconds)} />
      </noscript>
    )}
    <title>{`${title} · Lookup API`}</title>
    <link rel="icon" href="/docs/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/app/style.css" />
    {scripts.map((script) => (
      <script src={script} type="module" />
    ))}
  </head>
);

/** A whole page: navigation, what is to be told once, one `h1`, and the content. */
export async function page(
  c: PageContext,
  options: PageOptions,
  content: Child,
): Promise<Response> {
  const flash = c.get('flash');
  const body = (
    <html lang="en">
      <Head {...options} />
      <body class={c.get('visitor') ? undefined : 'plain'}>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Navigation c={c} paths={c.get('paths')} />
        <main id="main" tabindex={-1} class={options.wide ? 'wide' : undefined}>
          {flash && (
            <p class={`told ${flash.kind}`} role="status">
              {flash.text}
            </p>
          )}
          <h1>{options.title}</h1>
          {content}
        </main>
      </body>
    </html>
  );
  return c.html(html`<!doctype html>${body}`, options.status ?? 200);
}
