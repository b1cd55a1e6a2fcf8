import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireFreePort } from '../../scripts/dev/serve.ts';

/** Compiling the data for the first time takes most of it. */
export const START_TIMEOUT_MS = 110_000;

const isTaken = (port: number) =>
  requireFreePort(port).then(
    () => false,
    () => true,
  );

/**
 * A port below those that the system gives to outgoing connections: one that it chose itself can
 * be in use again, by a connection of another test, before the service listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (!(await isTaken(port))) return port;
  }
}

/** A killed process that has not quite ended holds its port. */
export async function untilFree(port: number): Promise<void> {
  while (await isTaken(port)) await sleep(20);
}

/** Everything a process has started and still has, itself first. */
function family(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='])
    .toString()
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/ +/).map(Number) as [number, number]);
  const all = [pid];
  for (const parent of all)
    all.push(...rows.filter(([, ppid]) => ppid === parent).map(([child]) => child));
  return all;
}

/**
 * The service in a process group that can be ended whole: `npm run dev`, as the README says it,
 * where `PREPARED_STATE` is empty, else what is prepared there. A folder for its state that is not
 * there yet is a copy of the prepared one.
 */
export class DevService {
  readonly child: ChildProcess;
  output = '';

  constructor(vars: Record<string, string>) {
    const env = { ...process.env, ...vars };
    const { PREPARED_STATE, STATE_DIR = '' } = env;
    if (PREPARED_STATE && !existsSync(join(STATE_DIR, 'v3')))
      cpSync(join(PREPARED_STATE, 'state'), STATE_DIR, { recursive: true });
    const [command, ...args] = PREPARED_STATE
      ? ['node_modules/.bin/node', 'test/node/serve-built.ts']
      : ['npm', 'run', 'dev'];
    this.child = spawn(command as string, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
  }

  /** The demo keys it printed: the owner's, the teammate's, the test key. */
  get keys(): string[] {
    return [...new Set(this.output.match(/sk_(?:live|test)_[0-9A-Za-z]+/g))];
  }

  /** @throws Error with what it printed, when it ends or is not ready in time */
  async ready(): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!this.output.includes('curl ')) {
      if (this.child.exitCode !== null || Date.now() > deadline)
        throw new Error(`the service did not start:\n${this.output}`);
      await sleep(50);
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    process.kill(-(this.child.pid as number), 'SIGTERM');
    await once(this.child, 'exit');
  }

  /** As a machine that loses its power: nobody is asked, nothing is written any more. */
  async kill(): Promise<void> {
    const isOver = () => this.child.exitCode !== null || this.child.signalCode !== null;
    if (isOver()) return;
    for (const pid of family(this.child.pid as number)) process.kill(pid, 'SIGKILL');
    if (!isOver()) await once(this.child, 'exit');
  }
}

export interface ServiceReply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

/** One call over a real socket. A body makes it POST unless a method is named. */
export async function callService(
  port: number,
  path: string,
  {
    token,
    body,
    method = body === undefined ? 'GET' : 'POST',
  }: { token?: string | undefined; body?: unknown; method?: string } = {},
): Promise<ServiceReply> {
  const response = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
