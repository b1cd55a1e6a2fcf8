import { type Block, codeBlock, formatJson, heading, type TryForm } from './blocks.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { listFields, type SchemaField } from './schema-fields.ts';
import { callSnippets } from './snippets.ts';

interface MediaType {
  schema: unknown;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface ResponseObject {
  $ref?: string;
  description: string;
  content?: Record<string, MediaType>;
}

interface ParameterObject {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  description: string;
  required?: boolean;
  example?: string;
  schema: Record<string, unknown>;
}

interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  security?: unknown[];
  parameters?: ParameterObject[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
}

/** Meaning of one status of an operation, with example bodies. */
interface Answer {
  status: string;
  description: string;
  fields: readonly SchemaField[];
  /** One body per code of a refusal; one without a code for an answer. */
  examples: readonly { code: string | null; value: unknown }[];
}

/** An operation of the OpenAPI document, with references resolved. */
export interface Operation {
  method: string;
  path: string;
  id: string;
  summary: string;
  description: string;
  needsKey: boolean;
  parameters: readonly ParameterObject[];
  parameterFields: readonly SchemaField[];
  /** Null if it takes no body. */
  body: { fields: readonly SchemaField[]; example: unknown } | null;
  /** Whether a success is JSON. */
  answersJson: boolean;
  answers: readonly Answer[];
}

const exampleOf = ({ example, examples }: MediaType): unknown =>
  example ?? Object.values(examples ?? {})[0]?.value;

/** Resolves a `$ref`; any other value is returned unchanged. */
function resolve<Value extends { $ref?: string }>(value: Value, document: OpenApiDocument): Value {
  if (value.$ref === undefined) return value;
  const [, , kind, name] = value.$ref.split('/');
  const { components } = document;
  return components[kind as keyof typeof components][name as string] as Value;
}

const parameterField = (parameter: ParameterObject): SchemaField => {
  const [field] = listFields({
    properties: { [parameter.name]: parameter.schema },
    ...(parameter.required && { required: [parameter.name] }),
  });
  return { ...(field as SchemaField), description: parameter.description };
};

function describeAnswer(status: string, ref: ResponseObject, document: OpenApiDocument): Answer {
  const { description, content = {} } = resolve(ref, document);
  const media = content['application/json'];
  const codes = Object.entries(media?.examples ?? {});
  const isRefusal = Number(status) >= 400;
  return {
    status,
    description,
    fields: isRefusal || !media ? [] : listFields(media.schema, document.components.schemas),
    examples: isRefusal
      ? codes.map(([code, { value }]) => ({ code, value }))
      : media && exampleOf(media) !== undefined
        ? [{ code: null, value: exampleOf(media) }]
        : [],
  };
}

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, item]): Operation => {
      const operation = item as OperationObject;
      const parameters = (operation.parameters ?? []).map((each) => resolve(each, document));
      const media = operation.requestBody?.content['application/json'];
      return {
        method: method.toUpperCase(),
        path,
        id: operation.operationId,
        summary: operation.summary,
        description: operation.description,
        needsKey: operation.security === undefined,
        parameters,
        parameterFields: parameters.map(parameterField),
        body: media
          ? {
              fields: listFields(media.schema, document.components.schemas),
              example: exampleOf(media),
            }
          : null,
        answersJson: Object.entries(operation.responses).some(
          ([status, response]) =>
            status.startsWith('2') &&
            'application/json' in (resolve(response, document).content ?? {}),
        ),
        answers: Object.entries(operation.responses).map(([status, response]) =>
          describeAnswer(status, response, document),
        ),
      };
    }),
  );
}

/** Statuses of refusals, with meanings and codes. */
export const refusalTable = ({ summary, answers }: Operation): Block => ({
  kind: 'table',
  caption: `Refusals: ${summary}`,
  head: ['HTTP', 'When', 'Codes'],
  stacked: true,
  rows: answers
    .filter(({ status }) => Number(status) >= 400)
    .map(({ status, description, examples }) => [
      status,
      description,
      examples
        .flatMap(({ code }) => (code === null ? [] : `[${code}](/docs/errors/${code})`))
        .join(', '),
    ]),
});

/** Example body of each status. @param real recorded answers of the service, by status */
export function answerExamples(
  { id, answers }: Operation,
  real: ReadonlyMap<string, unknown> = new Map(),
): Block[] {
  const tabs = answers.flatMap(({ status, examples: [first] }) => {
    const value = real.get(status) ?? first?.value;
    return value === undefined
      ? []
      : [{ title: status, language: 'json', code: formatJson(value) }];
  });
  return tabs.length > 0 ? [{ kind: 'code', label: `Answers of ${id}, by status`, tabs }] : [];
}

const examplePath = ({ path, parameters }: Operation): string =>
  path.replace(
    /\{(\w+)\}/g,
    (whole, name) => parameters.find((each) => each.name === name)?.example ?? whole,
  );

export const requestSnippets = (operation: Operation, origin: string): Block => ({
  kind: 'code',
  label: `Request: ${operation.id}`,
  tabs: callSnippets({
    method: operation.method,
    url: origin + examplePath(operation),
    body: operation.body?.example,
    withKey: operation.needsKey,
    answersJson: operation.answersJson,
  }),
});

export const tryForm = (operation: Operation, inputs: TryForm['inputs'] = []): Block => ({
  kind: 'try',
  form: {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    parameters: operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, example = '' }) => ({ name, example })),
    body: inputs[0]?.body ?? (operation.body ? formatJson(operation.body.example) : null),
    inputs,
  },
});

const sentFields = (title: string, id: string, fields: readonly SchemaField[]): Block[] => [
  heading(title, 3, id),
  { kind: 'fields', id, sending: true, fields },
];

/** The operation as a section of a page; its anchors begin with its id. */
export function operationSection(operation: Operation, origin: string): Block[] {
  const { id, method, path, summary, description, body, parameterFields } = operation;
  const success = operation.answers.find(({ fields }) => fields.length > 0);
  const data = success?.fields.find(({ name }) => name === 'data');
  const answered = data?.fields ?? success?.fields;
  return [
    heading(summary, 2, id),
    codeBlock(`Address of ${id}`, 'http', `${method} ${path}`),
    description,
    ...(parameterFields.length > 0
      ? sentFields('Parameters', `${id}.parameters`, parameterFields)
      : []),
    ...(body ? sentFields('Body', `${id}.body`, body.fields) : []),
    heading('Request', 3, `${id}.request`),
    requestSnippets(operation, origin),
    tryForm(operation),
    heading('Answer', 3, `${id}.answer`),
    ...answerExamples(operation),
    ...(answered
      ? [{ kind: 'fields', id: `${id}.answer`, sending: false, fields: answered } as const]
      : []),
    refusalTable(operation),
  ];
}
