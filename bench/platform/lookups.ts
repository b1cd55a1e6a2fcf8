import type { Service } from '../support/service.ts';

/** A kind of lookup. `body` differs for every number, unless the kind repeats one lookup. */
export interface Kind {
  name: string;
  path: string;
  body(n: number): Record<string, unknown>;
  /** Repeats an earlier lookup, so that it is answered from stored facts. */
  isRepeat?: true;
  /** Runs one lookup at a time: a second within a second would write the same cache key. */
  isLone?: true;
  /** Waits for one round trip to another region, not for two. */
  oneWait?: true;
}

/** Distinct valid numbers of area code 212. */
export const phoneNumber = (n: number): string =>
  `+1212${200 + Math.floor(n / 10_000)}${String(n % 10_000).padStart(4, '0')}`;

/** Addresses spread over the unicast space, as in a real list. */
export const address = (n: number): string => {
  const bits = (0x01000000 + ((n * 2_654_435_761) % 0xde000000)) >>> 0;
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
};

/** @param site `host:port` of a web site of the fake world */
export function kinds(site: string): Kind[] {
  const phone = { path: '/v1/phone', body: (n: number) => ({ phone_number: phoneNumber(n) }) };
  const type = { path: '/v1/nt-lookup', body: phone.body };
  const ip = { path: '/v1/ip', body: (n: number) => ({ ip: address(n) }) };
  const email = {
    path: '/v1/email',
    body: (n: number) => ({ email: `jane.doe${n}@example.com` }),
  };
  const repeat = <T extends { path: string; body: Kind['body'] }>({ path, body }: T) => ({
    path,
    body: () => body(0),
    isRepeat: true as const,
  });
  return [
    { name: 'phone', ...phone, oneWait: true },
    { name: 'phone, cached', ...repeat(phone), oneWait: true },
    { name: 'nt-lookup', ...type, oneWait: true },
    { name: 'nt-lookup, cached', ...repeat(type), oneWait: true },
    { name: 'ip', ...ip, oneWait: true },
    { name: 'ip, cached', ...repeat(ip), oneWait: true },
    { name: 'email', ...email, oneWait: true },
    { name: 'email, cached', ...repeat(email), oneWait: true },
    { name: 'phone-scrub', path: '/v1/phone-scrub', body: phone.body },
    {
      name: 'domain-age',
      path: '/v1/domain-age',
      body: () => ({ domain: 'example.com', bypass_cache: true }),
      isLone: true,
    },
    {
      name: 'website-scraper',
      path: '/v1/website-scraper',
      body: (n) => ({ url: `http://${site}/?n=${n}`, bypass_cache: true }),
    },
  ];
}

export const lookUp = (service: Service, { path, body }: Kind, key: string, n: number) =>
  service.ask('POST', path, key, body(n));
