import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/lib/errors.ts';
import { classifyFailure } from '../../src/lookup/pipeline/failure-codes.ts';
import { createCursors } from '../../src/lookup/search.ts';
import type { World } from '../../src/lookup/world.ts';
import { createGuardedFetcher } from '../../src/open-data/outbound/guarded-fetcher.ts';
import { upstreams } from '../../src/products/index.ts';
import { fakeNetwork } from '../support/create-world.ts';
import type { FakeVendor, VendorCase } from '../support/world/fake-vendor.ts';
import { VENDORS } from '../support/world/vendors.ts';

type Answer = (request: Request) => Response | Promise<Response>;

const HANG_MS = 20;
/** Bodies that are no reply of any vendor. */
const GARBAGE = ['', '<html>', '{}', 'null', '[]', '"text"', '12', '{"a":'];

const worldOf = (
  answer: Answer,
  vars: Readonly<Record<string, string>>,
  elsewhere: FakeVendor['elsewhere'] = {},
): World => {
  const settings = { vars: new Map(Object.entries(vars)), contact: 'mailto:test@example.com' };
  const network = fakeNetwork({ http: answer, settings });
  const served = async (request: Request) => {
    const { hostname } = new URL(request.url);
    return elsewhere[`${hostname}:443`]?.(request) ?? new Response(null, { status: 523 });
  };
  const allowHosts = Object.keys(elsewhere);
  network.fetcher = createGuardedFetcher({ http: served, resolver: network.resolver, allowHosts });
  const cursors = createCursors([{ version: 1, text: 'secret of the tests' }]);
  return { clock: { now: () => Date.now() }, outbound: network, cursors } as unknown as World;
};

/** The fact, or the code of the failure as the pipeline gives it. */
async function outcome({ source }: VendorCase, query: unknown, world: World, signal?: AbortSignal) {
  try {
    return { fact: await source.ask(query, world, signal) };
  } catch (error) {
    const failure = error instanceof ApiError ? error : classifyFailure(error, source);
    return { code: failure.code, aboutInput: failure.aboutInput, failure };
  }
}

/** Every place of a body with something else in it, or nothing. */
function* mutations(body: unknown, put: (value: unknown) => unknown): Generator<unknown> {
  for (const wrong of [undefined, null, true, -1, '***', [], {}]) yield put(wrong);
  if (typeof body !== 'object' || body === null) return;
  for (const key of Object.keys(body))
    yield* mutations((body as Record<string, unknown>)[key], (value) =>
      put(Array.isArray(body) ? body.with(Number(key), value) : { ...body, [key]: value }),
    );
}

/** A body with every value in it changed, the innermost first. */
const deeply = (body: unknown, change: (value: unknown) => unknown): unknown => {
  if (Array.isArray(body)) return change(body.map((each) => deeply(each, change)));
  if (typeof body !== 'object' || body === null) return change(body);
  const entries = Object.entries(body).map(([key, each]) => [key, deeply(each, change)]);
  return change(Object.fromEntries(entries));
};

/** The element of each list that is empty. */
const CARELESS: readonly (readonly [what: string, change: (value: unknown) => unknown])[] = [
  ['first', (value) => (Array.isArray(value) && value.length > 0 ? [null, ...value] : value)],
  ['last', (value) => (Array.isArray(value) && value.length > 0 ? [...value, null] : value)],
];

/** Codes, numbers of phones and the like without the quotes around them. */
const unquoted = (value: unknown): unknown =>
  typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value;

const rows = VENDORS.flatMap((vendor) =>
  vendor.cases.map((each): [string, FakeVendor, VendorCase] => [
    `${vendor.hosts[0]} ${each.source.label}`,
    vendor,
    each,
  ]),
);

it('keeps the host in the path where one variable replaces several', () => {
  for (const { name, hosts, hostInPath = false } of upstreams) {
    const replaced = upstreams.flatMap((each) => (each.name === name ? each.hosts : hosts));
    if (new Set(replaced).size > 1) expect([name, hostInPath]).toEqual([name, true]);
  }
});

