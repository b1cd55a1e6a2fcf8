import type { DnsType, HttpClient, Resolver } from '../../src/lookup/outbound.ts';
import { createDohResolver } from '../../src/open-data/outbound/dns.ts';

const TYPE_NUMBERS: Record<DnsType, number> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
};

export type Zone = Record<string, Partial<Record<DnsType, string[]>>>;

/** A public resolver's JSON reply; a name the zone does not know is NXDOMAIN. */
export function dnsReply(zone: Zone, request: Request): Response {
  const { searchParams } = new URL(request.url);
  const name = searchParams.get('name') ?? '';
  const type = searchParams.get('type') as DnsType;
  const records = zone[name]?.[type] ?? [];
  return Response.json({
    Status: name in zone ? 0 : 3,
    TC: false,
    RD: true,
    RA: true,
    AD: false,
    CD: false,
    Question: [{ name, type: TYPE_NUMBERS[type] }],
    ...(records.length > 0 && {
      Answer: records.map((data) => ({ name, type: TYPE_NUMBERS[type], TTL: 60, data })),
    }),
  });
}

/** The real resolver over a fake zone. */
export const fakeResolver = (zone: Zone): Resolver => {
  const http: HttpClient = async (request) => dnsReply(zone, request);
  return createDohResolver({ http, clock: { now: () => 0 }, dohUrl: 'https://dns.test/dns-query' });
};
