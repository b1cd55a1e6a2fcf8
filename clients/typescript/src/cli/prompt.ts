import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Whether a person can be asked. */
export const isInteractive = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/** Asks a person on standard error; an end of input is no answer. @param hidden shows nothing */
export async function ask(
  question: string,
  { signal, hidden = false }: { signal: AbortSignal; hidden?: boolean },
): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: hidden,
  });
  // Asked once the terminal no longer shows what is typed; it then does not send signals either.
  lines.on('SIGINT', () => process.emit('SIGINT'));
  process.stderr.write(question);
  try {
    const ended = once(lines, 'close').then(() => '');
    return (await Promise.race([lines.question('', { signal }), ended])).trim();
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}

/** Everything on standard input. */
export async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const BAR_CELLS = 24;

/** How far a job is, on one line of the terminal; nothing where nobody looks. */
export class ProgressBar {
  readonly #isShown: boolean;

  constructor({ quiet }: { quiet: boolean }) {
    this.#isShown = Boolean(process.stderr.isTTY) && !quiet;
  }

  show(done: number, total: number, note: string): void {
    if (!this.#isShown) return;
    const cells = total === 0 ? BAR_CELLS : Math.floor((done / total) * BAR_CELLS);
    const bar = '#'.repeat(cells).padEnd(BAR_CELLS, '-');
    const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    process.stderr.write(`\r\x1b[K[${bar}] ${counts}${note && `, ${note}`}`);
  }

  end(): void {
    if (this.#isShown) process.stderr.write('\n');
  }
}
