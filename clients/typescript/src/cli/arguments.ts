import { parseArgs } from 'node:util';
import { UsageError } from './errors.js';
import type { Field, Product } from './product.js';

export type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** Options of every command. */
export const COMMON: Options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  json: { type: 'boolean' },
  csv: { type: 'boolean' },
  table: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
  'no-input': { type: 'boolean' },
  'api-key-file': { type: 'string' },
  'base-url': { type: 'string' },
};

/** Options of `lookup bulk`. */
export const BULK: Options = {
  product: { type: 'string', short: 'p' },
  column: { type: 'string', short: 'c' },
  encoding: { type: 'string' },
  out: { type: 'string', short: 'o' },
  yes: { type: 'boolean', short: 'y' },
  force: { type: 'boolean', short: 'f' },
  'dry-run': { type: 'boolean', short: 'n' },
};

/** Options of `lookup listen`. */
export const LISTEN: Options = { 'forward-to': { type: 'string' } };

export interface Arguments {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

/** @throws UsageError */
export function parse(
  args: readonly string[],
  options: Options,
  { strict = true }: { strict?: boolean } = {},
): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict,
    });
    return { values: values as Arguments['values'], positionals };
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/\. To specify.*$/s, '.'));
  }
}

/** `company_domain` and `input.firstName` as options: `--company-domain`, `--first-name`. */
export const optionName = ({ path }: Field): string =>
  (path.split('.').at(-1) as string)
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replaceAll('_', '-');

/** The field that the value without an option is: the first that is required, else the first. */
export const mainField = ({ fields }: Product): Field =>
  (fields.find(({ required }) => required) ?? fields[0]) as Field;

/** Options for the fields of a product. */
export const fieldOptions = ({ fields }: Pick<Product, 'fields'>): Options =>
  Object.fromEntries(
    fields.map((field) => [
      optionName(field),
      { type: field.kind === 'boolean' ? 'boolean' : 'string' } as const,
    ]),
  );

/** Fields that a row of a list may have: it is never looked up afresh. */
export const rowFields = ({ fields }: Product): readonly Field[] =>
  fields.filter(({ path }) => path !== 'bypass_cache');

/** Options of `lookup bulk`: its own, and the fields of the lookup. */
export const bulkOptions = (product: Product | undefined): Options =>
  product ? { ...fieldOptions({ fields: rowFields(product) }), ...BULK } : BULK;

/** The lookup that arguments of `lookup bulk` name, whatever else is among them. */
export const namedProduct = (args: readonly string[]): Arguments['values'][string] =>
  parse(args, { ...BULK, ...COMMON }, { strict: false }).values.product;

function fieldValue(field: Field, given: string | boolean): unknown {
  if (field.kind !== 'number' || typeof given === 'boolean') return given;
  const number = Number(given);
  if (given.trim() === '' || Number.isNaN(number))
    throw new UsageError(`--${optionName(field)} is a number, not "${given}"`);
  return number;
}

/** The body of a lookup. @param input its main field; null where options alone make it */
export function bodyOf(
  product: Product,
  values: Arguments['values'],
  input: string | null,
): Record<string, unknown> {
  const main = mainField(product);
  const body: Record<string, unknown> = {};
  for (const field of product.fields) {
    const given = field === main && input !== null ? input : values[optionName(field)];
    if (given === undefined) continue;
    const way = field.path.split('.');
    const last = way.pop() as string;
    let part = body;
    for (const step of way) {
      part[step] ??= {};
      part = part[step] as Record<string, unknown>;
    }
    part[last] = fieldValue(field, given);
  }
  return body;
}
