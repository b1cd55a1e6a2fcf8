const soa = (name: string) => ({
  name,
  type: 6,
  TTL: 1800,
  data: 'ns1.example.net. hostmaster.example.net. 2026110101 7200 3600 1209600 3600',
});
const reply = (name: string, type: number, ...data: string[]) => ({
  Status: 0,
  TC: false,
  RD: true,
  RA: true,
  AD: true,
  CD: false,
  Question: [{ name, type }],
  ...(data.length > 0
    ? { Answer: data.map((text) => ({ name, type, TTL: 300, data: text })) }
    : { Authority: [soa(name)] }),
});
const missing = (name: string, type: number) => ({
  Status: 3,
  TC: false,
  RD: true,
  RA: true,
  AD: false,
  CD: false,
  Question: [{ name, type }],
  Authority: [soa('example')],
});

/**
 * Replies of public resolvers in the JSON form of DNS over HTTPS, by name and type. What is not
 * listed is SERVFAIL.
 */
export const DNS_JSON: Record<string, unknown> = {
  'example.com MX': reply('example.com', 15, '5 alt1.aspmx.l.google.com.', '1 ASPMX.L.GOOGLE.COM.'),
  'example.com A': reply('example.com', 1, '192.0.2.10'),
  'example.com AAAA': reply('example.com', 28),
  'example.com TXT': reply(
    'example.com',
    16,
    '"v=spf1 include:_spf.google.com" " ~all"',
    '"facebook-domain-verification=abc"',
  ),
  '_dmarc.example.com TXT': reply('_dmarc.example.com', 16, '"v=DMARC1; p=quarantine; pct=100"'),
  'null.example MX': reply('null.example', 15, '0 .'),
  'missing.example MX': missing('missing.example', 15),
  'missing.example A': missing('missing.example', 1),
  'missing.example AAAA': missing('missing.example', 28),
};
