import type { DnsType } from '../../../src/lookup/outbound.ts';
import { type DnsRecords, exists, NAMES } from './names.ts';

/** Numbers of the record types (IANA, "Resource Record (RR) TYPEs"). */
const TYPE_NUMBERS: Readonly<Record<DnsType, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
};
const SERVFAIL = 2;
const NXDOMAIN = 3;
/** Longer than the service waits for DNS. */
const SLOW_MS = 8_000;
const MAX_STRING_CHARS = 255;
const MAX_ALIASES = 8;

/**
 * A TXT record in presentation form: character-strings of at most 255, quoted (RFC 1035 section
 * 5.1).
 */
function quoted(text: string): string {
  const strings = text.match(new RegExp(`.{1,${MAX_STRING_CHARS}}`, 'gs')) ?? [''];
  return strings.map((string) => `"${string.replace(/["\\]/g, '\\$&')}"`).join(' ');
}

const record = (name: string, type: DnsType, data: string) => ({
  name,
  type: TYPE_NUMBERS[type],
  TTL: 60,
  data: type === 'TXT' ? quoted(data) : data,
});

const recordsOf = (name: string): DnsRecords => {
  const dns = NAMES[name]?.dns;
  return typeof dns === 'object' ? dns : {};
};

/** The chain of aliases from a name, and the records of the asked type at its end. */
function answerFor(name: string, type: DnsType): { answer: object[]; end: string } {
  const answer: object[] = [];
  let owner = name;
  for (let aliases = 0; aliases < MAX_ALIASES; aliases++) {
    const alias = recordsOf(owner).CNAME?.[0];
    if (alias === undefined || type === 'CNAME') break;
    answer.push(record(owner, 'CNAME', alias));
    owner = alias.replace(/\.$/, '');
  }
  return {
    answer: [...answer, ...(recordsOf(owner)[type] ?? []).map((data) => record(owner, type, data))],
    end: owner,
  };
}

/** A public resolver's JSON reply. */
const reply = (Status: number, name: string, type: DnsType, answer: object[]) =>
  Response.json(
    {
      ...{
        Status,
        TC: false,
        RD: true,
        RA: true,
        AD: false,
        CD: false,
        Question: [{ name, type: TYPE_NUMBERS[type] }],
      },
      ...(answer.length > 0
        ? { Answer: answer }
        : {
            Authority: [
              {
                name: 'example',
                type: TYPE_NUMBERS.SOA,
                TTL: 60,
                data: 'ns1.example.net. hostmaster.example.net. 1 7200 3600 1209600 60',
              },
            ],
          }),
    },
    { headers: { 'Content-Type': 'application/dns-json' } },
  );

/** DNS over HTTPS in its JSON form: `GET /dns-query?name=&type=`. */
export async function answerDns(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const name = (searchParams.get('name') ?? '').toLowerCase().replace(/\.$/, '');
  const type = (searchParams.get('type') ?? 'A') as DnsType;
  if (
    pathname !== '/dns-query' ||
    request.headers.get('Accept') !== 'application/dns-json' ||
    !name ||
    !(type in TYPE_NUMBERS)
  ) {
    return new Response('a question needs name, type and Accept: application/dns-json', {
      status: 400,
    });
  }
  const broken = Object.keys(NAMES).find(
    (zone) => typeof NAMES[zone]?.dns === 'string' && (name === zone || name.endsWith(`.${zone}`)),
  );
  if (broken && NAMES[broken]?.dns === 'SLOW')
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  if (broken) return reply(SERVFAIL, name, type, []);
  const { answer, end } = answerFor(name, type);
  return reply(exists(end) ? 0 : NXDOMAIN, name, type, answer);
}
