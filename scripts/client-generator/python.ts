import {
  type Interface,
  methodComment,
  type NamedSchema,
  type Operation,
  pascalCase,
  refName,
  type Schema,
} from './interface.ts';

const NOTICE = `# Written by \`npm run clients\` from the OpenAPI document. Do not edit.
# ruff: noqa
from __future__ import annotations
`;

/** Keywords, which cannot be attribute names. */
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally
  for from global if import in is lambda nonlocal not or pass raise return try while with yield`.split(
    /\s+/,
  ),
);

const isName = (key: string): boolean => /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.has(key);

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const quoted = (text: string): string => JSON.stringify(text);

const docstring = (text: string, indent: string): string =>
  `${indent}"""${text.replace(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""\n`;

const PLAIN = new Map([
  ['integer', 'int'],
  ['number', 'float'],
  ['string', 'str'],
  ['boolean', 'bool'],
  ['null', 'None'],
]);

function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** Writes TypedDicts; a nested object is named by its path from the outermost. */
class TypeWriter {
  readonly #taken: Set<string>;
  readonly #declared: string[] = [];
  #open = false;

  constructor(names: readonly string[]) {
    this.#taken = new Set(names);
  }

  get text(): string {
    return this.#declared.join('\n\n');
  }

  #values(values: readonly unknown[]): string {
    const literals = `Literal[${values.map(literal).join(', ')}]`;
    return this.#open && values.some((value) => typeof value === 'string')
      ? `${literals} | str`
      : literals;
  }

  #plain(type: string, schema: Schema, name: string): string {
    if (type === 'array')
      return `list[${schema.items ? this.type(schema.items, `${name}Item`) : 'Any'}]`;
    if (type !== 'object') return PLAIN.get(type) ?? 'Any';
    const { properties, additionalProperties } = schema;
    // A TypedDict cannot have additional fields.
    const isOpen = !this.#open && typeof additionalProperties === 'object';
    if (properties && Object.keys(properties).length > 0 && !isOpen) {
      let free = name;
      for (let count = 2; this.#taken.has(free); count += 1) free = `${name}${count}`;
      this.#taken.add(free);
      this.#dict(free, schema);
      return free;
    }
    const values = typeof additionalProperties === 'object' ? additionalProperties : {};
    return `dict[str, ${this.type(values, `${name}Value`)}]`;
  }

  type(schema: Schema, name: string): string {
    if (schema.$ref) return refName(schema.$ref);
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return this.#values(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    const each = choices
      ? choices.map((one) => this.type(one, name))
      : [schema.type ?? []].flat().map((type) => this.#plain(type, schema, name));
    return each.length === 0 ? 'Any' : [...new Set(each)].join(' | ');
  }

  #dict(name: string, { properties = {}, required = [], description }: Schema): void {
    const fields = Object.entries(properties).map(([key, schema]) => {
      const type = this.type(schema, `${name}${pascalCase(key)}`);
      const written = required.includes(key) ? type : `NotRequired[${type}]`;
      return { key, written, description: schema.description };
    });
    if (fields.some(({ key }) => !isName(key))) {
      const entries = fields.map(({ key, written }) => `    ${quoted(key)}: ${quoted(written)},\n`);
      this.#declared.push(`${name} = TypedDict(${quoted(name)}, {\n${entries.join('')}})\n`);
      return;
    }
    const lines = fields.map(
      (field) =>
        `    ${field.key}: ${field.written}\n${field.description ? docstring(field.description, '    ') : ''}`,
    );
    const doc = description ? `${docstring(description, '    ')}\n` : '';
    this.#declared.push(`class ${name}(TypedDict):\n${doc}${lines.join('')}`);
  }

  declare({ name, schema, open }: NamedSchema): void {
    this.#open = open;
    if (schema.properties && Object.keys(schema.properties).length > 0) this.#dict(name, schema);
    else this.#declared.push(`${name}: TypeAlias = ${quoted(this.type(schema, `${name}Value`))}\n`);
  }
}

/** `types.py`: types of all requests and answers. */
export function pythonTypesFile({ types }: Interface): string {
  const writer = new TypeWriter(types.map(({ name }) => name));
  for (const type of types) writer.declare(type);
  return `"""What is sent to the service, and what it answers.

Lists of values are those known today; new values can appear at any time.
"""
${NOTICE}
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


${writer.text}`;
}

const constant = ({ id }: Operation): string => `_${snakeCase(id).toUpperCase()}`;

function describe(operation: Operation): string {
  const { method, path, pathParams, body, query, takesKey, entries, maxSeconds } = operation;
  const settings = [
    `${quoted(method)}, ${quoted(path)}`,
    ...(pathParams.length > 0 ? [`params=${pathParams.length}`] : []),
    ...(body ? ['body=True'] : []),
    ...(query ? ['query=True'] : []),
    ...(takesKey ? ['key=True'] : []),
    ...(entries ? [`entries=${quoted(entries)}`] : []),
    ...(maxSeconds ? [`seconds=${maxSeconds}`] : []),
  ];
  return `${constant(operation)} = Operation(${settings.join(', ')})\n`;
}

/** A method whose fields are keyword arguments. */
function method(operation: Operation, isAsync: boolean): string {
  const { id, pathParams, body, query, answer, entries } = operation;
  const fields = body ?? query;
  const both = body && query ? [`query: ${query} | None = None`] : [];
  const parameters = [
    ...['self', ...pathParams.map((name) => `${name}: str`), ...both],
    ...['options: CallOptions | None = None', '/'],
    ...(fields ? [`**fields: Unpack[${fields}]`] : []),
  ];
  const args = [
    constant(operation),
    `(${pathParams.map((name) => `${name}, `).join('')})`,
    body ? 'fields' : 'None',
    query ? (body ? 'query' : 'fields') : 'None',
    'options',
  ].join(', ');
  const prefix = isAsync && !entries ? 'async ' : '';
  const result = entries ? `${isAsync ? 'Async' : ''}Pages[${answer}]` : answer;
  const call = `self.${entries ? '_pages' : '_send'}(${args})`;
  return `    ${prefix}def ${snakeCase(id)}(${parameters.join(', ')}) -> ${result}:
${docstring(methodComment(operation), '        ')}        return ${prefix && 'await '}${call}
`;
}

const pythonClass = (
  name: string,
  base: string,
  operations: readonly Operation[],
  isAsync: boolean,
) =>
  `class ${name}(${base}):
    """A method for every operation of the API."""

${operations.map((operation) => method(operation, isAsync)).join('\n')}`;

/** `_operations.py`: one method per operation, for both clients. */
export function pythonOperationsFile({ operations }: Interface): string {
  const names = new Set(operations.flatMap(({ body, query, answer }) => [body, query, answer]));
  const types = [...names].filter((name) => name !== null).sort();
  const bulk = operations.filter(({ bulkType }) => bulkType !== null);
  return `${NOTICE}
from typing import TYPE_CHECKING

from ._transport import AsyncBase, Base, Operation

if TYPE_CHECKING:
    from typing import Unpack

    from ._transport import AsyncPages, CallOptions, Pages
    from .types import (
${types.map((name) => `        ${name},\n`).join('')}    )

${operations.map(describe).join('')}
BULK_TYPES = {
${bulk.map(({ id, bulkType }) => `    ${quoted(snakeCase(id))}: ${quoted(bulkType as string)},\n`).join('')}}


${pythonClass('Operations', 'Base', operations, false)}

${pythonClass('AsyncOperations', 'AsyncBase', operations, true)}`;
}
