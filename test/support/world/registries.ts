import { NAMES, type Registered } from './names.ts';

/** Where IANA publishes the bootstrap (RFC 9224). */
export const BOOTSTRAP_HOST = 'data.iana.org';

/**
 * RDAP service of each top-level domain; the ones of real registries are where the compiled
 * bootstrap has them.
 */
const SERVICES: readonly (readonly [suffixes: string[], urls: string[]])[] = [
  [['com'], ['https://rdap.verisign.com/com/v1/']],
  [['net'], ['https://rdap.verisign.com/net/v1/']],
  [['org'], ['https://rdap.publicinterestregistry.org/rdap/']],
  [['example'], ['https://rdap.nic.example/']],
  [['test'], ['https://rdap.busy.test/']],
];

/** Answers every question with "too many", as registries do to those who ask too often. */
const BUSY_HOST = 'rdap.busy.test';
const BUSY_SECONDS = 120;

export const RDAP_HOSTS: readonly string[] = [
  ...new Set(SERVICES.map(([, [url]]) => new URL(url as string).host)),
  ...new Set(Object.values(NAMES).flatMap(({ movedTo }) => movedTo ?? [])),
];

export const bootstrap = (): Response =>
  Response.json({
    description: 'RDAP bootstrap file for Domain Name System registrations',
    publication: '2026-11-01T00:00:00Z',
    version: '1.0',
    services: SERVICES,
  });

const rdapJson = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ rdapConformance: ['rdap_level_0'], ...body }), {
    status,
    headers: { 'Content-Type': 'application/rdap+json', ...headers },
  });

/** Domain object of RFC 9083 section 5.3. */
const domainObject = (
  name: string,
  { createdAt, expiresAt, registrar, nameservers, status }: Registered,
) => ({
  objectClassName: 'domain',
  ldhName: name.toUpperCase(),
  status,
  entities: [
    {
      objectClassName: 'entity',
      handle: '292',
      roles: ['registrar'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['fn', {}, 'text', registrar],
        ],
      ],
    },
  ],
  events: [
    { eventAction: 'registration', eventDate: createdAt },
    { eventAction: 'expiration', eventDate: expiresAt },
    { eventAction: 'last update of RDAP database', eventDate: '2026-11-01T00:00:00Z' },
  ],
  nameservers: nameservers.map((ldhName) => ({
    objectClassName: 'nameserver',
    ldhName: ldhName.toUpperCase(),
  })),
});

/** A registry's RDAP service: `GET …/domain/<name>` (RFC 9082 section 3.1.3). */
export function answerRdap(url: URL): Response {
  if (url.host === BUSY_HOST)
    return rdapJson(
      429,
      { errorCode: 429, title: 'Too many requests' },
      { 'Retry-After': String(BUSY_SECONDS) },
    );
  const [, name = ''] = /\/domain\/([^/]+)$/.exec(url.pathname) ?? [];
  const { registered, movedTo } = NAMES[name.toLowerCase()] ?? {};
  if (!registered)
    return rdapJson(404, {
      errorCode: 404,
      title: 'Not Found',
      description: ['Domain not found.'],
    });
  if (movedTo && url.host !== movedTo)
    return new Response(null, {
      status: 302,
      headers: { Location: `https://${movedTo}/domain/${name}` },
    });
  return rdapJson(200, domainObject(name, registered));
}

/** What a registry answers over port 43 to one line (RFC 3912), in the shape ICANN prescribes. */
export function answerWhois(line: string): string {
  const name = line.trim().toLowerCase();
  const registered = NAMES[name]?.registered;
  const lines = registered
    ? [
        `Domain Name: ${name}`,
        'Registry Domain ID: D1-EXAMPLE',
        `Creation Date: ${registered.createdAt}`,
        `Registry Expiry Date: ${registered.expiresAt}`,
        `Registrar: ${registered.registrar}`,
        ...registered.status.map(
          (status) => `Domain Status: ${status} https://icann.org/epp#${status}`,
        ),
        ...registered.nameservers.map((host) => `Name Server: ${host.toUpperCase()}`),
        'DNSSEC: unsigned',
      ]
    : ['Domain not found.'];
  return [
    ...lines,
    '>>> Last update of WHOIS database: 2026-11-01T00:00:00Z <<<',
    '',
    'Terms of use apply.',
    '',
  ].join('\r\n');
}
