import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { bucketBlobs } from '../../../src/files/store.ts';
import type { RdapRegistries } from '../../../src/lookup/world.ts';
import { readRefreshState } from '../../../src/open-data/feeds/feed.ts';
import { nextRefreshAt, refreshAndSave } from '../../../src/open-data/feeds/refresh.ts';
import {
  openRegistryList,
  RDAP_BOOTSTRAP_KEY,
  rdapBootstrapFeed,
} from '../../../src/open-data/registration/rdap-bootstrap.ts';

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
  const upload = () => Promise.reject(new Error('nothing is uploaded'));
  const deps = { blobs: { ...blobs, upload }, fetch, clock: { now: () => time.now } };
  const feed = rdapBootstrapFeed(deps);
  return { asked, time, deps, feed, refresh: () => refreshAndSave(feed, deps) };
}

const open = (deps: ReturnType<typeof publisher>['deps'], work: Promise<unknown>[] = []) =>
  openRegistryList({
    ...{ blobs, clock: deps.clock, compiled },
    background: (promise) => work.push(promise),
  });

beforeEach(() => env.DATA.delete([RDAP_BOOTSTRAP_KEY, 'feeds/1/rdap_bootstrap/state.json']));

describe('the RDAP bootstrap', () => {
  it('is the compiled one until cron stored a newer one, then that, and says which', async () => {
    const { deps, time, asked, refresh } = publisher(ianaFile('https://new.example'));
    const work: Promise<unknown>[] = [];
    const list = open(deps, work);
    expect((await list.current()).rdapBase('example.com')).toBe('https://old.example/');
    expect(list.version()).toBe('compiled');
    await refresh();
    time.now += HOUR_MS;
    // The reading that is due does not keep a lookup waiting.
    expect((list.current() as RdapRegistries).rdapBase('example.com')).toBe('https://old.example/');
    await Promise.all(work);
    expect((list.current() as RdapRegistries).rdapBase('example.com')).toBe('https://new.example/');
    expect(list.version()).toBe('2026-11-20T00:00:00Z');
    expect(asked).toEqual(['https://data.iana.org/rdap/dns.json']);
  });

  it('is due once a day', async () => {
    const { feed, time, refresh } = publisher(ianaFile('https://a.example'));
    expect(nextRefreshAt(await readRefreshState(blobs, feed.name), feed)).toBe(0);
    await refresh();
    expect(nextRefreshAt(await readRefreshState(blobs, feed.name), feed)).toBe(
      time.now + 24 * HOUR_MS,
    );
  });

  it.each([
    ['unreachable', undefined],
    ['not JSON', '<html>'],
    ['of another shape', { services: 'none' }],
    ['cut short', ianaFile('https://short.example', 10)],
  ])('keeps the last good file when the new one is %s', async (_fault, body) => {
    const good = publisher(ianaFile('https://good.example'));
    expect(await good.refresh()).toMatchObject({
      rows: 602,
      asOf: '2026-11-20T00:00:00Z',
    });
    expect(await publisher(body).refresh()).toMatchObject({
      ...{ rows: 602, asOf: '2026-11-20T00:00:00Z', lastError: expect.any(String) },
    });
    const list = open(good.deps);
    expect((await list.current()).rdapBase('example.net')).toBe('https://good.example/');
  });
});
