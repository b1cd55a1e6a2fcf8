import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { openRegistryList, RDAP_BOOTSTRAP_KEY } from '../../src/data/rdap-bootstrap.ts';
import {
  refreshDueRdapBootstrap,
  refreshRdapBootstrap,
} from '../../src/feeds/refresh-rdap-bootstrap.ts';
import { bucketBlobs } from '../../src/store/blobs.ts';

const HOUR_MS = 3_600_000;
const compiled = new TextEncoder().encode('https://old.example/ com net').buffer as ArrayBuffer;
const blobs = bucketBlobs(env.DATA);

/** IANA's shape: a publication date, and pairs of suffixes and base addresses. */
const ianaFile = (base: string, suffixes = 600) => ({
  version: '1.0',
  publication: '2026-11-20T00:00:00Z',
  services: [
    [['com', 'net', ...Array.from({ length: suffixes }, (_, index) => `tld${index}`)], [base]],
  ],
});

/** A publisher that answers `bodies` one after the other, and a clock to move. */
function publisher(...bodies: unknown[]) {
  const asked: string[] = [];
  const time = { now: Date.parse('2026-11-21T00:00:00Z') };
  const fetch = async (request: Request) => {
    asked.push(request.url);
    const body = bodies.shift();
    return body === undefined
      ? new Response(null, { status: 503 })
      : new Response(typeof body === 'string' ? body : JSON.stringify(body));
  };
  return { asked, time, deps: { blobs, fetch, clock: { now: () => time.now } } };
}

beforeEach(() => env.DATA.delete(RDAP_BOOTSTRAP_KEY));

describe('the RDAP bootstrap', () => {
  it('is the compiled one until cron stored a newer one, then that', async () => {
    const { deps, time, asked } = publisher(ianaFile('https://new.example'));
    const list = openRegistryList({ blobs, clock: deps.clock, compiled });
    expect((await list.current()).rdapBase('example.com')).toBe('https://old.example/');
    await refreshDueRdapBootstrap(deps);
    time.now += HOUR_MS;
    expect((await list.current()).rdapBase('example.com')).toBe('https://new.example/');
    expect(asked).toEqual(['https://data.iana.org/rdap/dns.json']);
  });

  it('is asked for once a day', async () => {
    const { deps, time, asked } = publisher(
      ianaFile('https://a.example'),
      ianaFile('https://b.example'),
    );
    await refreshDueRdapBootstrap(deps);
    time.now += 23 * HOUR_MS;
    await refreshDueRdapBootstrap(deps);
    expect(asked).toHaveLength(1);
    time.now += HOUR_MS;
    await refreshDueRdapBootstrap(deps);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['unreachable', undefined],
    ['not JSON', '<html>'],
    ['of another shape', { services: 'none' }],
    ['cut short', ianaFile('https://short.example', 10)],
  ])('keeps the last good file when the new one is %s', async (_fault, body) => {
    const good = publisher(ianaFile('https://good.example'));
    expect(await refreshRdapBootstrap(good.deps)).toMatchObject({
      rows: 602,
      asOf: '2026-11-20T00:00:00Z',
    });
    await expect(refreshRdapBootstrap(publisher(body).deps)).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
    });
    const list = openRegistryList({ blobs, clock: good.deps.clock, compiled });
    expect((await list.current()).rdapBase('example.net')).toBe('https://good.example/');
  });
});
