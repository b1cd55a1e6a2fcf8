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
  ['bulk', 'look up a list: a CSV file in, the same file with answers out'],
  ['listen', 'post what webhooks are told on to this machine'],
  ['products', 'what can be looked up, with prices'],
  ['balance', 'credits that are left'],
  ['login', 'keep an API key on this machine'],
  ['logout', 'forget it'],
  ['completion', 'print the completion of bash, zsh or fish'],
  ['help', 'explain a command'],
]);

const SHARED = `  --json, --csv, --table   how to print; a table in a terminal, else JSON
  --api-key-file FILE      read the key from a file
  --base-url URL           where the service is
  -q, --quiet              no progress, no remarks
  --no-input               never ask
  -h, --help, --version

Key and address: the options above, LOOKUP_API_KEY and LOOKUP_BASE_URL, then lookup login.
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

Looks up a column of a CSV file (- for standard input) and writes the file again, each line with
its answer behind it. It says what that may cost and asks before it begins. Stopped in the middle,
the same command goes on with the same job and buys nothing twice.

  -p, --product NAME   the lookup
  -c, --column NAME    the column with its input, by name or by number from 1
  --FIELD VALUE        another field of the lookup, as lookup NAME --help lists them: a value for
                       every row, or @ and a column: --country DE, --city @Town
  -o, --out FILE       for the answers; .ndjson and .jsonl get lines of JSON
  -n, --dry-run        say what it may cost, and end
  -y, --yes            do not ask
  -f, --force          overwrite FILE
${SHARED}`;

export const LISTEN_HELP = `lookup listen --forward-to URL

Posts every event from now on to a receiver of yours, signed as a webhook endpoint's delivery is,
and prints each with the receiver's answer. What finds no receiver waits for one; nothing else is
tried again. It says the secret that it signs with: LOOKUP_WEBHOOK_SECRET (whsec_ and base64), else
a new one each time.

  --forward-to URL     the receiver, such as http://localhost:3000/hook
${SHARED}`;

export const LOGIN_HELP = `lookup login [--base-url URL]

Asks for an API key, or reads it from standard input, tries it, and keeps it with the address of
the service in ~/.config/lookup/config.json ($XDG_CONFIG_HOME), for you alone to read.
`;

export function productHelp(product: Product): string {
  const { name, summary, credits, fields } = product;
  const main = mainField(product);
  const unit = credits.up_to === 1 ? 'credit' : 'credits';
  const per = credits.per ? ` a ${credits.per}` : '';
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
