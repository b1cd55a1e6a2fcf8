import { VAR_NAMES } from '../../src/env.ts';
import { upstreams } from '../../src/products/index.ts';

/** What the service's own variables mean, those that are set together in one row. */
const OWN_MEANINGS: readonly (readonly [names: string, meaning: string])[] = [
  ['ADMIN_TOKEN', 'operator token; unset, `/admin` does not exist'],
  [
    'KEY_SECRET',
    'keyed checksum of API keys; unset, no key can be checked (503). `v2:new,v1:old` while it is replaced: the first makes keys, at most three check them; a plain value is version 1. Taken out, the keys made with it stop; `secret-versions` counts what hangs on each version',
  ],
  [
    'AUTH_SECRET',
    'signs sessions and forms of the dashboard, in the same form as `KEY_SECRET`; unset, sign-in is off. Replaced, every session ends; taken out, the second steps sealed with it open no more',
  ],
  [
    'GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET',
    'sign-in with Google: a web client whose redirect address is `PUBLIC_URL` and `/app/sign-in/with/google/callback`; unset, it is not offered',
  ],
  [
    'GITHUB_CLIENT_ID GITHUB_CLIENT_SECRET',
    'sign-in with GitHub: an OAuth app whose callback is `PUBLIC_URL` and `/app/sign-in/with/github/callback`; unset, it is not offered',
  ],
  [
    'LINK_SECRET',
    'signature of file links (one hour) and encryption of the secrets of webhooks, in the same form; each names its version. Taken out, the links made with it stop and the webhooks encrypted with it fall silent',
  ],
  [
    'PUBLIC_URL',
    "the service's own address in links, docs and OpenAPI. Unset, that of the request; but then `npm run deploy` refuses, and away from one's own machine sign-in is off and no mail has a link",
  ],
  [
    'OPERATOR_CONTACT',
    'email or web address: `/.well-known/security.txt`, and the User-Agent of what is fetched; the securities register of company lookups and the public map server are not asked without it',
  ],
  ['SERVICE_NAME', 'name of the service on its pages and in its mails; by default Lookup API'],
  ['OPERATOR_ADDRESS', 'postal address of the operator, on `/terms` and `/privacy`'],
  [
    'TERMS_TEXT PRIVACY_TEXT',
    'what `/terms` and `/privacy` say, in Markdown; unset, `/terms` says that there are none, `/privacy` what the software keeps',
  ],
  [
    'MAIL_FROM',
    "sender of sign-in links and monitors' alerts, through the `EMAIL` binding of `wrangler.toml`; without either, the delivery records say `MAIL_NOT_CONFIGURED`",
  ],
  [
    'ALERT_MAIL ALERT_WEBHOOK_URL',
    'whom alerts of the service are mailed to, and where they are posted as JSON (`text`, and `alerts` with name, state, figure and threshold)',
  ],
  ['STRIPE_SECRET_KEY', 'payments; unset, plans are set by the operator only'],
  [
    'STRIPE_WEBHOOK_SECRET',
    "signature of Stripe's events; unset, none is taken and `/stripe/webhook` is not there. `v2:new,v1:old` while it is replaced",
  ],
  [
    'STRIPE_URL',
    "scheme and host instead of Stripe's API; pages on the same host are then trusted too",
  ],
  ['DEMO', '`1` makes the demo organization with fixed keys; for a laptop only'],
  ['DOH_URL', 'DNS over HTTPS, JSON form'],
  [
    'RDAP_BOOTSTRAP_URL WHOIS_HOST',
    'registries, instead of the compiled list and port 43 of the registry',
  ],
  ['REACHER_URL REACHER_SECRET', 'mailbox check by a Reacher server of your own'],
  ['FTC_COMPLAINTS_URL FCC_COMPLAINTS_URL', 'complaint files'],
  ['FEED_BASE_URL', 'scheme and host of every other feed, its path kept'],
  [
    'WEBHOOK_LOOPBACK',
    '`1`: webhooks may have receivers on the machine itself, as `http://localhost:3000/hook`; `npm run dev` sets it, a deployment never needs it',
  ],
  ['FETCH_ALLOW_HOSTS', '`host:port` list the guarded fetcher accepts though not public'],
];

const code = (text: string): string => `\`${text}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

/** The variables that switch an upstream on or widen it, as its declaration tells them. */
const UPSTREAM_MEANINGS = upstreams.flatMap(({ name, hosts, needs = [], reads = [], adds }) =>
  adds === undefined
    ? []
    : [
        [
          [...(hosts.length === 0 ? [`${name}_URL`] : []), ...needs, ...reads].join(' '),
          adds,
        ] as const,
      ],
);

const MEANINGS = [...OWN_MEANINGS, ...UPSTREAM_MEANINGS];

/** Addresses of the upstreams that have public hosts; two may share one variable. */
function addressRows(): (readonly [name: string, hosts: string])[] {
  const hosts = new Map<string, string[]>();
  for (const upstream of upstreams.filter((each) => each.hosts.length > 0)) {
    const name = `${upstream.name}_URL`;
    hosts.set(name, [...(hosts.get(name) ?? []), ...upstream.hosts]);
  }
  return [...hosts].sort().map(([name, list]) => [name, list.map(code).join(', ')]);
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
    'An upstream of `src/vendors/` is asked at another address where `<NAME>_URL` is set: scheme and host are replaced, the path is kept.',
    table(
      ['Variable', 'Instead of'],
      addresses.map(([name, hosts]) => [code(name), hosts]),
    ),
  ].join('\n\n');
}
