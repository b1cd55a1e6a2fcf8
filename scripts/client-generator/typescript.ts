import {
  type Interface,
  methodComment,
  type NamedSchema,
  type Operation,
  refName,
  type Schema,
} from './interface.ts';

const NOTICE = '// Written by `npm run clients` from the OpenAPI document. Do not edit.\n';

const isName = (key: string): boolean => /^[A-Za-z_$][\w$]*$/.test(key);

const propertyName = (key: string): string => (isName(key) ? key : JSON.stringify(key));

function docComment(text: string | undefined, indent: string): string {
  if (!text) return '';
  return `${indent}/** ${text.replace(/\s+/g, ' ').replaceAll('*/', '* /')} */\n`;
}

/** Converts schemas to types. Enums of answers are open, because values may be added any time. */
class TypeWriter {
  readonly #open: boolean;

  constructor(open: boolean) {
    this.#open = open;
  }

  #values(values: readonly unknown[]): string {
    const literals = values.map((value) => JSON.stringify(value)).join(' | ');
    return this.#open && values.some((value) => typeof value === 'string')
      ? `Open<${literals}>`
      : literals;
  }

  #plain(type: string, schema: Schema, indent: string): string {
    switch (type) {
      case 'integer':
        return 'number';
      case 'array':
        return `Array<${schema.items ? this.type(schema.items, indent) : 'unknown'}>`;
      case 'object':
        return this.#object(schema, indent);
      default:
        return type;
    }
  }

  #object({ properties, required = [], additionalProperties }: Schema, indent: string): string {
    if (!properties) {
      const values = typeof additionalProperties === 'object' ? additionalProperties : {};
      return `Record<string, ${this.type(values, indent)}>`;
    }
    const fields = this.fields({ properties, required }, indent);
    return typeof additionalProperties === 'object'
      ? `${fields} & Record<string, unknown>`
      : fields;
  }

  fields({ properties = {}, required = [] }: Schema, indent: string): string {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(([key, schema]) => {
      const optional = required.includes(key) ? '' : '?';
      const type = this.type(schema, inner);
      const doc = docComment(schema.description, inner);
      return `${doc}${inner}${propertyName(key)}${optional}: ${type};\n`;
    });
    return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`;
  }

  type(schema: Schema, indent = ''): string {
    if (schema.$ref) return refName(schema.$ref);
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return this.#values(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return [...new Set(choices.map((one) => this.type(one, indent)))].join(' | ');
    if (schema.type === undefined) return 'unknown';
    return [schema.type]
      .flat()
      .map((type) => this.#plain(type, schema, indent))
      .join(' | ');
  }
}

function declare({ name, schema, open }: NamedSchema): string {
  const writer = new TypeWriter(open);
  const doc = docComment(schema.description, '');
  return schema.properties && Object.keys(schema.properties).length > 0
    ? `${doc}export interface ${name} ${writer.fields(schema, '')}\n`
    : `${doc}export type ${name} = ${writer.type(schema)};\n`;
}

function signature(operation: Operation): string {
  const { pathParams, body, bodyRequired, query, answer, entries } = operation;
  const parameters = [
    ...pathParams.map((name) => `${name}: string`),
    ...(body ? [`body${bodyRequired ? '' : '?'}: ${body}`] : []),
    ...(query ? [`query?: ${query}`] : []),
    'options?: CallOptions',
  ];
  const result = entries
    ? `Pages<${answer}[${JSON.stringify(entries)}][number], ${answer}>`
    : `Promise<${answer}>`;
  const doc = docComment(methodComment(operation), '  ');
  return `${doc}  ${operation.id}(${parameters.join(', ')}): ${result};\n`;
}

/** `types.ts`: types of all requests and answers. */
export const typesFile = ({ types }: Interface): string =>
  `${NOTICE}
/** A value known today. New values can appear at any time, so a \`switch\` needs a \`default\`. */
export type Open<T> = T | (string & {});

${types.map(declare).join('\n')}`;

/** A row of the client's table of operations. */
function tableRow(operation: Operation): string {
  const { id, method, path, pathParams, body, query, takesKey, entries, maxSeconds } = operation;
  const row = {
    method,
    path,
    ...(pathParams.length > 0 && { params: pathParams.length }),
    ...(body && { body: true }),
    ...(query && { query: true }),
    ...(takesKey && { key: true }),
    ...(entries && { entries }),
    ...(maxSeconds && { seconds: maxSeconds }),
  };
  const fields = Object.entries(row).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `  ${id}: { ${fields.join(', ')} },\n`;
}

/** `operations.ts`: one method per operation, and the client's table of operations. */
export function operationsFile({ operations }: Interface): string {
  const names = [...new Set(operations.flatMap(({ body, query, answer }) => [body, query, answer]))]
    .filter((name) => name !== null)
    .sort();
  const bulk = operations.filter(({ bulkType }) => bulkType !== null);
  return `${NOTICE}
import type { CallOptions, Operation } from '../client.js';
import type { Pages } from '../pages.js';
import type {
${names.map((name) => `  ${name},\n`).join('')}} from './types.js';

/** A method for every operation of the API. */
export interface Operations {
${operations.map(signature).join('')}}

/** How each method is sent. */
export const OPERATIONS: Readonly<Record<keyof Operations, Operation>> = {
${operations.map(tableRow).join('')}};

/** The bulk type of each product that accepts lists. */
export const BULK_TYPES = {
${bulk.map(({ id, bulkType }) => `  ${id}: ${JSON.stringify(bulkType)},\n`).join('')}} as const;
`;
}

/** A field of a body as a command line option. */
function field(name: string, schema: Schema, required: readonly string[], prefix = ''): object[] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([inner, part]) =>
      field(
        inner,
        part,
        required.includes(name) ? (schema.required ?? []) : [],
        `${prefix}${name}.`,
      ),
    );
  const kinds = [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => type ?? []);
  const kind = ['boolean', 'number'].find((one) => kinds.includes(one));
  return [
    {
      path: `${prefix}${name}`,
      ...(required.includes(name) && { required: true }),
      ...(kinds.includes('integer') ? { kind: 'number' } : kind && { kind }),
      ...(schema.description && { description: schema.description }),
    },
  ];
}

/** Whether a field is not an alias of an earlier one, in another case or with its description. */
function isNoAlias([name, { description }]: [string, Schema], at: number, all: [string, Schema][]) {
  const bare = (one: string) => one.replaceAll('_', '').toLowerCase();
  return !all
    .slice(0, at)
    .some(
      ([other, schema]) =>
        bare(other) === bare(name) || (description && schema.description === description),
    );
}

/** `products.ts`: the command line's description of each lookup. */
export function productsFile({ operations, types }: Interface): string {
  const schemas = new Map(types.map(({ name, schema }) => [name, schema]));
  const products = operations
    .filter(({ credits, body }) => credits !== null && body !== null)
    .map(({ id, path, summary, body, credits, bulkType }) => {
      const { properties = {}, required = [] } = schemas.get(body as string) as Schema;
      const fields = Object.entries(properties)
        .filter(isNoAlias)
        .flatMap(([name, schema]) => field(name, schema, required));
      return { name: path.slice('/v1/'.length), id, summary, credits, bulkType, fields };
    });
  return `${NOTICE}
import type { Product } from '../cli/product.js';

/** The lookups, in the order of the reference. */
export const PRODUCTS: readonly Product[] = [
${products.map((product) => `  ${JSON.stringify(product)},\n`).join('')}];
`;
}
