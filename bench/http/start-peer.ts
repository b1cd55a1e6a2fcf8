import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../support/free-port.ts';

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

/**
 * Redis with its append-only file synced every second, its usual durable setting, and the Express service over it.
 * Needs `redis-server` on the path (Debian: redis-server).
 */
export async function startPeer(
  keys: readonly string[],
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
      'everysec',
    ],
    { stdio: 'ignore' },
  );
  await new Promise((resolve, reject) => {
    server.once('error', () => reject(new Error('redis-server is not installed')));
    setTimeout(resolve, 500);
  });
  const redis = new Redis(redisPort, '127.0.0.1');
  const identity = JSON.stringify({ organization: 'bench', user: 'owner' });
  for (const key of keys)
    await redis.set(`key:${createHash('sha256').update(key).digest('hex')}`, identity);
  await redis.set('balance:bench', 100_000_000);
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
