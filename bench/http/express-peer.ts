// The alternative a user could build: an equal product on Express 5, ioredis and Redis, with an
// equivalent rate limit and a Lua credit script. bench/http.ts starts it in a process of its own.
import { createHash, randomUUID } from 'node:crypto';
import express from 'express';
import { Redis } from 'ioredis';
import { presentSections } from '../../src/lookup/pipeline/answer.ts';
import { createBreakers } from '../../src/lookup/pipeline/circuit-breakers.ts';
import { resolveSources } from '../../src/lookup/pipeline/source-resolution.ts';
import type { RecordAnswer, Records, World } from '../../src/lookup/world.ts';
import { phone } from '../../src/products/phone/phone/product.ts';
import { openPhoneTables } from '../support/phone-tables.ts';

const [redisPort, port] = process.argv.slice(2).map(Number) as [number, number];
const CACHE_SECONDS = 7 * 24 * 3600;

const redis = new Redis(redisPort, '127.0.0.1', { enableAutoPipelining: true });

// Reads the identity and counts a fixed window in one round trip.
redis.defineCommand('admit', {
  numberOfKeys: 2,
  lua: `
    local identity = redis.call('GET', KEYS[1])
    if not identity then return {false, 0} end
    local calls = redis.call('INCR', KEYS[2])
    if calls == 1 then redis.call('PEXPIRE', KEYS[2], 10000) end
    return {identity, calls}`,
});
// Writes receipt, balance, posting and new receipt atomically; a free repeat writes nothing.
redis.defineCommand('charge', {
  numberOfKeys: 3,
  lua: `
    local price = tonumber(ARGV[1])
    if redis.call('EXISTS', KEYS[2]) == 1 then price = 0 end
    local balance = tonumber(redis.call('GET', KEYS[1]) or '0')
    if balance < price then return {-1, balance} end
    if price > 0 then
      redis.call('DECRBY', KEYS[1], price)
      redis.call('SET', KEYS[2], price, 'EX', ARGV[2])
      redis.call('XADD', KEYS[3], '*', 'id', ARGV[3], 'price', price)
    end
    return {price, balance - price}`,
});
type Scripts = {
  admit(identity: string, window: string): Promise<[string | null, number]>;
  charge(
    balance: string,
    receipt: string,
    postings: string,
    price: number,
    seconds: number,
    id: string,
  ): Promise<[number, number]>;
};
const scripts = redis as unknown as Scripts;

/** The operator's files in Redis; one read returns all records of a number. */
function createRecords(imported: readonly string[]): Records {
  return {
    has: (...datasets) => datasets.some((dataset) => imported.includes(dataset)),
    covers: () => false,
    version: () => 'samples',
    async find(datasets, key) {
      const rows = await redis.mget(datasets.map((dataset) => `record:${dataset}:${key}`));
      const answers = rows.map((row): RecordAnswer => (row ? JSON.parse(row) : 'unknown'));
      return Object.fromEntries(datasets.map((dataset, at) => [dataset, answers[at]!]));
    },
    findFirst: async () => null,
    reportsNear: async () => null,
    page: async () => [],
  };
}

const world = {
  clock: Date,
  // No upstream is configured on either side.
  outbound: { settings: { vars: new Map() } },
  ...openPhoneTables(),
  records: createRecords(await redis.smembers('datasets')),
} as unknown as World;
const metrics = { count: () => undefined };
const asking = { world, metrics, breakers: createBreakers() };
/** No source in this process asks the network. */
const permitted = Promise.resolve();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const refused = (status: number) => ({ status, headers: {}, body: { success: false } });

const app = express();
app.use(express.json({ limit: '1mb' }));

/** Makes one lookup and returns status, headers and body of its answer. */
async function lookUp(key: string, body: unknown) {
  const startedAt = Date.now();
  const window = Math.floor(startedAt / 10_000);
  const [identity, calls] = await scripts.admit(`key:${sha256(key)}`, `rate:${key}:${window}`);
  if (!identity) return refused(401);
  if (calls > 200) return refused(429);
  const { organization, user } = JSON.parse(identity) as { organization: string; user: string };
  const input = phone.input.safeParse(body);
  if (!input.success) return refused(400);

  const id = randomUUID();
  const hash = sha256(phone.subject(input.data as never));
  const cacheKey = `fact:${organization}:${hash}`;
  const stored = await redis.get(cacheKey);
  const found = stored
    ? JSON.parse(stored)
    : {
        ...(await resolveSources(
          phone,
          input.data,
          { ...asking, organizationId: organization },
          permitted,
        ).answer),
        foundAt: startedAt,
      };
  const context = { id, foundAt: new Date(found.foundAt).toISOString() };
  const conclusion = phone.derive(found.fact, input.data, context);
  const sections = presentSections(phone, conclusion, input.data, context);
  const price = phone.price.charge(conclusion, input.data);
  const [used, left] = await scripts.charge(
    `balance:${organization}`,
    `receipt:${organization}:${user}:${hash}`,
    `postings:${organization}`,
    price,
    CACHE_SECONDS,
    id,
  );
  if (used < 0) return refused(402);
  if (!stored) void redis.set(cacheKey, JSON.stringify(found), 'EX', CACHE_SECONDS);
  const headers = {
    'X-Request-Id': id,
    'X-RateLimit-Limit': '200',
    'X-RateLimit-Remaining': String(200 - calls),
    'X-RateLimit-Reset': String((window + 1) * 10),
  };
  const data = {
    request: {
      id,
      type: 'phone',
      input: phone.subject(input.data as never),
      timestamp: new Date(startedAt).toISOString(),
      processing_time_ms: Date.now() - startedAt,
    },
    metadata: {
      api_version: '1.0',
      schema_version: '1.0',
      credits_used: used,
      credits_remaining: left,
      cache_hit: Boolean(stored),
      data_sources: found.consulted,
    },
    ...sections,
  };
  return { status: 200, headers, body: { success: true, data } };
}

const keyOf = (request: express.Request): string =>
  /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1] ?? '';

app.post('/v1/phone', async (request, response) => {
  const { status, headers, body } = await lookUp(keyOf(request), request.body);
  response.status(status).set(headers).json(body);
});

// ioredis sends the commands of all lookups in pipelines (auto-pipelining).
app.post('/v1/batch', async (request, response) => {
  const { requests } = request.body as { requests: object[] };
  const answers = await Promise.all(requests.map((body) => lookUp(keyOf(request), body)));
  const results = answers.map(({ status, body }) => ({ status, ...body }));
  response.json({ success: true, data: { results } });
});
app.listen(port, '127.0.0.1', () => process.stdout.write('ready\n'));
