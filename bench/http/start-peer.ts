import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { CsvParser } from '../../src/lib/csv.ts';
import { freePort } from '../support/free-port.ts';

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

const SAMPLES = 'scripts/samples';

/** `always` is the durability this service promises; `everysec` is how Redis usually runs. */
export type Sync = 'always' | 'everysec';

/** Imports the service's sample record files, one key per record, and a set of the datasets. */
async function importSamples(redis: Redis): Promise<void> {
  for (const file of readdirSync(SAMPLES)) {
    const dataset = file.replace('.csv', '');
    await redis.sadd('datasets', dataset);
    const parser = new CsvParser();
    const [head, ...rows] = parser.push(readFileSync(`${SAMPLES}/${file}`, 'utf8'));
    for (const { cells } of rows) {
      const data = Object.fromEntries(
        head!.cells.map((column, at) => [column, cells[at] || undefined]),
      );
      const hit = { data, asOf: '2026-11-01' };
      await redis.set(`record:${dataset}:${cells[0]}`, JSON.stringify(hit));
    }
  }
}

/** Message printed when the peer cannot be started. */
export const REDIS_MISSING = 'redis-server is not installed (Debian: apt-get install redis-server)';

export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

/**
 * Starts Redis with its append-only file, and the Express service over it. Needs `redis-server` on
 * the path (Debian: redis-server).
 * @param sync when the append-only file is synced: before each answer, or every second
 */
export async function startPeer(
  keys: readonly string[],
  sync: Sync,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'lookup-redis-'));
  const [redisPort, port] = [await freePort(), await freePort()];
  const server = spawn(
    'redis-server',
    [
      '--port',
      String(redisPort),
      '--bind',
      '127.0.0.1',
      '--dir',
      dir,
      '--appendonly',
      'yes',
      '--appendfsync',
      sync,
    ],
    { stdio: 'ignore' },
  );
  await new Promise((resolve, reject) => {
    server.once('error', () => reject(new Error(REDIS_MISSING)));
    setTimeout(resolve, 500);
  });
  const redis = new Redis(redisPort, '127.0.0.1');
  const identity = JSON.stringify({ organization: 'bench', user: 'owner' });
  for (const key of keys)
    await redis.set(`key:${createHash('sha256').update(key).digest('hex')}`, identity);
  await redis.set('balance:bench', 100_000_000);
  await importSamples(redis);
  await redis.quit();

  const app = spawn(
    process.execPath,
    ['bench/http/express-peer.ts', String(redisPort), String(port)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  await new Promise<void>((resolve, reject) => {
    app.stdout!.once('data', () => resolve());
    app.once('exit', (code) => reject(new Error(`the Express peer ended with ${code}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = Promise.all([ended(app), ended(server)]);
      app.kill();
      server.kill();
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
