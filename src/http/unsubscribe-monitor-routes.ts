import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { MonitorPorts } from '../monitors/ports.ts';
import { followUnsubscribe, unsubscribe } from '../monitors/unsubscribe.ts';
import type { AppEnv } from './context.ts';
import type { Markup } from './docs/markup.ts';
import { renderPage } from './docs/page.ts';

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const page = async (c: Context<AppEnv>, title: string, main: Markup) => {
  const text = await renderPage({ title, description: title, contents: null, main });
  return c.html(text, 200, HEADERS);
};

/**
 * `/unsubscribe/{token}`: the link in a monitor's mails, without a key. Programs that look into links before their
 * reader does only see a button; a mail program posts at once (RFC 8058).
 */
export function unsubscribeRoutes(monitors: MonitorPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/unsubscribe/:token', async (c) => {
    const { name } = await followUnsubscribe(c.req.param('token'), monitors);
    const main = html`<h1>Stop these mails?</h1>
<p>Monitor ${name} sends a mail when a run finds changes. It goes on without them.</p>
<form method="post"><button type="submit">Stop the mails</button></form>`;
    return page(c, 'Stop these mails?', main);
  });
  routes.post('/unsubscribe/:token', async (c) => {
    await unsubscribe(c.req.param('token'), monitors);
    const main = html`<h1>The mails are switched off</h1>
<p>Set <code>alert_email</code> of the monitor to switch them on again.</p>`;
    return page(c, 'The mails are switched off', main);
  });
  return routes;
}
