import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { OPERATOR_ROUTES } from '../../src/http/admin.ts';
import { openApiDocument, serviceResources } from '../../src/http/docs/openapi-document.ts';
import { docsRoutes } from '../../src/http/docs.ts';
import { jsonSchema } from '../../src/http/openapi/json-schemas.ts';
import recordedAnswers from '../../src/http/openapi/recorded-answers.json' with { type: 'json' };
import type { Route } from '../../src/http/openapi/route.ts';
import { type AppEnv, requestId } from '../../src/http/request/context.ts';
import { ERRORS, type ErrorCode } from '../../src/lib/errors.ts';
import { withoutNulls } from '../../src/lib/inputs.ts';
import type { JsonSchema } from '../../src/lib/json-schema.ts';
import { lookupBody } from '../../src/lookup/body.ts';
import { WEBHOOK_TYPES } from '../../src/lookup/jobs/webhooks.ts';
import { responseSchema } from '../../src/lookup/product.ts';
import { families } from '../../src/products/index.ts';
import { fixtureFamilies, fixtureLimits, fixtureOperator } from '../support/fixture-family.ts';

type Examples = Record<string, { value: Record<string, unknown> }>;
interface Operation {
  operationId: string;
  requestBody: { content: { 'application/json': { examples: Examples } } };
  responses: Record<
    string,
    { $ref?: string; content: { 'application/json': { examples?: Examples } } }
  >;
}

/** Every object inside a document, with itself. */
function* objectsOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const part of Object.values(value)) yield* objectsOf(part);
}

