import { VAR_NAMES } from '../../src/env.ts';
import { upstreams } from '../../src/products/index.ts';

/** What the service's own variables mean, those that are set together in one row. */
const OWN_MEANINGS: readonly (readonly [names: string, meaning: string])[] = [
  ['ADMIN_TOKEN', 'operator token; without it `/admin` does not exist'],
  [
    'KEY_SECRET',
    'keyed checksum of API keys; without it no key can be checked (503). To replace it, set `v2:new,v1:old`: the first makes keys, and at most three check them; a plain value is version 1. Once a secret is removed, the keys made with it stop working; `secret-versions` counts what depends on each version',
  ],
  [
    'AUTH_SECRET',
    'signs sessions and forms of the dashboard, in the same format as `KEY_SECRET`; without it sign-in is off. Replacing it ends every session; once a secret is removed, the second steps sealed with it no longer open',
  ],
  [
    'GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET',
    'sign-in with Google: a web client whose redirect address is `PUBLIC_URL` and `/app/sign-in/with/google/callback`; without it Google is not offered',
  ],
  [
    'GITHUB_CLIENT_ID GITHUB_CLIENT_SECRET',
    'sign-in with GitHub: an OAuth app whose callback is `PUBLIC_URL` and `/app/sign-in/with/github/callback`; without it GitHub is not offered',
  ],
  [
    'LINK_SECRET',
    'signs file links (one hour) and encrypts the secrets of webhooks, in the same format; each names its version. Once a secret is removed, links made with it stop working, and webhooks encrypted with it are no longer sent',
  ],
  [
    'PUBLIC_URL',
    "the service's own address in links, docs and OpenAPI; by default that of the request. Without it `npm run deploy` refuses, and on any host but your own machine sign-in is off and no mail has a link",
  ],
  [
    'OPERATOR_CONTACT',
    'email or web address, in `/.well-known/security.txt` and in the User-Agent of fetches; without it the securities register of company lookups and the public map server are not asked',
  ],
  ['SERVICE_NAME', 'name of the service on its pages and in its mails; by default Lookup API'],
  ['OPERATOR_ADDRESS', 'postal address of the operator, on `/terms` and `/privacy`'],
  [
    'TERMS_TEXT PRIVACY_TEXT',
    'text of `/terms` and `/privacy`, in Markdown; by default `/terms` says that there are none, and `/privacy` lists what the software stores',
  ],
  [
    'MAIL_FROM',
    "sender of sign-in links and monitors' alerts, through the `EMAIL` binding of `wrangler.toml`; without either, delivery records show `MAIL_NOT_CONFIGURED`",
  ],
  [
    'ALERT_MAIL ALERT_WEBHOOK_URL',
    "mail address for alerts of the service, and the URL they are posted to as JSON (`text`, and `alerts` with name, state, figure and threshold). The URL is fetched like a webhook's: a private host needs `FETCH_ALLOW_HOSTS`, and the machine itself `WEBHOOK_LOOPBACK`",
  ],
  ['STRIPE_SECRET_KEY', 'payments; without it only the operator sets plans'],
  [
    'STRIPE_WEBHOOK_SECRET',
    "signature of Stripe's events; without it none is accepted and `/stripe/webhook` does not exist. To replace it, set `v2:new,v1:old`",
  ],
  [
    'STRIPE_URL',
    "scheme and host that replace Stripe's API; pages on that host are then trusted too",
  ],
  ['DEMO', '`1` makes the demo organization with fixed keys; for a laptop only'],
  ['DOH_URL', 'DNS over HTTPS, JSON form'],
  [
    'RDAP_BOOTSTRAP_URL WHOIS_HOST',
    'registries, instead of the compiled list and port 43 of the registry',
  ],
  ['REACHER_URL REACHER_SECRET', 'mailbox check by your own Reacher server'],
  ['FTC_COMPLAINTS_URL FCC_COMPLAINTS_URL', 'complaint files'],
  ['FEED_BASE_URL', 'scheme and host of every other feed, its path kept'],
  [
    'WEBHOOK_LOOPBACK',
    '`1` allows receivers of webhooks and alerts on the machine itself, such as `http://localhost:3000/hook`; `npm run dev` sets it, and a deployment never needs it',
  ],
  [
    'FETCH_ALLOW_HOSTS',
    'list of `host:port` that the guarded fetcher accepts although they are not public',
  ],
];

const code = (text: string): string => `\`${text}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The variables that switch an upstream on or widen it, as its declaration tells them. */
const UPSTREAM_MEANINGS = upstreams.flatMap(
  ({ name, hosts, needs = [], reads = [], optIn = [], adds }) =>
    adds === undefined
      ? []
      : [
          [
            [hosts.length === 0 ? `${name}_URL` : [], needs, reads, optIn].flat().join(' '),
            adds,
          ] as const,
        ],
);

const MEANINGS = [...OWN_MEANINGS, ...UPSTREAM_MEANINGS];

/** Addresses of the upstreams that have public hosts; two may share one variable. */
function addressRows(): (readonly [name: string, hosts: string])[] {
  const hosts = new Map<string, Set<string>>();
  for (const upstream of upstreams.filter((each) => each.hosts.length > 0)) {
    const name = `${upstream.name}_URL`;
    hosts.set(name, new Set([...(hosts.get(name) ?? []), ...upstream.hosts]));
  }
  return [...hosts].sort().map(([name, list]) => [name, [...list].map(code).join(', ')]);
}

/**
 * Every variable a deployment may set, as Markdown.
 * @throws Error when the code reads one that has no meaning here, or the other way round
 */
export function variablesTable(): string {
  const addresses = addressRows();
  const told = [
    ...MEANINGS.flatMap(([names]) => names.split(' ')),
    ...addresses.map(([name]) => name),
  ];
  const known = new Set(VAR_NAMES);
  const wrong = [
    ...VAR_NAMES.filter((name) => !told.includes(name)),
    ...told.filter((name, at) => !known.has(name) || told.indexOf(name) !== at),
  ];
  if (wrong.length > 0)
    throw new Error(
      `scripts/operator/variables.ts, \`adds\` of the upstreams and the code differ: ${wrong.join(', ')}`,
    );
  return [
    table(
      ['Variable', 'Meaning'],
      MEANINGS.map(([names, meaning]) => [names.split(' ').map(code).join(', '), meaning]),
    ),
    '`<NAME>_URL` sets another address for an upstream of `src/vendors/`: it replaces scheme and host and keeps the path. Where one variable replaces several hosts, the host becomes the first segment of the path; so it does for `MSADS_URL`.',
    table(
      ['Variable', 'Instead of'],
      addresses.map(([name, hosts]) => [code(name), hosts]),
    ),
  ].join('\n\n');
}
