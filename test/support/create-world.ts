import { bucketBlobs } from '../../src/files/store.ts';
import { ApiError } from '../../src/lib/errors.ts';
import { complaintCounts } from '../../src/lookup/datasets/complaints.ts';
import type {
  DnsType,
  HttpClient,
  Outbound,
  OutboundSettings,
  Resolver,
} from '../../src/lookup/outbound.ts';
import type { AddressTable, Clock, RecordHit, World } from '../../src/lookup/world.ts';
import { RANGE_FEEDS } from '../../src/open-data/feeds/range-feeds.ts';
import { openAddressTable } from '../../src/open-data/ip/address-table.ts';
import { createDomainLists } from '../../src/open-data/mail/domain-lists.ts';
import { withUserAgent } from '../../src/open-data/outbound/connections.ts';
import { createGuardedFetcher } from '../../src/open-data/outbound/guarded-fetcher.ts';
import { createBlockHolders } from '../../src/open-data/phone/block-holders.ts';
import { createNumberPlan } from '../../src/open-data/phone/number-plan.ts';
import { createRegistries } from '../../src/open-data/registration/rdap-bootstrap.ts';
import type { FakeVendor } from './world/fake-vendor.ts';

/** Records by name and type; a name that is not listed does not exist. */
export type Zones = Record<string, Partial<Record<DnsType, string[]>>>;

/** The operator's files: data set → key → row. */
export type Files = Record<string, Record<string, Record<string, unknown>>>;

interface Network {
  zones?: Zones;
  /** Set up as an operator would, and reached at their hosts. */
  vendors?: readonly FakeVendor[];
  /** Answers before the vendors do; null leaves a request to them. */
  http?: (request: Request) => Response | Promise<Response> | null;
  tcp?: (host: string, sent: string, port: number) => string | Uint8Array;
  settings?: Partial<OutboundSettings>;
  /** DNS questions (`name type`) that get no answer. */
  silent?: (question: string) => boolean;
}

interface Outside extends Network {
  files?: Files;
  /** Whether the files are complete where a key lies; everywhere, if not given. */
  isCovered?: (key: string) => boolean;
  /** With the compiled address table. */
  addresses?: boolean;
  /** Milliseconds since the epoch; {@link NOW}, if not given. */
  now?: number;
}

/** The world stands still. */
export const NOW = Date.parse('2026-11-01T00:00:00Z');

const unreachable = () => new ApiError('SERVICE_UNAVAILABLE', 'no network in tests');

/** The network from tables; every question asked is noted. */
export function fakeNetwork({
  zones = {},
  vendors = [],
  http,
  tcp,
  settings,
  silent,
}: Network = {}): Outbound & { asked: string[] } {
  const asked: string[] = [];
  const answerOf: HttpClient = async (request) => {
    asked.push(`${request.method} ${request.url}`);
    const reply = http?.(request);
    if (reply) return reply;
    const url = new URL(request.url);
    const vendor = vendors.find(({ hosts }) => hosts.includes(url.host));
    if (!vendor) throw unreachable();
    return vendor.answer(request, url);
  };
  const send = withUserAgent(answerOf, settings?.contact);
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

/** Imported files; every read is noted. */
export function fakeRecords(
  files: Files,
  isCovered: (key: string) => boolean = () => true,
): World['records'] & { asked: string[] } {
  const asked: string[] = [];
  const asOf = '2026-10-01';
  const hit = (data: Record<string, unknown>): RecordHit => ({ data, asOf });
  return {
    asked,
    has: (...datasets) => datasets.some((dataset) => dataset in files),
    covers: (datasets, keys) =>
      datasets.some((dataset) => dataset in files) && keys.every(isCovered),
    version: (datasets) => datasets.join(' '),
    async find(datasets, key) {
      asked.push(`${datasets.join(' ')} ${key}`);
      return Object.fromEntries(
        datasets.map((dataset) => {
          const data = files[dataset]?.[key];
          if (data) return [dataset, hit(data)];
          return [dataset, dataset in files && isCovered(key) ? { absent: true, asOf } : 'unknown'];
        }),
      );
    },
    async findFirst(dataset, keys) {
      asked.push(`${dataset} ${keys.length === 1 ? keys[0] : keys.length}`);
      const key = keys.find((each) => files[dataset]?.[each]);
      return key === undefined
        ? null
        : { key, ...hit(files[dataset]?.[key] as Record<string, unknown>) };
    },
    async reportsNear(dataset, number) {
      if (!(dataset in files) || !isCovered(number)) return null;
      const counted = Object.entries(files[dataset] ?? {}).map(([key, data]) => ({
        key,
        reports: complaintCounts.parse(data).counts.reduce((sum, { reports }) => sum + reports, 0),
      }));
      const near = counted.filter(
        ({ key }) => key !== number && key.slice(0, -3) === number.slice(0, -3),
      );
      const sumOf = (all: typeof counted) => all.reduce((sum, { reports }) => sum + reports, 0);
      return {
        numbers: near.length,
        reports: sumOf(near),
        loaded: sumOf(counted),
        asOf: '2026-10-01',
      };
    },
    async page(dataset, after, most) {
      const rows = Object.entries(files[dataset] ?? {}).filter(([key]) => key > after);
      const inOrder = rows.sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, most);
      return inOrder.map(([key, data]) => ({ key, ...hit(data) }));
    },
  };
}

