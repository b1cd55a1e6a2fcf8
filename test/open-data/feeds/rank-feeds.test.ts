import { afterEach, describe, expect, it, vi } from 'vitest';
import { rankScore } from '../../../src/domain/web/domain-metrics.ts';
import { refreshAndSave } from '../../../src/open-data/feeds/refresh.ts';
import { rankFeed } from '../../../src/open-data/ranks/rank-feed.ts';
import { RankWriter } from '../../../src/open-data/ranks/rank-table.ts';
import { openRanks, RANK_LISTS, type RankList } from '../../../src/open-data/ranks/ranks.ts';
import { domainAuthority } from '../../../src/products/seo/domain-authority.ts';
import { answer } from '../../support/answer.ts';
import { bareWorld } from '../../support/create-world.ts';
import { CRAWL, RANK_FILES, RELEASE, zipped } from '../../support/world/rank-files.ts';
import { feedBlobs, START } from './support.ts';

const NEXT = 'cc-main-2026-aug-sep-oct';
const NEXT_GRAPH_FILE = `/projects/hyperlinkgraph/${NEXT}/domain/${NEXT}-domain-ranks.txt.gz`;
type Pair = ReadableWritablePair<Uint8Array, Uint8Array>;

const NOWHERE = { tranco: null, majestic: null, commonCrawl: null };

afterEach(() => void vi.unstubAllGlobals());

const zip = (text: string) => zipped('top-1m.csv', text);

/** The three publishers, a store, a clock to move and a reader of what is stored. */
function rankWorld() {
  const blobs = feedBlobs();
  const time = { now: START };
  const files = new Map(RANK_FILES);
  const requests: string[] = [];
  const clock = { now: () => time.now };
  const ranks = openRanks({ blobs, clock, background: () => undefined });
  const deps = {
    blobs,
    clock,
    baseUrl: 'http://mirror.test',
    fetch: async (request: Request) => {
      const { pathname } = new URL(request.url);
      requests.push(pathname);
      const file = files.get(pathname);
      return file ? new Response(file) : new Response('no', { status: 404 });
    },
    onLoaded: () => ranks.recheck(),
  };
  const load = (list: RankList) => refreshAndSave(rankFeed(list, deps), deps);
  return { blobs, time, files, requests, ranks, load };
}

