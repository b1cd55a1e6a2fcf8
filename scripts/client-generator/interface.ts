import type { OpenApiDocument } from '../../src/http/docs/openapi-document.ts';

// Model of the OpenAPI document for the generators of both clients.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  description?: string;
  examples?: unknown[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface DocumentedOperation {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
  'x-credits'?: { up_to: number; per?: string };
  'x-bulk-type'?: string;
  'x-max-seconds'?: number;
}

/** A named type; `open` if values and fields may be added, as in answers. */
export interface NamedSchema {
  name: string;
  schema: Schema;
  open: boolean;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  pathParams: string[];
  /** Type name of the body; null if there is none. */
  body: string | null;
  bodyRequired: boolean;
  /** Type name of the query; null if there is none. */
  query: string | null;
  answer: string;
  /** Whether it accepts an Idempotency-Key. */
  takesKey: boolean;
  /** Field with the entries of a paginated answer; null for other answers. */
  entries: string | null;
  bulkType: string | null;
  maxSeconds: number | null;
  /** Price of a lookup; null for other operations. */
  credits: { up_to: number; per?: string } | null;
}

export interface Interface {
  types: NamedSchema[];
  operations: Operation[];
}

const JSON_TYPE = 'application/json';
const REF = '#/components/schemas/';

export const refName = (ref: string): string => ref.slice(REF.length);

export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Documentation of a method, as shown by editors. */
export function methodComment({ summary, credits, method, path }: Operation): string {
  const unit = credits?.up_to === 1 ? 'credit' : 'credits';
  const per = credits?.per ? ` a ${credits.per}` : '';
  const price = credits ? ` At most ${credits.up_to} ${unit}${per}.` : '';
  return `${summary}.${price} \`${method} ${path}\``;
}

const jsonSchemaOf = (part: Content | undefined): Schema | undefined =>
  part?.content?.[JSON_TYPE]?.schema;

function successOf({ responses }: DocumentedOperation): Schema | undefined {
  // Of several successes, the last is the main one: 201, where 200 is a replay.
  const status = Object.keys(responses).findLast((key) => key.startsWith('2'));
  return jsonSchemaOf(status === undefined ? undefined : responses[status]);
}

/** Components reachable from a schema. */
function reachable(root: Schema, components: Record<string, Schema>): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { $ref } = part as Schema;
    if (typeof $ref === 'string') {
      const name = refName($ref);
      if (found.has(name)) return;
      found.add(name);
      visit(components[name]);
    }
    Object.values(part).forEach(visit);
  };
  visit(root);
  return found;
}

class InterfaceReader {
  readonly types = new Map<string, NamedSchema>();
  readonly #components: Record<string, Schema>;
  readonly #parameters: Record<string, Parameter>;

  constructor({ components }: OpenApiDocument) {
    this.#components = components.schemas as Record<string, Schema>;
    this.#parameters = components.parameters as unknown as Record<string, Parameter>;
  }

  /** Registers a named type and all types it refers to. */
  #name(name: string, schema: Schema, open: boolean): string {
    const known = this.types.get(name);
    this.types.set(name, { name, schema, open: open || (known?.open ?? false) });
    for (const other of reachable(schema, this.#components)) {
      const component = this.#components[other] as Schema;
      const isOpen = open || (this.types.get(other)?.open ?? false);
      this.types.set(other, { name: other, schema: component, open: isOpen });
    }
    return name;
  }

  /** Type name of `schema`: its own if it is a component, else `fallback`. */
  #typeName(schema: Schema, fallback: string, open: boolean): string {
    if (!schema.$ref) return this.#name(fallback, schema, open);
    const name = refName(schema.$ref);
    return this.#name(name, this.#components[name] as Schema, open);
  }

  /** The result for callers: `data` if the answer has an envelope. */
  #answer(schema: Schema, operation: string): { name: string; schema: Schema } {
    const component = schema.$ref ? refName(schema.$ref) : `${pascalCase(operation)}Response`;
    const whole = schema.$ref ? (this.#components[component] as Schema) : schema;
    const data = whole.properties?.success ? whole.properties.data : undefined;
    if (!data) return { name: this.#name(component, whole, true), schema: whole };
    const name = component.replace(/Response$/, 'Answer');
    return { name: this.#typeName(data, name, true), schema: data };
  }

  /** Ignores a query beside a JSON body, which repeats its fields or is for other body types. */
  #query(id: string, parameters: readonly Parameter[], body: Schema | undefined): string | null {
    const asked = parameters.filter(({ in: place }) => place === 'query');
    if (body || asked.length === 0) return null;
    const properties = Object.fromEntries(
      asked.map(({ name, schema, description = '' }) => [name, { ...schema, description }]),
    );
    const required = asked.filter((parameter) => parameter.required).map(({ name }) => name);
    return this.#name(`${pascalCase(id)}Query`, { type: 'object', properties, required }, false);
  }

  /** @returns null for an operation that answers with a file */
  operation(method: string, path: string, documented: DocumentedOperation): Operation | null {
    const id = documented.operationId;
    const success = successOf(documented);
    if (!success) return null;
    const parameters = (documented.parameters ?? []).map((parameter) =>
      parameter.$ref
        ? (this.#parameters[parameter.$ref.split('/').at(-1) as string] as Parameter)
        : parameter,
    );
    const sent = jsonSchemaOf(documented.requestBody);
    const body = sent ? this.#typeName(sent, `${pascalCase(id)}Request`, false) : null;
    const bodySchema = body ? this.types.get(body)?.schema : undefined;
    const answer = this.#answer(success, id);
    const { pagination, ...fields } = answer.schema.properties ?? {};
    const lists = Object.keys(fields).filter((name) => fields[name]?.type === 'array');
    return {
      id,
      method: method.toUpperCase(),
      path,
      summary: documented.summary,
      pathParams: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
      body,
      bodyRequired: (bodySchema?.required ?? []).length > 0,
      query: this.#query(id, parameters, bodySchema),
      answer: answer.name,
      takesKey: parameters.some(({ name }) => name === 'Idempotency-Key'),
      entries: pagination && lists.length === 1 ? (lists[0] as string) : null,
      bulkType: documented['x-bulk-type'] ?? null,
      maxSeconds: documented['x-max-seconds'] ?? null,
      credits: documented['x-credits'] ?? null,
    };
  }

  /** Registers types of refusals, which no answer refers to. */
  error(name: string): void {
    this.#name(name, this.#components[name] as Schema, true);
  }
}

/** Types and operations of the API, in the order of the document. */
export function readInterface(document: OpenApiDocument): Interface {
  const reader = new InterfaceReader(document);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(
      ([method, operation]) =>
        reader.operation(method, path, operation as DocumentedOperation) ?? [],
    ),
  );
  for (const name of ['ErrorResponse', 'BulkInsufficientCredits']) reader.error(name);
  const types = [...reader.types.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { types, operations };
}
