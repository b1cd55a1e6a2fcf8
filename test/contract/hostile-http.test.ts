import { beforeAll, expect, it, vi } from 'vitest';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { families } from '../../src/products/index.ts';
import { call, createOrganization, type TestOrganization } from '../support/api.ts';
import { send } from '../support/deployment.ts';
import { fixtureLimits } from '../support/fixture-family.ts';
import { FRESH_COUNT, FRESH_SEED } from '../support/simulate.ts';
import { fillTables } from './keys.ts';

// Every operation with a body, a query or an id in its path, as the document has them, with hostile
// values in the place of each: refused as documented and free, or answered; in bounds both ways.

/** Values as they are written in a body: some of them no program of JSON can hold. */
const VALUES: readonly string[] = [
  ...['1e400', '-1e400', '0.1e-400', '9223372036854775807', '-9223372036854775808'],
  ...['18446744073709551616', '-1', '1.5', '-0', 'true', 'null', '""', '" "'],
  ...['"\\u0000"', '"a\\u0000b"', '"\\u001b[31m"', '"\\ud800"', '"x\\udc00x"', '"\\uffff"'],
  ...['"\\u202e+14155552671"', '"\\u200f"', '"\\ufeff"', '"💥"', '"👩‍👩‍👧‍👦"', '"e\\u0301"'],
  ...['[]', '["x"]', '[null]', '[[["x"]]]', '{}', '{"length":1e9}', '{"toString":1,"valueOf":2}'],
  ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '"__proto__"'],
  ...[
    '"constructor"',
    '"%00"',
    '"../../etc/passwd"',
    '"javascript:alert(1)"',
    '"http://[::1]:80/"',
  ],
  ...['"https://user:word@example.com:99999"', '"2026-13-45T99:99:99Z"', '"[object Object]"'],
  ...[`"${'a'.repeat(100_000)}"`, `"${'1'.repeat(20_000)}"`, `"${'💥'.repeat(10_000)}"`],
  ...[`${'['.repeat(2_000)}1${']'.repeat(2_000)}`, `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
];

/** Values of a query or a path, as they are sent. */
const TEXTS: readonly string[] = [
  ...['%00', '%', '%zz', '%ED%A0%80', '%FF%FE', '%E2%80%AE', '%F0%9F%92%A5', '%0d%0aX:1', '%2e%2e'],
  ...['__proto__', 'constructor', '-1', '0', '1e400', '9223372036854775808', '1.5', '', '%20'],
  ...['a%5B%5D=1', '%27%20OR%201=1--', '2026-13-45', '275760-09-13T00:00:00.001Z', 'a.b.c'],
  ...[
    '9223372036854775807.x',
    '1e400.job_1',
    'null',
    'x'.repeat(6_000),
    '%F0%9F%92%A5'.repeat(300),
  ],
];

/** Of one call; a refusal repeats nothing of what was sent at length. */
const MOST_MS = 20_000;
const MOST_BYTES = 8_192;
const CALLS_PER_KEY = 150;
/** What a key without an upstream is answered, and an upstream that is none. */
const UNREACHED = ['SERVICE_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'UPSTREAM_QUOTA_EXHAUSTED'];

interface Operation {
  method: string;
  path: string;
  example: Record<string, unknown> | null;
  /** What is put into each. */
  fields: ReadonlyMap<string, readonly string[]>;
  query: readonly string[];
  /** Documented error codes, by status. */
  codes: ReadonlyMap<number, readonly string[]>;
}

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Node = any;

const document: Node = openApiDocument(families, fixtureLimits);
const resolved = (node: Node): Node =>
  node?.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at: Node, name: string) => at[name], document)
    : node;

/**
 * One of so many parts of a list. Operations and their fields share the values among them: each is
 * refused by the same code in most, and all of them in all take minutes.
 */
const shareOf = (values: readonly string[], parts: number, part: number): readonly string[] =>
  values.filter((_, at) => at % parts === part % parts);

function operationOf(path: string, method: string): Operation {
  const { requestBody, parameters = [], responses } = document.paths[path][method];
  const { schema, example, examples } = requestBody?.content['application/json'] ?? {};
  const body = example ?? Object.values<{ value: object }>(examples ?? {})[0]?.value ?? null;
  const codes = Object.entries(responses).map(([status, response]) => {
    const content = resolved(response).content?.['application/json'];
    return [Number(status), Object.keys(content?.examples ?? {})] as const;
  });
  const optional = Object.keys(resolved(schema)?.properties ?? {}).map(
    (name, place) => [name, shareOf(VALUES, 8, path.length + place)] as const,
  );
  const given = pathsIn(body).map(
    (name, place) => [name, shareOf(VALUES, 3, path.length + place)] as const,
  );
  return {
    ...{ method: method.toUpperCase(), path, example: body, codes: new Map(codes) },
    fields: new Map([...optional, ...given]),
    query: parameters.map(resolved).flatMap((each: Node) => (each.in === 'query' ? each.name : [])),
  };
}

/** Where the example has values, its lists' first entries among them. */
function pathsIn(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return at === '' ? [] : [at];
  const entries = Array.isArray(value) ? Object.entries(value).slice(0, 1) : Object.entries(value);
  const inner = entries.flatMap(([name, each]) =>
    pathsIn(each, at === '' ? name : `${at}.${name}`),
  );
  return at === '' ? inner : [at, ...inner];
}

const MARK = 'hostile value';

/** The example with a value in one place, as text. */
function bodyWith(example: object, place: string, value: string): string {
  const body = structuredClone(example) as Record<string, unknown>;
  const steps = place.split('.');
  const last = steps.pop() as string;
  let parent = body;
  for (const step of steps) parent = parent[step] as Record<string, unknown>;
  parent[last] = MARK;
  return JSON.stringify(body).replace(JSON.stringify(MARK), () => value);
}

interface Sent {
  what: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Everything that is sent to an operation. @param ids of what there is, by the path before it */
function* requestsOf(
  { path, example, fields, query }: Operation,
  ids: ReadonlyMap<string, string>,
) {
  const [before = '', after] = path.split('{id}');
  const own = after === undefined ? path : `${before}${ids.get(before) ?? 'none'}${after}`;
  const body = example && { body: JSON.stringify(example) };
  if (after !== undefined)
    for (const text of shareOf(TEXTS, 2, path.length).filter((each) => each !== ''))
      yield { what: `the id ${text}`, path: `${before}${text}${after}`, ...body };
  for (const [place, name] of query.entries())
    for (const text of shareOf(TEXTS, 3, path.length + place))
      yield { what: `${name}=${text}`, path: `${own}?${name}=${text}`, ...body };
  if (!example) return;
  for (const [field, values] of fields)
    for (const value of values)
      yield { what: `${field} ${value}`, path: own, body: bodyWith(example, field, value) };
  const text = JSON.stringify(example);
  for (const value of shareOf(VALUES, 3, path.length))
    yield { what: `the body ${value}`, path: own, body: value };
  for (const value of VALUES.slice(-3)) {
    const extra = `{"__proto__":${value},"constructor":${value},"${'x'.repeat(9_000)}":1,`;
    yield { what: `unknown ${value}`, path: own, body: extra + text.slice(1) };
  }
  for (const key of ['x'.repeat(6_000), '__proto__', '" OR 1=1', '{}'])
    yield { what: `key ${key}`, path: own, body: text, headers: { 'Idempotency-Key': key } };
}

/** What a path names before an id. */
const THINGS = [
  ['/v1/webhook-endpoints/', { url: 'https://example.com/' }],
  [
    '/v1/number-monitors/',
    { name: 'm', frequency: 'weekly', numbers: [{ phone_number: '+14155550100' }] },
  ],
] as const;

/** An organization with credits, and with the thing that a path names. */
async function newCaller(path: string) {
  const organization = await createOrganization({ credits: 100_000_000 });
  const { owner: token } = organization;
  const ids = new Map<string, string>();
  for (const [before, body] of THINGS)
    if (path.startsWith(before)) {
      const made = await call('POST', before.slice(0, -1), { token, body });
      ids.set(before, made.body.data.id);
    }
  return { ...organization, ids };
}

/** Credits that can be spent now. */
const balanceOf = async ({ teammate: token }: TestOrganization): Promise<number> =>
  (await call('GET', '/v1/account', { token })).body.data.tokens.total_available;

const OPERATIONS = Object.entries<object>(document.paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => operationOf(path, method)))
  .filter(({ path }) => path.startsWith('/v1/'))
  .filter(({ path, example, query }) => example || query.length > 0 || path.includes('{id}'));

/** So many runs of the suite try every operation; one that asks for more seeds tries them all. */
const RUNS = FRESH_COUNT === null ? 4 : 1;
const TRIED = OPERATIONS.filter((_, at) => at % RUNS === FRESH_SEED % RUNS);

const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 90)}…` : text);

beforeAll(fillTables);

it.each(TRIED.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s refuses hostile values as documented and free, or answers them',
  async (_, operation) => {
    const problems: string[] = [];
    let caller = await newCaller(operation.path);
    let left = CALLS_PER_KEY;
    let credits = await balanceOf(caller);
    const ask = async ({ what, path, body, headers }: Sent) => {
      const before = performance.now();
      const response = await send(path, {
        method: operation.method,
        headers: {
          ...{ Authorization: `Bearer ${caller.owner}`, ...headers },
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      const took = performance.now() - before;
      const problem = (why: string) => problems.push(`${short(what)}: ${why} ${short(text)}`);
      if (took > MOST_MS) problem(`took ${took} ms`);
      const { data, error, code = error?.code } = JSON.parse(text);
      if (response.ok) {
        credits -= data.metadata?.credits_used ?? data.credits_used ?? 0;
        // What runs on in the background is paid by another account than what follows.
        if (response.status > 200) left = 0;
        return;
      }
      const isFree = async () => expect(await balanceOf(caller)).toBe(credits);
      await vi.waitFor(isFree, { timeout: 2_000 }).catch(() => problem('is charged'));
      const codes = operation.codes.get(response.status) ?? [];
      if (response.status >= 500 && !UNREACHED.includes(code)) problem('fails');
      if (text.length > MOST_BYTES) problem(`answers ${text.length} characters`);
      if (response.status !== 404 && !codes.includes(code))
        problem(`${response.status} undocumented`);
    };
    for (const request of requestsOf(operation, caller.ids)) {
      if (left-- === 0) {
        [caller, left] = [await newCaller(operation.path), CALLS_PER_KEY];
        credits = await balanceOf(caller);
      }
      await ask(request);
    }
    expect(problems).toEqual([]);
  },
  600_000,
);