const follow = (document: unknown, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

describe.each([
  ['a fixture', fixtureFamilies],
  ['the registry', families],
])('the document of %s', (_, described) => {
  const document = openApiDocument(described, fixtureLimits);
  const lookups = described.flatMap(({ name, products }) =>
    products.map((product) => ({
      name,
      product,
      operation: document.paths[`/v1${product.path}`]?.post as Operation,
    })),
  );

  it('has an operation for each product under its family', () => {
    expect(lookups.length).toBeGreaterThan(0);
    for (const { name, operation } of lookups) {
      expect(operation).toMatchObject({ tags: [name] });
      expect(document.tags.map((tag) => tag.name)).toContain(name);
    }
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((operation) => (operation as Operation).operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names the parts of an answer after its own product', () => {
    const { schemas } = document.components as unknown as {
      schemas: Record<string, { properties: { data: { properties: Record<string, unknown> } } }>;
    };
    for (const { product } of lookups) {
      const name = product.type.replace(/(?:^|_)(.)/g, (_match, letter) => letter.toUpperCase());
      const { classification, insights } =
        schemas[`${name}Response`]?.properties.data.properties ?? {};
      expect([classification, insights]).toEqual(
        ['Classification', 'Insights'].map((part) =>
          expect.objectContaining({ $ref: `#/components/schemas/${name}${part}` }),
        ),
      );
    }
  });

  it('refers to nothing that is not there', () => {
    const refs = [...objectsOf(document)].flatMap(({ $ref }) =>
      typeof $ref === 'string' ? [$ref] : [],
    );
    expect(refs.length).toBeGreaterThan(0);
    expect(refs.filter((ref) => follow(document, ref) === undefined)).toEqual([]);
  });

  it('shows bodies that the routes accept, one for each sandbox input', () => {
    for (const { product, operation } of lookups) {
      const { live, ...sandbox } = operation.requestBody.content['application/json'].examples;
      expect(live?.value).toEqual(product.example);
      const subjects = [live, ...Object.values(sandbox)].map((example) =>
        product.subject(lookupBody(product).parse(example?.value)),
      );
      expect(subjects.slice(1)).toEqual(product.sandbox.map(({ subject }) => subject));
    }
  });

  it('shows an answer that holds exactly what the schema declares', () => {
    for (const { product, operation } of lookups) {
      const { value } = operation.responses[200]!.content['application/json'].examples!.sandbox!;
      expect(responseSchema(product).parse(value)).toEqual(value);
    }
  });

  it('shows every refusal under the status it has', () => {
    for (const { operation } of lookups) {
      for (const [status, { $ref }] of Object.entries(operation.responses).filter(
        ([status]) => status !== '200',
      )) {
        const refusal = follow(document, $ref!) as Operation['responses'][string];
        const codes = Object.values(refusal.content['application/json'].examples!).map(
          ({ value }) => (value.error as { code: ErrorCode }).code,
        );
        // Of one status the table has no code (contract, "HTTP details").
        if (status === '415') expect(codes).toEqual(['INVALID_REQUEST']);
        else
          expect(codes.map((code) => ERRORS[code].status)).toEqual(codes.map(() => Number(status)));
      }
    }
  });

  it('is the same every time', () => {
    expect(JSON.stringify(openApiDocument(described, fixtureLimits))).toBe(
      JSON.stringify(document),
    );
  });
});

describe('a body in the document', () => {
  const products = families.flatMap((family) => family.products);
  const bodies: [name: string, schema: z.ZodType, example: unknown][] = [
    ...products.map(
      (product) => [product.type, lookupBody(product), product.example] as (typeof bodies)[number],
    ),
    ...[...serviceResources(products), ...OPERATOR_ROUTES].flatMap(({ routes }) =>
      (routes as readonly Route<never>[]).flatMap(({ method, path, body }) =>
        body && !body.streamed
          ? [[`${method} ${path}`, body.schema, body.example] as (typeof bodies)[number]]
          : [],
      ),
    ),
  ];

  it('has null for every optional field, which every route takes as absent', () => {
    const takesNull = ({ type, anyOf = [], ...any }: JsonSchema): boolean =>
      [type].flat().includes('null') ||
      (anyOf as JsonSchema[]).some(takesNull) ||
      Object.keys({ type, anyOf, ...any }).length === 0;
    const wrong: string[] = [];
    for (const [name, schema, example] of bodies) {
      const { properties = {}, required = [] } = jsonSchema(schema, 'body');
      for (const [field, property] of Object.entries(properties as Record<string, JsonSchema>)) {
        if ((required as string[]).includes(field)) continue;
        if (!takesNull(property)) wrong.push(`${name}: ${field} has no null`);
        const sent = { ...Object(example), [field]: null };
        const isLookup = !name.includes(' ');
        const { success } = schema.safeParse(isLookup ? withoutNulls(sent) : sent);
        const isOneOf = !schema.safeParse({ ...Object(example), [field]: undefined }).success;
        if (!success && !isOneOf) wrong.push(`${name}: ${field} refuses null`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('of which one of several fields is required names them', () => {
    const named = bodies.flatMap(([name, schema]) => {
      const { allOf = [] } = jsonSchema(schema, 'body') as { allOf?: { anyOf: object[] }[] };
      return allOf.map(({ anyOf }) => [name, JSON.stringify(anyOf)]);
    });
    const fields = (...names: string[]) =>
      JSON.stringify(names.map((each) => ({ required: [each] })));
    expect(named).toContainEqual([
      'mobile_finder',
      fields('profile_url', 'work_email', 'personal_email'),
    ]);
    expect(named).toContainEqual(['post /v1/webhook-test', fields('webhook_url', 'url')]);
    expect(named).toContainEqual(['post /admin/erase-person', fields('email', 'phone')]);
    for (const [name, schema] of bodies) {
      const [issue] = schema.safeParse({}).error?.issues ?? [];
      const isOneOf = issue?.message.includes('or another of') ?? false;
      if (isOneOf) expect(named.map(([each]) => each)).toContain(name);
    }
  });
});

describe('what the service was seen to answer', () => {
  const routes = serviceResources(families.flatMap(({ products }) => products)).flatMap(
    (group) => group.routes as readonly Route<never>[],
  );
  const answers = new Map<string, { status: number; body: unknown }>(
    Object.entries(recordedAnswers),
  );

  it('is there for each operation that answers JSON, and for no other', () => {
    const answering = routes.filter(({ answer }) => answer).map(({ operationId }) => operationId);
    expect(answering.length).toBeGreaterThan(40);
    expect([...answers.keys()].sort()).toEqual(answering.sort());
  });

  it.each(
    routes.flatMap(({ operationId, answer, status = 200 }) =>
      answer ? [{ operationId, answer, status }] : [],
    ),
  )('has the shape and status of $operationId today: else `npm run examples`', (route) => {
    const recorded = answers.get(route.operationId)!;
    expect(recorded.status).toBe(route.status);
    expect(route.answer.schema().parse(recorded.body)).toEqual(recorded.body);
  });

  it('names no secret, and nothing of the machine it was recorded on', () => {
    const text = JSON.stringify(recordedAnswers);
    expect(text).not.toMatch(/localhost|127\.0\.0\.1|sk_(?:live|test)_/);
    for (const [, secret] of text.matchAll(/whsec_([A-Za-z0-9+/=]+)/g))
      expect(atob(secret!)).toContain('an example of a secret');
  });
});

describe('the document', () => {
  const document = openApiDocument(fixtureFamilies, fixtureLimits);

  it('tells of every error code with its status', () => {
    for (const [code, { status }] of Object.entries(ERRORS))
      expect(document.info.description).toContain(`| ${code} | ${status} |`);
  });

  it('says of a request what its schema says', () => {
    expect(document.components.schemas.WordLengthRequest).toMatchObject({
      type: 'object',
      required: ['word'],
      properties: {
        word: {
          type: 'string',
          minLength: 1,
          description: 'A word of <lower-case> letters.',
          examples: ['plain'],
        },
        language: {
          type: ['string', 'null'],
          enum: ['EN', 'FR', null],
          description: 'Dictionary to use.',
        },
        bypass_cache: { type: ['boolean', 'null'] },
      },
    });
  });

  it('names the flag that bypasses the cache once; its other spellings work', () => {
    const text = JSON.stringify(openApiDocument(families, fixtureLimits));
    expect(text).toContain('"bypass_cache"');
    expect(text).not.toMatch(/bypassCache|forceFresh/);
  });

  it('closes no answer: fields may be added to any', () => {
    expect([...objectsOf(document)].filter((part) => part.additionalProperties === false)).toEqual(
      [],
    );
  });
});

describe('GET /openapi.json', () => {
  const app = new Hono<AppEnv>();
  app.use(requestId({ now: () => 0 }));
  app.route(
    '/',
    docsRoutes({
      families: fixtureFamilies,
      limits: fixtureLimits,
      attribution: [],
      operator: fixtureOperator,
    }),
  );

  it('describes every delivery that a receiver is sent', async () => {
    const { webhooks } = await (await app.request('/openapi.json')).json<{
      webhooks: Record<string, { post: { operationId: string } }>;
    }>();
    expect(Object.keys(webhooks)).toEqual(WEBHOOK_TYPES);
    const ids = Object.values(webhooks).map(({ post }) => post.operationId);
    expect(ids).toContain('onBulkJobCompleted');
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('serves the document with a strong validator', async () => {
    const response = await app.request('/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(response.headers.get('ETag')).toMatch(/^"[0-9a-f]{24}"$/);
    expect(await response.json()).toEqual(
      JSON.parse(
        JSON.stringify(openApiDocument(fixtureFamilies, fixtureLimits, 'http://localhost')),
      ),
    );
  });

  it('answers 304 to who has it, and HEAD without a body', async () => {
    const etag = (await app.request('/openapi.json')).headers.get('ETag')!;
    const known = await app.request('/openapi.json', {
      headers: { 'If-None-Match': `"other", ${etag}` },
    });
    expect(known.status).toBe(304);
    expect(known.headers.get('ETag')).toBe(etag);
    expect(known.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(
      (await app.request('/openapi.json', { headers: { 'If-None-Match': '"other"' } })).status,
    ).toBe(200);
    const head = await app.request('/openapi.json', { method: 'HEAD' });
    expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, etag, '']);
  });
});

interface Schema {
  $ref?: string;
  description?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
}

describe('what a generated client gets', () => {
  const document = openApiDocument(families, fixtureLimits);
  const { schemas } = document.components as { schemas: Record<string, Schema> };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path)) as {
    parameters?: { in: string; example?: string; description?: string }[];
  }[];

  it('every property has a sentence', () => {
    const silent = [...objectsOf(schemas)].flatMap((schema) =>
      Object.entries((schema as Schema).properties ?? {}).filter(
        ([, property]) => !property.description && !property.$ref,
      ),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('error codes and bulk types are listed', () => {
    expect(schemas.ErrorResponse!.properties!.error!.properties!.code!.enum).toEqual(
      Object.keys(ERRORS),
    );
    const types = families.flatMap(({ products }) => products).flatMap(({ bulk }) => bulk ?? []);
    expect(schemas.BulkJobRequest!.properties!.type!.enum).toEqual(types);
  });

  it('every path parameter has an example, every other one a sentence', () => {
    const parameters = operations.flatMap(({ parameters = [] }) => parameters);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.length).toBeGreaterThan(0);
    expect(inPath.filter(({ example }) => !example)).toEqual([]);
    expect(
      parameters.filter((parameter) => !('$ref' in parameter) && !parameter.description),
    ).toEqual([]);
  });

  it('a lookup lists the refusals that it can end in and no other', () => {
    const codesOf = (path: string, status: number) => {
      const { responses } = document.paths[path]!.post as Operation;
      const refusal = follow(document, responses[status]!.$ref!) as Operation['responses'][string];
      return Object.keys(refusal.content['application/json'].examples!);
    };
    const own = ['INVALID_REQUEST', 'INVALID_INPUT', 'MISSING_FIELD', 'VALIDATION_FAILED'];
    expect(codesOf('/v1/phone', 400)).toEqual(own);
    expect(codesOf('/v1/phone', 503)).not.toContain('UPSTREAM_QUOTA_EXHAUSTED');
    expect(codesOf('/v1/email', 400)).toEqual([...own, 'UPSTREAM_ERROR']);
    expect(codesOf('/v1/email', 503)).toContain('UPSTREAM_QUOTA_EXHAUSTED');
    expect(codesOf('/v1/phone', 409)).toEqual(['IDEMPOTENCY_CONFLICT']);
    expect(codesOf('/v1/phone', 415)).toEqual(['INVALID_REQUEST']);
    expect(codesOf('/v1/bulk/jobs', 400)).toContain('INVALID_TYPE');
    expect(codesOf('/v1/webhook-endpoints', 400)).toContain('INPUT_LIMIT_EXCEEDED');
    expect(codesOf('/v1/webhook-deliveries/{id}/redeliver', 400)).toEqual(['INVALID_INPUT']);
  });

  it('a refusal of a known key has the headers of its window', () => {
    const headersOf = (name: string) =>
      Object.keys(follow(document, `#/components/responses/${name}/headers`) as object);
    expect(headersOf('Forbidden')).toContain('X-RateLimit-Limit');
    expect(headersOf('Unauthorized')).not.toContain('X-RateLimit-Limit');
  });

  it('a conflict with a call under way says when to try again', () => {
    const headersOf = (name: string) =>
      Object.keys(follow(document, `#/components/responses/${name}/headers`) as object);
    expect(headersOf('Conflict')).toContain('Retry-After');
    expect(headersOf('NotFound')).not.toContain('Retry-After');
  });

  it('a field that must be there must not be empty', () => {
    const fieldOf = (schema: string, name: string) =>
      follow(document, `#/components/schemas/${schema}/properties/${name}`);
    expect(fieldOf('WebhookEndpointRequest', 'url')).toMatchObject({ minLength: 1 });
    expect(fieldOf('WebhookEndpointChanges', 'description')).not.toHaveProperty('minLength');
  });
});
