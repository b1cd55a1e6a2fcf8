import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const WRANGLER = 'node_modules/wrangler/bin/wrangler.js';

/** Keeps wrangler quiet, non-interactive and off the network. */
const QUIET = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CI: '1',
};

/** Lines kept to explain a failure. */
const MAX_OUTPUT_CHARS = 20_000;

const STOP_TIMEOUT_MS = 5_000;

/** Wrangler in a process group of its own: it starts workerd, and both must end together. */
export class Wrangler {
  readonly #child: ChildProcess;
  #output = '';
  /** Receives whole lines once it is set; before, they are only remembered. */
  onLine: ((line: string) => void) | null = null;

  constructor(args: readonly string[]) {
    this.#child = spawn(process.execPath, [WRANGLER, ...args], {
      env: { ...process.env, ...QUIET },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) this.#follow(stream);
  }

  /** Everything printed so far, its end at least. */
  get output(): string {
    return this.#output;
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** @returns the exit code; null when a signal ended it */
  async ended(): Promise<number | null> {
    if (this.running) await once(this.#child, 'exit');
    return this.#child.exitCode;
  }

  /** Ends the whole group: politely, then by force. */
  async stop(): Promise<void> {
    this.#signal('SIGTERM');
    const timer = setTimeout(() => this.#signal('SIGKILL'), STOP_TIMEOUT_MS);
    await this.ended();
    clearTimeout(timer);
    // Wrangler may be gone before its workerd is.
    this.#signal('SIGKILL');
  }

  #signal(signal: NodeJS.Signals): void {
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  #follow(stream: NodeJS.ReadableStream | null): void {
    let rest = '';
    stream?.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      this.#output = (this.#output + text).slice(-MAX_OUTPUT_CHARS);
      const lines = (rest + text).split('\n');
      rest = lines.pop() as string;
      for (const line of lines) this.onLine?.(line);
    });
  }
}
