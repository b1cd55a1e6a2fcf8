import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from './settings.ts';
import { Wrangler } from './wrangler.ts';

const HOST = '127.0.0.1';
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** @throws Error when something listens on the port already */
export async function requireFreePort(port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `port ${port} is taken; set PORT to another one, and STATE_DIR, which one service at a time may use`,
            )
          : error,
      );
    });
    server.listen(port, HOST, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

/** Starts the service. Nothing of it is known to answer before {@link untilHealthy}. */
export function serve({ port, stateDir, vars }: Settings): Wrangler {
  const bindings = Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  const where = ['--ip', HOST, '--port', String(port), '--persist-to', stateDir];
  return new Wrangler([
    'dev',
    '--local',
    '--show-interactive-dev-session=false',
    ...where,
    ...bindings,
  ]);
}

/** @throws Error with what wrangler printed, when it ends or never answers */
export async function untilHealthy(wrangler: Wrangler, baseUrl: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (wrangler.running && Date.now() < deadline) {
    const healthy = await fetch(`${baseUrl}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy && wrangler.running) return;
    await sleep(POLL_MS);
  }
  throw new Error(`the service did not start:\n${wrangler.output}`);
}