const NO_RANKS: World['ranks'] = {
  isLoaded: () => false,
  version: () => '-',
  find: async () => ({ tranco: null, majestic: null, commonCrawl: null }),
};

const fetched = new Map<string, Promise<ArrayBuffer>>();

/** A compiled table, fetched once: readers never write into one. */
function table(path: string): Promise<ArrayBuffer> {
  const known =
    fetched.get(path) ??
    fetch(`http://compiled.test/${path}.bin`).then((reply) => reply.arrayBuffer());
  fetched.set(path, known);
  return known;
}

/** Compiled tables by their names in a folder. */
async function tables<Name extends string>(folder: string, ...names: readonly Name[]) {
  const read = await Promise.all(names.map((name) => table(`${folder}/${name}`)));
  return Object.fromEntries(names.map((name, at) => [name, read[at]])) as Record<Name, ArrayBuffer>;
}

/** What tests may look into. */
type TestWorld = World & {
  outbound: ReturnType<typeof fakeNetwork>;
  records: ReturnType<typeof fakeRecords>;
};

async function addressTable(clock: Clock): Promise<AddressTable> {
  // Only here, so that other files have no binding and no service to load: see setup.ts.
  const { seedAddresses } = await import('./seed-addresses.ts');
  const { env } = await import('cloudflare:workers');
  await seedAddresses();
  const background = () => undefined;
  return openAddressTable({ blobs: bucketBlobs(env.DATA), clock, feeds: RANGE_FEEDS, background });
}

/** The compiled tables, with the operator's files and the network given. */
export async function createWorld({
  files = {},
  isCovered,
  addresses = false,
  now = NOW,
  ...network
}: Outside = {}): Promise<TestWorld> {
  const clock = { now: () => now };
  const [phone, domains] = await Promise.all([
    tables('phone', 'geocodes', 'carriers', 'timezones', 'countries', 'block-holders'),
    tables('domains', 'disposable', 'free', 'roles', 'rdap'),
  ]);
  return {
    clock,
    ...(addresses && { addresses: await addressTable(clock) }),
    numberPlan: createNumberPlan(phone),
    blockHolders: createBlockHolders(phone['block-holders']),
    domainLists: createDomainLists(domains),
    registries: { current: () => createRegistries(domains.rdap), version: () => 'compiled' },
    ranks: NO_RANKS,
    records: fakeRecords(files, isCovered),
    outbound: fakeNetwork(network),
  } as unknown as TestWorld;
}

/**
 * What a newcomer has on the first day: compiled tables, and neither feeds, nor records, nor a
 * network.
 */
export const bareWorld = () =>
  createWorld({ addresses: true, silent: () => true, now: Date.now() });
