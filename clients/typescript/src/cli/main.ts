#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { PRODUCTS } from '../generated/products.js';
import { type Arguments, COMMON, fieldOptions, LISTEN, parse } from './arguments.js';
import { listOptions, runBulk } from './bulk.js';
import { completion } from './completion.js';
import { EXIT, exitCodeOf, sentenceOf, UsageError } from './errors.js';
import { BULK_HELP, commandNames, LISTEN_HELP, LOGIN_HELP, mainHelp, productHelp } from './help.js';
import { runListen } from './listen.js';
import { runLookup } from './lookup.js';
import { formatOf, printOne, printRows } from './output.js';
import { ask, isInteractive, readInput } from './prompt.js';
import { clientOf, connect, removeSettings, writeSettings } from './settings.js';
import { shownJson } from './terminal.js';

const say = (text: string): void => void process.stdout.write(text);

/** @throws UsageError for an unknown command */
function helpOf(command: string): string {
  if (!commandNames().includes(command)) throw unknownCommand(command);
  if (command === 'bulk') return BULK_HELP;
  if (command === 'listen') return LISTEN_HELP;
  if (command === 'login') return LOGIN_HELP;
  const product = PRODUCTS.find(({ name }) => name === command);
  return product ? productHelp(product) : mainHelp();
}

async function login(args: Arguments, signal: AbortSignal): Promise<void> {
  const named = (args.values['base-url'] as string | undefined) || process.env.LOOKUP_BASE_URL;
  const isAsked = isInteractive() && !args.values['no-input'];
  const baseUrl = named || (isAsked ? await ask('URL of the service: ', { signal }) : '');
  if (!baseUrl) throw new UsageError('--base-url is missing: the URL of the service');
  const apiKey = isAsked
    ? await ask('API key: ', { signal, hidden: true })
    : (await readInput()).toString().trim();
  if (!apiKey) throw new UsageError('there is no API key');
  const { organization } = await clientOf({ apiKey, baseUrl }).getAccount();
  const file = await writeSettings({ apiKey, baseUrl });
  say(`The API key of ${organization.name} is saved in ${file}\n`);
}

async function balance(args: Arguments): Promise<void> {
  const { tokens, organization } = await (await connect(args)).getAccount();
  const { subscription, ...rest } = tokens;
  const counts = { organization: organization.name, plan: subscription.available, ...rest };
  printOne(counts, formatOf(args));
}

async function products(args: Arguments): Promise<void> {
  const listed = await (await connect(args)).listProducts();
  const rows = listed.products.map((product) => ({
    name: product.path.split('/').at(-1),
    credits: product.price,
    per: product.price_per,
    lists: product.bulk_type !== null,
    available: product.available,
    summary: product.summary,
  }));
  printRows(rows, formatOf(args));
}

/** Changes that make one word of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [y, letter] of [...a].entries()) {
    const next = [y + 1];
    for (const [x, other] of [...b].entries())
      next.push(
        Math.min(
          (next[x] as number) + 1,
          (row[x + 1] as number) + 1,
          (row[x] as number) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] as number;
}

function unknownCommand(name: string): UsageError {
  const near = commandNames()
    .map((known) => ({ known, far: distance(name.replaceAll('_', '-'), known) }))
    .sort((a, b) => a.far - b.far)[0];
  const hint = near && near.far <= 3 ? `; did you mean ${near.known}?` : '';
  return new UsageError(`there is no command ${shownJson(name)}${hint}`);
}

/** @throws UsageError for words after a command that takes none */
function requireNoWords({ positionals }: Arguments): void {
  if (positionals.length === 0) return;
  throw new UsageError(`there is nothing to do with ${positionals.map(shownJson).join(' ')}`);
}

/** Commands that take options alone. */
const PLAIN = ['login', 'logout', 'balance', 'products'];

/** @returns the exit code */
async function run(sent: readonly string[], signal: AbortSignal): Promise<number> {
  const [command = '', ...rest] = sent;
  const options = sent.slice(0, sent.includes('--') ? sent.indexOf('--') : sent.length);
  if (options.includes('--version')) {
    const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    say(`${JSON.parse(manifest).version}\n`);
    return 0;
  }
  if (command === '' || command === 'help' || ['-h', '--help'].includes(command)) {
    say(rest[0] === undefined ? mainHelp() : helpOf(rest[0]));
    return 0;
  }
  if (options.includes('--help') || options.includes('-h')) {
    say(helpOf(command));
    return 0;
  }
  const product = PRODUCTS.find(({ name }) => name === command);
  if (product) {
    const args = parse(rest, { ...fieldOptions(product), ...COMMON });
    return runLookup(await connect(args), product, args, signal);
  }
  const own = command === 'bulk' ? listOptions(rest) : { listen: LISTEN }[command];
  const args = parse(rest, { ...own, ...COMMON });
  if (PLAIN.includes(command)) requireNoWords(args);
  switch (command) {
    case 'bulk':
      await runBulk(await connect(args), args, signal);
      break;
    case 'listen':
      await runListen(await connect(args), args, signal);
      break;
    case 'login':
      await login(args, signal);
      break;
    case 'logout':
      await removeSettings();
      break;
    case 'balance':
      await balance(args);
      break;
    case 'products':
      await products(args);
      break;
    case 'completion':
      say(completion(args.positionals));
      break;
    default:
      throw unknownCommand(command);
  }
  return 0;
}

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
// A reader that has seen enough, as `head`, is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : EXIT.failed);
});
// Progress that nobody reads ends nothing.
process.stderr.on('error', () => undefined);
const sent = process.argv.slice(2);
try {
  process.exitCode = await run(sent, interruption.signal);
} catch (error) {
  process.exitCode = interruption.signal.aborted ? EXIT.interrupted : exitCodeOf(error);
  const stopped =
    sent[0] === 'bulk'
      ? 'Stopped. A job that was started continues; run the same command again to fetch its answers.'
      : 'Stopped.';
  const command = commandNames().includes(sent[0] ?? '') ? ` ${sent[0]}` : '';
  const usage = error instanceof UsageError ? `\nlookup${command} --help explains it.` : '';
  const said = interruption.signal.aborted ? stopped : `${sentenceOf(error)}${usage}`;
  process.stderr.write(`lookup: ${said}\n`);
}