describe('lists of ranked domains', () => {
  it('are loaded one by one, and each counts as it lands', async () => {
    const { ranks, load } = rankWorld();
    expect(await ranks.isLoaded()).toBe(false);
    expect(await load('tranco')).toMatchObject({ rows: 3, lastError: null });
    expect(await ranks.isLoaded()).toBe(true);
    expect(await ranks.find('example.com')).toEqual({
      tranco: { position: 2, of: 3 },
      majestic: null,
      commonCrawl: null,
    });
    expect(await load('majestic')).toMatchObject({ rows: 2, lastError: null });
    expect(await load('common_crawl_graph')).toMatchObject({ rows: 3, asOf: RELEASE });
    expect(await ranks.find('example.com')).toEqual({
      tranco: { position: 2, of: 3 },
      majestic: { position: 2, of: 2, subnets: 2_400, addresses: 3_100 },
      commonCrawl: { harmonic: 2, pageRank: 7, of: 1_000 },
    });
    expect(await ranks.find('nobody.example')).toEqual(NOWHERE);
  });

  it('are not read again while the release is the same, nor written while the content is', async () => {
    const { load, requests, ranks, blobs, files } = rankWorld();
    for (const list of RANK_LISTS) await load(list);
    const version = await ranks.version();
    const writes = blobs.faults.writes;
    requests.length = 0;
    for (const list of RANK_LISTS) await load(list);
    expect(requests).toEqual(['/top-1m.csv.zip', '/majestic_million.csv', '/graphinfo.json']);
    expect(await ranks.version()).toBe(version);
    // The states alone.
    expect(blobs.faults.writes - writes).toBe(RANK_LISTS.length);
    files.set('/top-1m.csv.zip', (await zip('1,example.com\n2,b.org\n')) as BodyInit);
    await load('tranco');
    expect(await ranks.version()).not.toBe(version);
    expect((await ranks.find('example.com')).tranco).toEqual({ position: 1, of: 2 });
  });

  it('that is read weekly is not replaced at its next reading by a much shorter one', async () => {
    const { load, files, time } = rankWorld();
    await load('common_crawl_graph');
    files.set('/graphinfo.json', JSON.stringify([{ id: NEXT }]));
    const [head, first] = CRAWL.split('\n');
    const text = new Blob([`${head}\n${first}\n`]).stream();
    const file = await new Response(text.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
    files.set(NEXT_GRAPH_FILE, file);
    for (const days of [7.1, 6.9]) {
      time.now += days * 86_400_000;
      expect((await load('common_crawl_graph')).lastError).toMatch(/the last good one 3/);
    }
    time.now += 86_400_000;
    expect(await load('common_crawl_graph')).toMatchObject({ rows: 1, lastError: null });
  });

  it('are found by an isolate that held a table whose place was written anew', async () => {
    const { blobs, load, files, time } = rankWorld();
    const clock = { now: () => time.now };
    const idle = openRanks({ blobs, clock, background: () => undefined });
    await load('tranco');
    expect((await idle.find('example.com')).tranco).toEqual({ position: 2, of: 3 });
    for (const others of [100, 200]) {
      time.now += 86_400_000;
      const lines = Array.from({ length: others }, (_, at) => `${at + 2},d${at}.example`);
      files.set('/top-1m.csv.zip', (await zip(['1,example.com', ...lines].join('\n'))) as BodyInit);
      await load('tranco');
    }
    expect((await idle.find('example.com')).tranco).toEqual({ position: 1, of: 201 });
  });

  const broken: readonly (readonly [string, string, RankList, () => Promise<BodyInit>])[] = [
    ['is no archive', '/top-1m.csv.zip', 'tranco', async () => 'not an archive'],
    ['is cut', '/top-1m.csv.zip', 'tranco', async () => (await zip('a')).slice(0, 40) as BodyInit],
    ['ranks nobody', '/top-1m.csv.zip', 'tranco', async () => (await zip('\n')) as BodyInit],
    ['has other columns', '/majestic_million.csv', 'majestic', async () => 'a,b\n1,c\n'],
    ['has no end of line', '/majestic_million.csv', 'majestic', async () => 'x'.repeat(99_999)],
    ['is no gzip', NEXT_GRAPH_FILE, 'common_crawl_graph', async () => CRAWL],
    ['names no release', '/graphinfo.json', 'common_crawl_graph', async () => '[]'],
  ];

  it.each(broken)('that %s are reported; what was loaded stays', async (_, path, list, body) => {
    const { files, load, ranks } = rankWorld();
    await load(list);
    const version = await ranks.version();
    files.set('/graphinfo.json', JSON.stringify([{ id: NEXT }]));
    files.set(path, await body());
    expect((await load(list)).lastError).toMatch(/\w/);
    await ranks.recheck();
    expect(await ranks.version()).toBe(version);
    expect(await ranks.find('example.com')).not.toEqual(NOWHERE);
  });

  it('survive a store that fails at any step', async () => {
    for (let failing = 1; failing <= 4; failing++) {
      const { blobs, load, ranks, files } = rankWorld();
      await load('tranco');
      files.set('/top-1m.csv.zip', (await zip('1,a.org\n2,b.org\n3,c.org')) as BodyInit);
      blobs.faults.writes = 0;
      blobs.faults.fail = (write) => {
        if (write === failing) throw new Error('the store is out of order');
      };
      await load('tranco').catch(() => undefined);
      await ranks.recheck();
      const found = await Promise.all(['example.com', 'a.org'].map((name) => ranks.find(name)));
      // The old list or the new one, never a mixture.
      expect(found.filter(({ tranco }) => tranco !== null)).toHaveLength(1);
      blobs.faults.fail = () => undefined;
      await load('tranco');
      expect((await ranks.find('a.org')).tranco).toEqual({ position: 1, of: 3 });
    }
  });

  it('find every name of a large list, and no other', async () => {
    const rows = 20_000;
    const lines = Array.from({ length: rows }, (_, at) => `${at + 1},d${at}.example`);
    const { files, load, ranks } = rankWorld();
    files.set('/top-1m.csv.zip', (await zip(lines.join('\n'))) as BodyInit);
    expect(await load('tranco')).toMatchObject({ rows });
    for (let at = 0; at < rows; at += 997) {
      const { tranco } = await ranks.find(`d${at}.example`);
      expect(tranco).toEqual({ position: at + 1, of: rows });
      expect((await ranks.find(`e${at}.example`)).tranco).toBeNull();
    }
  });

  it('are expanded in small pieces, each of which a stream expands whole', async () => {
    const pieces: number[] = [];
    const Plain = DecompressionStream;
    class Counting extends TransformStream<Uint8Array, Uint8Array> {
      constructor(format: 'gzip' | 'deflate-raw') {
        const unpack = new Plain(format) as Pair;
        const counter: Transformer<Uint8Array, Uint8Array> = {
          transform(chunk, controller) {
            pieces.push(chunk.length);
            controller.enqueue(chunk);
          },
        };
        super(counter);
        const whole = super.readable.pipeThrough(unpack);
        Object.defineProperty(this, 'readable', { value: whole });
      }
    }
    vi.stubGlobal('DecompressionStream', Counting);
    const lines = Array.from({ length: 40_000 }, (_, at) => `${at + 1},${crypto.randomUUID()}.a`);
    const { files, load } = rankWorld();
    files.set('/top-1m.csv.zip', (await zip(lines.join('\n'))) as BodyInit);
    expect(await load('tranco')).toMatchObject({ rows: lines.length });
    expect(pieces.length).toBeGreaterThan(10);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(65_536);
  });

  it('are bounded in rows', () => {
    const writer = new RankWriter(1, 1);
    writer.add('a.example', [1]);
    expect(writer.isFull).toBe(true);
    expect(() => writer.add('b.example', [2])).toThrow(RangeError);
  });

  it('score a place by the logarithm of it', () => {
    expect(rankScore(1, 1_000_000)).toBe(100);
    expect(rankScore(1_000, 1_000_000)).toBe(50);
    expect(rankScore(1_000_000, 1_000_000)).toBe(0);
    expect(rankScore(9, 3)).toBe(0);
  });

  it('answer domain-authority where nobody measures', async () => {
    const { load, ranks } = rankWorld();
    for (const list of RANK_LISTS) await load(list);
    const world = { ...(await bareWorld()), ranks };
    const known = await answer(domainAuthority, { domain: 'www.example.com' }, world);
    expect(known).toMatchObject({
      price: 10,
      consulted: ['domain_ranks', 'company_website'],
      classification: {
        found: true,
        authority_score: rankScore(2, 1_000),
        popularity_rank: 2,
        search_rank: null,
        runs_paid_ads: null,
      },
    });
    const unknown = await answer(domainAuthority, { domain: 'nobody.example' }, world);
    expect(unknown).toMatchObject({ price: 0, classification: { found: false } });
  });
});
