// The operator's command line over /admin: one verb per endpoint, JSON alone on standard output.
import { parseArgs } from 'node:util';
import { pass } from './operator/exchange.ts';
import { helpOf, overview } from './operator/help.ts';
import { send, Unfinished } from './operator/send.ts';
import { fieldsOf, WrongUsage } from './operator/verb.ts';
import { VERBS } from './operator/verbs.ts';

/** Where `npm run dev` serves with the same PORT. */
const localAddress = (): string => `http://localhost:${process.env.PORT || 8787}`;

/** `--amount -500` is a figure and no option, whatever the parser would make of it. */
function withFigures(argv: readonly string[]): string[] {
  const read: string[] = [];
  for (const arg of argv) {
    if (/^-\d+$/.test(arg) && read.at(-1)?.startsWith('--')) read.push(`${read.pop()}=${arg}`);
    else read.push(arg);
  }
  return read;
}

const CONNECTION_OPTIONS = ['base-url', 'token'];

async function parse(name: string, argv: string[]) {
  const verb = VERBS[name];
  if (!verb) throw new WrongUsage(`there is no verb ${name}`);
  const names = [...Object.keys(verb.options), ...CONNECTION_OPTIONS];
  const options = Object.fromEntries(names.map((option) => [option, { type: 'string' as const }]));
  const { values, positionals } = parseArgs({
    args: withFigures(argv),
    options,
    allowPositionals: true,
  });
  if (positionals.length !== verb.args.length) {
    const own = Object.keys(verb.options).map((option) => `--${option}`);
    const options = own.length > 0 ? `, and the options ${own.join(', ')}` : '';
    const args = verb.args.map((arg) => `<${arg}>`).join(' ') || 'no arguments';
    throw new WrongUsage(`${name} takes ${args}${options}`);
  }
  const missing = Object.keys(verb.options).filter(
    (option) => verb.options[option]?.required && values[option] === undefined,
  );
  if (missing.length > 0)
    throw new WrongUsage(`${name} needs ${missing.map((option) => `--${option}`).join(', ')}`);
  const { 'base-url': baseUrl, token, ...own } = values as Record<string, string | undefined>;
  return { verb, request: await verb.request(positionals, fieldsOf(verb, own)), baseUrl, token };
}

async function run(argv: string[]): Promise<void> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help') return console.log(overview());
  if (rest.includes('--help')) return console.log(helpOf(name));
  const { verb, request, baseUrl, token } = await parse(name, rest);
  if ('text' in request) return console.log(request.text);
  const connection = {
    baseUrl: baseUrl ?? (process.env.LOOKUP_URL || localAddress()),
    token: token ?? process.env.ADMIN_TOKEN ?? 'admin_local',
  };
  if (request.streams) return pass(request, connection);
  const print = (data: unknown) => console.log(JSON.stringify(verb.pick?.(data) ?? data, null, 2));
  const data = await send(request, connection).catch((error: unknown) => {
    if (error instanceof Unfinished) print(error.found);
    throw error;
  });
  if (verb.fails?.(data)) process.exitCode = 1;
  if (verb.draw) console.error(verb.draw(data));
  print(data);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  const wrongUsage = error instanceof WrongUsage || code?.startsWith('ERR_PARSE_ARGS');
  console.error(`error: ${message}${wrongUsage ? '\nTry npm run -s operator -- --help' : ''}`);
  process.exitCode = wrongUsage ? 2 : 1;
}
