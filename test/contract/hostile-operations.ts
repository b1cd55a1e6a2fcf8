import { send } from '../support/deployment.ts';
import { FRESH_COUNT, FRESH_SEED } from '../support/simulate.ts';

// Hostile values for every operation of an OpenAPI document, in the place of each field of a body
// or a query and of each name in a path.

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

export interface Operation {
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

const resolved = (node: Node, document: Node): Node =>
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

function operationOf(document: Node, path: string, method: string): Operation {
  const { requestBody, parameters = [], responses } = document.paths[path][method];
  const { schema, example, examples } = requestBody?.content['application/json'] ?? {};
  const body = example ?? Object.values<{ value: object }>(examples ?? {})[0]?.value ?? null;
  const codes = Object.entries(responses).map(([status, response]) => {
    const content = resolved(response, document).content?.['application/json'];
    return [Number(status), Object.keys(content?.examples ?? {})] as const;
  });
  const optional = Object.keys(resolved(schema, document)?.properties ?? {}).map(
    (name, place) => [name, shareOf(VALUES, 8, path.length + place)] as const,
  );
  const given = pathsIn(body).map(
    (name, place) => [name, shareOf(VALUES, 3, path.length + place)] as const,
  );
  return {
    ...{ method: method.toUpperCase(), path, example: body, codes: new Map(codes) },
    fields: new Map([...optional, ...given]),
    query: parameters
      .map((each: Node) => resolved(each, document))
      .flatMap((each: Node) => (each.in === 'query' ? each.name : [])),
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

export interface Sent {
  what: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

/** What stands in a path for the name of something. */
const NAME = /\{\w+\}/;

/** Everything that is sent to an operation. @param ids of what there is, by the path before it */
export function* requestsOf(
  { path, example, fields, query }: Operation,
  ids: ReadonlyMap<string, string>,
) {
  const [before = '', after] = path.split(NAME);
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

/** So many runs of the suite try every operation; one that asks for more seeds tries them all. */
const RUNS = FRESH_COUNT === null ? 4 : 1;

/** Of the operations of a document that take anything, those this run tries. */
export function triedOperations(document: Node, prefix: string): [name: string, Operation][] {
  return Object.entries<object>(document.paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => operationOf(document, path, method)),
    )
    .filter(({ path }) => path.startsWith(prefix))
    .filter(({ path, example, query }) => example || query.length > 0 || NAME.test(path))
    .filter((_, at) => at % RUNS === FRESH_SEED % RUNS)
    .map((one) => [`${one.method} ${one.path}`, one]);
}

export const short = (text: string): string => (text.length > 90 ? `${text.slice(0, 90)}…` : text);

interface Answered {
  response: Response;
  text: string;
  tookMs: number;
}

export async function sendHostile(
  { method }: Operation,
  { path, body, headers }: Sent,
  token: string,
): Promise<Answered> {
  const startedAt = performance.now();
  const response = await send(path, {
    method,
    headers: {
      ...{ Authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { response, text, tookMs: performance.now() - startedAt };
}

/** What is wrong with an answer in itself. @param unreached codes of a world that is not there */
export function answerProblems(
  { codes }: Operation,
  { response, text, tookMs }: Answered,
  unreached: readonly string[],
): string[] {
  const { error, code = error?.code } = JSON.parse(text);
  const { status } = response;
  const isKnown = status === 404 || (codes.get(status) ?? []).includes(code);
  return [
    ...(tookMs > MOST_MS ? [`took ${tookMs} ms`] : []),
    ...(status >= 500 && !unreached.includes(code) ? ['fails'] : []),
    ...(!response.ok && text.length > MOST_BYTES ? [`answers ${text.length} characters`] : []),
    ...(!response.ok && !isKnown ? [`${status} undocumented`] : []),
  ];
}
