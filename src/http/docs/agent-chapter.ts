import { html } from 'hono/html';
import type { Chapter } from './guide.ts';
import { codeBlock } from './markup.ts';

const settings = (origin: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        lookup: {
          type: 'http',
          url: `${origin}/mcp`,
          headers: { Authorization: 'Bearer <API key>' },
        },
      },
    },
    null,
    2,
  );

/** How an agent calls the same lookups. */
export const agentChapter = (origin: string): Chapter => ({
  id: 'agents',
  title: 'Agents',
  body: html`<p>The service speaks the Model Context Protocol at <code>${origin}/mcp</code>. A tool
  is the same call as over HTTP: the same price, windows, cache and refusals.</p>
${codeBlock(settings(origin), 'A client with an API key')}
<ul>
<li>With an API key there is a tool for every lookup, named by its path
(<code>domain_age</code>), behind <code>validate_phone</code>, <code>verify_email</code>,
<code>ip_lookup</code>, <code>bulk_verify</code>, <code>get_account</code> and
<code>confirm_connection</code>. The key belongs into the client's settings, never into a
prompt.</li>
<li>A client that can sign in needs the address alone: it opens your browser, where you sign in and
allow it. It reaches phone, email, IP and the account, paid by the organization you choose, until
you disconnect it in the <a href="/app/connections">dashboard</a>.</li>
</ul>`,
});
