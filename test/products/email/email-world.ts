import { ApiError } from '../../../src/lib/errors.ts';
import type {
  DnsType,
  HttpClient,
  Outbound,
  OutboundSettings,
  Resolver,
} from '../../../src/lookup/outbound.ts';
import type { World } from '../../../src/lookup/world.ts';
import { createDomainLists } from '../../../src/open-data/mail/domain-lists.ts';
import { createGuardedFetcher } from '../../../src/open-data/outbound/guarded-fetcher.ts';
import { createRegistries } from '../../../src/open-data/registration/rdap-bootstrap.ts';

/** Records by name and type; a name that is not listed does not exist. */
export type Zones = Record<string, Partial<Record<DnsType, string[]>>>;

interface Outside {
  zones?: Zones;
  http?: (request: Request) => Response | Promise<Response>;
  tcp?: (host: string, sent: string, port: number) => string | Uint8Array;
  settings?: Partial<OutboundSettings>;
  /** DNS questions (`name type`) that get no answer. */
  silent?: (question: string) => boolean;
  now?: number;
}

export const NOW = Date.parse('2026-11-01T00:00:00Z');

const unreachable = () => new ApiError('SERVICE_UNAVAILABLE', 'no network in tests');
const table = async (name: string) =>
  (await fetch(`http://compiled.test/domains/${name}.bin`)).arrayBuffer();

/** The outside world from tables; every question asked is noted. */
export function fakeNetwork({
  zones = {},
  http,
  tcp,
  settings,
  silent,
}: Outside): Outbound & { asked: string[] } {
  const asked: string[] = [];
  const send: HttpClient = async (request) => {
    asked.push(`${request.method} ${request.url}`);
    if (!http) throw unreachable();
    return http(request);
  };
  const resolver: Resolver = {
    async resolve(name, type) {
      asked.push(`${name} ${type}`);
      if (silent?.(`${name} ${type}`)) throw unreachable();
      const zone = zones[name];
      const known =
        zone !== undefined || Object.keys(zones).some((other) => other.endsWith(`.${name}`));
      return { rcode: known ? 0 : 3, records: zone?.[type] ?? [] };
    },
  };
  return {
    asked,
    settings: {
      dohUrl: 'https://dns.test/dns-query',
      vars: new Map(),
      fetchAllowHosts: [],
      ...settings,
    },
    http: send,
    rateLimiter: { acquire: async () => ({ release: async () => undefined }) },
    resolver,
    fetcher: createGuardedFetcher({ http: send, resolver, allowHosts: [] }),
    async tcp({ host, port }, send) {
      asked.push(`tcp ${host}:${port} ${send.trim()}`);
      if (!tcp) throw unreachable();
      const reply = tcp(host, send, port);
      return typeof reply === 'string' ? new TextEncoder().encode(reply) : reply;
    },
  };
}

const NO_RANKS: World['ranks'] = {
  isLoaded: () => false,
  version: () => '-',
  find: async () => ({ tranco: null, majestic: null, commonCrawl: null }),
};

let compiled: Promise<ArrayBuffer[]> | undefined;

/** The compiled domain tables and an outside world of one's own. */
export async function domainWorld(
  outside: Outside = {},
): Promise<World & { outbound: ReturnType<typeof fakeNetwork> }> {
  compiled ??= Promise.all(['disposable', 'free', 'roles', 'rdap'].map(table));
  const [disposable, free, roles, rdap] = (await compiled) as [
    ArrayBuffer,
    ArrayBuffer,
    ArrayBuffer,
    ArrayBuffer,
  ];
  return {
    clock: { now: () => outside.now ?? NOW },
    domainLists: createDomainLists({ disposable, free, roles }),
    registries: { current: () => createRegistries(rdap), version: () => 'compiled' },
    ranks: NO_RANKS,
    outbound: fakeNetwork(outside),
  } as World & { outbound: ReturnType<typeof fakeNetwork> };
}
