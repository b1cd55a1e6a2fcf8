import { type Context, type Handler, Hono, type MiddlewareHandler } from 'hono';
import type * as z from 'zod';
import { pick } from '../../lib/fields.ts';
import { parseInput } from '../../lib/inputs.ts';
import type { JsonSchema } from '../../lib/json-schema.ts';
import type { SentForm } from '../../lookup/account/caller.ts';
import { type AppEnv, answerOnce, type OncePorts } from '../request/context.ts';
import { MAX_BODY_BYTES, readJson, validatedQuery } from '../request/validation.ts';
import {
  type ErrorResponseName,
  errorResponseRefs,
  REPLAY_HEADER,
  REQUEST_ID_HEADER,
} from './error-responses.ts';
import { jsonSchema, schemaRef } from './json-schemas.ts';

/** A schema in the document; with a name if several operations share it. */
export interface DocumentedSchema {
  name?: string;
  /** Built only for the document, at no cost to a served route. */
  schema: () => z.ZodType;
}

/** Input of a handler: the parsed parts of the request that its route declares. */
export interface RouteCall<Query, Body> {
  c: Context<AppEnv>;
  query: Query;
  body: Body;
  param(name: string): string;
  /** The call with an Idempotency-Key: a verb that gets it creates one thing, sent again or not. */
  form?: SentForm;
}

export interface RouteSpec<Services, Query extends z.ZodType, Body extends z.ZodType> {
  /** Method and path, in Hono's syntax: `GET /v1/bulk/jobs/:id`. */
  endpoint: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  operationId: string;
  summary: string;
  description: string;
  params?: Readonly<Record<string, { description: string; example: string }>>;
  /** Header parameters as OpenAPI objects. */
  headers?: readonly object[];
  query?: Query;
  /**
   * A JSON body, parsed before the handler runs. `streamed`: the handler reads it as it arrives,
   * and it may then have the media types in `alsoAs`.
   */
  body?: {
    name?: string;
    schema: Body;
    example: unknown;
    maxBytes?: number;
    streamed?: true;
    alsoAs?: readonly string[];
  };
  /** `requestBody` of a body that is not JSON. */
  requestBody?: () => object;
  isPublic?: true;
  /** Status of the answer; default 200. */
  status?: 200 | 201 | 202;
  answer?: DocumentedSchema;
  /** Responses outside the usual JSON answer. */
  responses?: () => Record<number, object>;
  /** Refusals besides the common ones of the query, the body, the caller and the service. */
  errors?: readonly ErrorResponseName[];
  /** @returns `data` of the success envelope, or a response */
  handle(call: RouteCall<z.output<Query>, z.output<Body>>, services: Services): Promise<unknown>;
}

/** A route: its request and answer, its documentation, and its handler. */
export interface Route<Services>
  extends Omit<RouteSpec<Services, z.ZodType, z.ZodType>, 'handle' | 'endpoint'> {
  /** In lower case, as in OpenAPI. */
  method: string;
  path: string;
  handlers: (
    services: Services,
    once?: OncePorts,
  ) => [...MiddlewareHandler<AppEnv>[], Handler<AppEnv>];
}

/** Whether the call takes an Idempotency-Key, if its service has a store of answers. */
const isRepeatable = ({
  method,
  body,
  isPublic,
}: Pick<Route<never>, 'method' | 'body' | 'isPublic'>): boolean =>
  method !== 'get' && !body?.streamed && !isPublic;

export interface RouteGroup<Services> {
  tag: { name: string; description: string };
  routes: readonly Route<Services>[];
  /** Named schemas inside those of the routes. */
  schemas?: readonly (readonly [name: string, schema: z.ZodType])[];
}

/**
 * Declares a route once for Hono and for OpenAPI 3.1. No package is used: `@hono/zod-openapi` and
 * `hono-openapi` each add 66 to 78 KB of gzipped code and 8 ms of start to a Worker, and neither
 * shares refusals as `components.responses`.
 */
export const route = <
  Services,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>({
  handle,
  endpoint,
  ...declared
}: RouteSpec<Services, Query, Body>): Route<Services> => {
  const [method = '', path = ''] = endpoint.split(' ');
  const spec = { ...declared, method: method.toLowerCase(), path };
  const handlers: Route<Services>['handlers'] = (services, once) => {
    const { query, body } = spec;
    const isRead = body && !body.streamed;
    const handler: Handler<AppEnv> = async (c) => {
      const sent = isRead ? await readJson(c, body.maxBytes ?? MAX_BODY_BYTES) : undefined;
      const call = {
        c,
        query: query && c.req.valid('query' as never),
        body: isRead ? parseInput(body.schema, sent) : undefined,
        param: (name: string) => c.req.param(name) ?? '',
      } as RouteCall<z.output<Query>, z.output<Body>>;
      const run = (form?: SentForm) => handle({ ...call, ...(form && { form }) }, services);
      const answer =
        once && isRepeatable(spec) ? await answerOnce(c, sent ?? null, run, once) : await run();
      if (answer instanceof Response) return answer;
      return c.json({ success: true, data: answer }, spec.status ?? 200);
    };
    return [...(query ? [validatedQuery(query)] : []), handler];
  };
  return { ...spec, handlers };
};

