import { PRODUCTS } from '../generated/products.js';
import {
  bulkOptions,
  COMMON,
  fieldOptions,
  LISTEN,
  mainField,
  namedProduct,
  optionName,
} from './arguments.js';
import type { Product } from './product.js';

/** The commands that are no product. */
export const COMMANDS = new Map([
  ['bulk', 'look up a column of a CSV file and write the file with answers'],
  ['listen', 'forward webhook events to this machine'],
  ['products', 'list the lookups with their prices'],
  ['balance', 'show the credits that are left'],
  ['login', 'save an API key on this machine'],
  ['logout', 'remove the saved API key'],
  ['completion', 'print a completion script for bash, zsh or fish'],
  ['help', 'explain a command'],
]);

const SHARED = `  --json, --csv, --table   output format; a table in a terminal, otherwise JSON
  --api-key-file FILE      read the key from a file
  --base-url URL           URL of the service
  -q, --quiet              no progress or notices
  --no-input               never ask
  -h, --help, --version

API key and URL: the options above, then LOOKUP_API_KEY and LOOKUP_BASE_URL, then lookup login.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 no valid key, 4 too few credits,
5 try again later, 130 interrupted.
`;

const line = (name: string, text: string, width: number): string =>
  `  ${name.padEnd(width)}  ${text}\n`;

export const mainHelp = (): string => `lookup: who and what is behind an identifier.

  lookup phone +16502530000
  lookup ip - < addresses.txt
  lookup bulk list.csv --product phone --column Phone --out answers.csv

Commands
${[...COMMANDS].map(([name, text]) => line(name, text, 12)).join('')}
Lookups (lookup <name> --help)
${PRODUCTS.map(({ name, summary }) => line(name, summary, 26)).join('')}
Options
${SHARED}`;

export const BULK_HELP = `lookup bulk FILE --product NAME --column NAME --out FILE

Looks up a column of a CSV file (- for standard input) and writes the file again, with the answer
appended to each line. Shows what this may cost and asks before it begins. If it is stopped,
running the same command again continues the same job and charges nothing twice.

  -p, --product NAME   the lookup to run
  -c, --column NAME    the input column, by name or by number from 1
  --FIELD VALUE        another field of the lookup, as lookup NAME --help lists them: a value for
                       every row, or @ and a column: --country DE, --city @Town
  --encoding NAME      encoding of FILE if it is not UTF-8 or UTF-16: windows-1252, shift_jis
  -o, --out FILE       file for the answers; .ndjson and .jsonl get one JSON object per line
  -n, --dry-run        show what it may cost, and exit
  -y, --yes            do not ask
  -f, --force          overwrite FILE
${SHARED}`;

export const LISTEN_HELP = `lookup listen --forward-to URL

Forwards every event from now on to your receiver, signed like a delivery to a webhook endpoint,
and prints each event with the receiver's answer. If no receiver is running, events wait for one;
nothing else is retried. Prints the secret it signs with: LOOKUP_WEBHOOK_SECRET (whsec_ and
base64), or a new one each time.

  --forward-to URL     URL of the receiver, such as http://localhost:3000/hook
${SHARED}`;

export const LOGIN_HELP = `lookup login [--base-url URL]

Asks for an API key or reads it from standard input, checks it, and saves it with the URL of the
service in ~/.config/lookup/config.json ($XDG_CONFIG_HOME), readable only by you.
`;

export function productHelp(product: Product): string {
  const { name, summary, credits, fields } = product;
  const main = mainField(product);
  const unit = credits.up_to === 1 ? 'credit' : 'credits';
  const per = credits.per ? ` per ${credits.per}` : '';
  const options = fields.map((field) => {
    const value = field.kind === 'boolean' ? '' : ` ${(field.kind ?? 'text').toUpperCase()}`;
    const need = field.required ? ' Required.' : '';
    return line(`--${optionName(field)}${value}`, `${field.description ?? ''}${need}`, 28);
  });
  return `${summary}. At most ${credits.up_to} ${unit}${per}.

  lookup ${name} <${main.path}>
  lookup ${name} - < lines.txt

Fields (the first argument is --${optionName(main)})
${options.join('')}
Options
${SHARED}`;
}

const flags = (options: object): string[] => Object.keys(options).map((name) => `--${name}`);

/** Words that may follow a command and what was written after it. */
export function wordsAfter([command = '', ...rest]: readonly string[]): string[] {
  const product = PRODUCTS.find(({ name }) => name === command);
  if (product) return [...flags(fieldOptions(product)), ...flags(COMMON)];
  if (command === 'bulk') {
    const named = namedProduct(rest);
    const options = bulkOptions(PRODUCTS.find(({ name }) => name === named));
    return [...flags(options), ...flags(COMMON)];
  }
  if (command === 'listen') return [...flags(LISTEN), ...flags(COMMON)];
  if (command === 'completion') return ['bash', 'zsh', 'fish'];
  if (command === 'help') return commandNames();
  if (command === '--product')
    return PRODUCTS.flatMap(({ name, bulkType }) => (bulkType === null ? [] : name));
  return flags(COMMON);
}

export const commandNames = (): string[] => [
  ...COMMANDS.keys(),
  ...PRODUCTS.map(({ name }) => name),
];
