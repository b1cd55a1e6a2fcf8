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
import type { FakeVendor } from '../../support/world/fake-vendor.ts';

/** Records by name and type; a name that is not listed does not exist. */
export type Zones = Record<string, Partial<Record<DnsType, string[]>>>;

interface Outside {
  zones?: Zones;
  /** Set up as an operator would, and reached at their hosts. */
  vendors?: readonly FakeVendor[];
  /** Answers before the vendors do; null leaves a request to them. */
  http?: (request: Request) => Response | Promise<Response> | null;
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
  vendors = [],
  http,
  tcp,
  settings,
  silent,
}: Outside): Outbound & { asked: string[] } {
  const asked: string[] = [];
  const send: HttpClient = async (request) => {
    asked.push(`${request.method} ${request.url}`);
    const reply = http?.(request);
    if (reply) return reply;
    const url = new URL(request.url);
    const vendor = vendors.find(({ hosts }) => hosts.includes(url.host));
    if (!vendor) throw unreachable();
    return vendor.answer(request, url);
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
      vars: new Map(vendors.flatMap(({ vars }) => Object.entries(vars))),
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