/**
 * Serves the routes.
 * @param guard runs before a request is parsed
 * @param once serves Idempotency-Keys of calls that change something
 */
export function serveRoutes<Services>(
  resources: readonly RouteGroup<Services>[],
  services: Services,
  guard: MiddlewareHandler<AppEnv> = (_, next) => next(),
  once?: OncePorts,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const { method, path, isPublic, handlers } of resources.flatMap(({ routes }) => routes))
    app.on(method, [path], ...(isPublic ? [] : [guard]), ...handlers(services, once));
  return app;
}

interface OperationDefaults {
  /** Headers of every answer to a call with a key. */
  headers: object;
  errors: readonly ErrorResponseName[];
  /** The Idempotency-Key of calls that change something, if they take one. */
  keyParameter?: object;
}

/** One parameter per field of the query, with the bounds and default of its schema. */
function queryParameters(query: z.ZodType): object[] {
  const { properties = {}, required = [] } = jsonSchema(query, 'query') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    description,
    schema,
  }));
}

const jsonContent = (
  name: string | undefined,
  schema: () => z.ZodType,
  described: 'body' | 'answer',
) => (name ? schemaRef(name) : jsonSchema(schema(), described));

/** OpenAPI response object of a JSON answer. */
export const jsonResponse = ({ name, schema }: DocumentedSchema, headers: object) => ({
  description: 'The answer.',
  headers,
  content: { 'application/json': { schema: jsonContent(name, schema, 'answer') } },
});

/** A response without the success envelope, or of another media type. @param schemas by type */
export const plainResponse = (
  description: string,
  schemas: Readonly<Record<string, JsonSchema>>,
) => ({
  description,
  headers: REQUEST_ID_HEADER,
  content: Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }])),
});

function describeOperation(tag: string, spec: Route<never>, defaults: OperationDefaults) {
  const { body, query, answer } = spec;
  const takesKey = defaults.keyParameter !== undefined && isRepeatable(spec);
  const parameters = [
    ...Object.entries(spec.params ?? {}).map(([name, described]) => {
      const schema = { type: 'string' };
      return { name, in: 'path', required: true, ...described, schema };
    }),
    ...(spec.headers ?? []),
    ...(takesKey ? [defaults.keyParameter] : []),
    ...(query ? queryParameters(query) : []),
  ];
  const schema = body && jsonContent(body.name, () => body.schema, 'body');
  const content = {
    'application/json': { schema, example: body?.example },
    ...Object.fromEntries(
      (body?.alsoAs ?? []).map((type) => [type, { schema: { type: 'string' } }]),
    ),
  };
  const requestBody = spec.requestBody?.() ?? (body && { required: true, content });
  const headers = {
    ...(spec.isPublic ? REQUEST_ID_HEADER : defaults.headers),
    ...(takesKey && REPLAY_HEADER),
  };
  return {
    tags: [tag],
    ...pick(spec, 'operationId', 'summary', 'description'),
    ...(spec.isPublic && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: {
      ...(answer && { [spec.status ?? 200]: jsonResponse(answer, headers) }),
      ...spec.responses?.(),
      ...errorResponseRefs([
        // First, because a later name replaces one of the same status.
        ...(takesKey ? (['BadKey', 'Conflict'] as const) : []),
        ...(query ? (['BadQuery'] as const) : []),
        ...(body ? (['BadBody', 'UnknownEncoding'] as const) : []),
        ...(spec.isPublic ? [] : defaults.errors),
        ...(spec.errors ?? []),
      ]),
    },
  };
}

export function describePaths(
  resources: readonly RouteGroup<never>[],
  defaults: OperationDefaults,
): Record<string, Record<string, unknown>> {
  const paths = new Map<string, Record<string, unknown>>();
  for (const { tag, routes } of resources)
    for (const spec of routes) {
      const path = spec.path.replace(/:(\w+)/g, '{$1}');
      const operation = describeOperation(tag.name, spec, defaults);
      paths.set(path, { ...paths.get(path), [spec.method]: operation });
    }
  return Object.fromEntries(paths);
}

/** Named schemas of request bodies. */
export const inputSchemas = (resources: readonly RouteGroup<never>[]): [string, z.ZodType][] =>
  resources
    .flatMap(({ routes }) => routes)
    .flatMap(({ body }) => (body?.name ? [[body.name, body.schema] as [string, z.ZodType]] : []));

/** Named schemas of answers, each built once. */
export function outputSchemas(resources: readonly RouteGroup<never>[]): [string, z.ZodType][] {
  const answers = resources.flatMap(({ routes }) => routes.flatMap(({ answer }) => answer ?? []));
  const named = new Map(answers.flatMap(({ name, schema }) => (name ? [[name, schema]] : [])));
  return [
    ...resources.flatMap(({ schemas = [] }) => schemas.map(([name, schema]) => [name, schema])),
    ...[...named].map(([name, schema]) => [name, schema()]),
  ] as [string, z.ZodType][];
}
