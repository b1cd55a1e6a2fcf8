import type { PageContext } from '../context.ts';
import { Button, Form } from '../form/form.tsx';

/** The pages of the side, in order. A page under one of these paths marks it as current. */
const PAGES: readonly (readonly [path: string, words: string])[] = [
  ['/app', 'Overview'],
  ['/app/try', 'Try a lookup'],
  ['/app/jobs', 'Lists'],
  ['/app/monitors', 'Monitors'],
  ['/app/usage', 'Usage'],
  ['/app/deliveries', 'Deliveries'],
  ['/app/keys', 'API keys'],
  ['/app/connections', 'Connections'],
  ['/app/team', 'Team'],
  ['/app/billing', 'Billing'],
  ['/app/settings', 'Settings'],
];

const isCurrent = (page: string, path: string): boolean =>
  path === page || (page !== '/app' && path.startsWith(`${page}/`));

/**
 * Leads to every page. On a narrow screen it folds, without a script.
 * @param paths that exist; what a deployment does not serve is left out
 */
export const Navigation = ({ c, paths }: { c: PageContext; paths: ReadonlySet<string> }) => {
  const visitor = c.get('visitor');
  const links = (
    <ul>
      {PAGES.filter(([path]) => paths.has(path)).map(([path, words]) => (
        <li>
          <a href={path} aria-current={isCurrent(path, c.req.path) ? 'page' : undefined}>
            {words}
          </a>
        </li>
      ))}
      <li>
        <a href="/docs">Reference</a>
      </li>
    </ul>
  );
  return (
    <header class="side">
      <a class="brand" href="/app">
        Lookup API
      </a>
      {visitor && (
        <>
          <p class="place">{visitor.organizationName}</p>
          <details class="fold">
            <summary>Menu</summary>
            <nav aria-label="Pages, folded">{links}</nav>
          </details>
          <nav class="pages" aria-label="Pages">
            {links}
          </nav>
        </>
      )}
      {(visitor ?? c.get('homeless')) && (
        <div class="who">
          <p>{(visitor ?? c.get('homeless'))?.email}</p>
          <Form c={c} action="/app/sign-out">
            <Button kind="quiet">Sign out</Button>
          </Form>
        </div>
      )}
    </header>
  );
};