describe.each(rows)('%s', (_, vendor, each) => {
  const answer: Answer = (request) => vendor.answer(request, new URL(request.url));
  const reply =
    (body: BodyInit | null, status = 200) =>
    () =>
      new Response(body, { status });
  const ask = (http: Answer, query: unknown = each.finds, vars = vendor.vars) =>
    outcome(each, query, worldOf(http, vars, vendor.elsewhere));

  it('finds, in the shape the vendor documents', async () => {
    const { fact } = await ask(answer);
    expect(fact).toMatchObject(each.fact as object);
    // A partial fact is stored with what paid sources answered, as JSON.
    if (each.source.metered) expect(JSON.parse(JSON.stringify(fact))).toEqual(fact);
  });

  /** Replies of the vendor's form with some values in another type. */
  const careless =
    (change: (value: unknown) => unknown): Answer =>
    async (request) => {
      const answered = await answer(request);
      const body = await answered.text();
      const sent = /^[[{]/.test(body) ? JSON.stringify(deeply(JSON.parse(body), change)) : body;
      return new Response(sent, { status: answered.status, headers: answered.headers });
    };

  it.each(CARELESS)(
    'finds the same where the %s element of a list is empty',
    async (_w, change) => {
      expect((await ask(careless(change))).fact).toMatchObject(each.fact as object);
    },
  );

  it.runIf(each.source.metered)('finds the same where digits are numbers', async () => {
    expect((await ask(careless(unquoted))).fact).toMatchObject(each.fact as object);
  });

  it.runIf(each.none)('tells no record from a failure', async () => {
    const { fact } = await ask(answer, each.none?.query);
    if (each.none?.fact === null) expect(fact).toBeNull();
    else expect(fact).toMatchObject(each.none?.fact as object);
  });

  const optIns = new Set(vendor.cases.map(({ optIn }) => optIn));
  const isCredential = (name: string) => !name.endsWith('_URL') && !optIns.has(name);
  const hasCredential = !each.optIn && Object.keys(vendor.vars).some(isCredential);
  it.runIf(hasCredential)(
    'is refused with a wrong credential, which no failure repeats',
    async () => {
      const wrong = Object.entries(vendor.vars).map(([name, value]) => [name, `wrong ${value}`]);
      const { code, failure } = await ask(answer, each.finds, Object.fromEntries(wrong));
      expect(code).toBe('SERVICE_UNAVAILABLE');
      const told = `${failure?.message} ${failure?.cause instanceof Error ? failure.cause.message : ''}`;
      for (const value of Object.values(vendor.vars)) expect(told).not.toContain(value);
    },
  );

  it('says what it misses', () => {
    // One vendor may have an open and a keyed part.
    const upstream =
      upstreams.find((known) => 'upstream' in each.source && each.source.upstream === known) ??
      upstreams.find(
        ({ hosts, name }) =>
          hosts.includes(vendor.hosts[0] as string) || `${name}_URL` in vendor.vars,
      );
    const bare = worldOf(answer, {});
    const address = upstream?.hosts.length === 0 ? [`${upstream.name}_URL`] : [];
    const needs = [...address, ...(upstream?.needs ?? []), ...(each.optIn ? [each.optIn] : [])];
    expect(each.source.missing?.(bare)).toEqual(needs);
    expect(each.source.available(bare)).toBe(needs.length === 0);
    expect(each.source.available(worldOf(answer, vendor.vars))).toBe(true);
  });

  it.each([
    [500, 'SERVICE_UNAVAILABLE'],
    [503, 'SERVICE_UNAVAILABLE'],
    [302, 'SERVICE_UNAVAILABLE'],
    [429, 'UPSTREAM_QUOTA_EXHAUSTED'],
    [504, 'UPSTREAM_TIMEOUT'],
  ])('HTTP %i is %s', async (status, code) => {
    expect((await ask(reply('{}', status))).code).toBe(code);
  });

  it.each(GARBAGE.filter((body) => body !== each.nothing))(
    'takes %j for a failure of the vendor, never for a no-match',
    async (body) => {
      expect(await ask(reply(body))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    },
  );

  it.runIf(each.nothing)('has a word for "no record" that others have not', async () => {
    expect((await ask(reply(each.nothing as string))).fact).toBeNull();
  });

  it('does not wait for a vendor that hangs, nor read one without end', async () => {
    const never = ({ signal }: Request) =>
      new Promise<Response>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    const hanging = worldOf(never, vendor.vars, vendor.elsewhere);
    const { code } = await outcome(each, each.finds, hanging, AbortSignal.timeout(HANG_MS));
    expect(code).toBe('UPSTREAM_TIMEOUT');
    const endless = await ask(reply(`"${'x'.repeat(20 * 1_048_576)}"`));
    expect(endless.code).toBe('UPSTREAM_ERROR');
  });

  it.each([...(each.refusals ?? []).entries()])('refusal %i gets its code', async (_, refusal) => {
    const [refuse, code, aboutInput] = refusal;
    const refused = await ask(refuse);
    expect(refused.code).toBe(code);
    if (aboutInput !== undefined) expect(refused.aboutInput).toBe(aboutInput);
  });

  it.each(each.partial ?? [])('reads what is there of %j', async (body, fact) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    expect(await ask(reply(sent))).toMatchObject({ fact });
  });

  it.runIf(each.mutate)('survives every field being absent or of another type', async () => {
    let body = '';
    await ask(async (request) => {
      body = await (await answer(request)).text();
      return new Response(body);
    });
    for (const mutated of mutations(JSON.parse(body), (value) => value)) {
      const text = JSON.stringify(mutated) ?? '';
      const { code, fact } = await ask(reply(text));
      const nobody = each.mutate === 'list' ? 'object' : 'null';
      expect(fact === null ? nobody : (code ?? typeof fact), text).toMatch(
        /object|^SERVICE_UNAVAILABLE$|^UPSTREAM_/,
      );
    }
  });
});
