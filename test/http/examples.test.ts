import { exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../src/accounts/team/demo-organization.ts';
import type { Block } from '../../src/http/docs/blocks.ts';
import { renderMarkdown } from '../../src/http/docs/markdown.ts';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { docsPages } from '../../src/http/docs/site.ts';
import { ERRORS } from '../../src/lib/errors.ts';
import { sandboxBody } from '../../src/lookup/body.ts';
import { ATTRIBUTIONS } from '../../src/open-data/attribution.ts';
import { families, products } from '../../src/products/index.ts';
import { appServices } from '../../src/services.ts';
import { call, createOrganization, operate } from '../support/api.ts';
import { fixtureLimits, fixtureOperator } from '../support/fixture-family.ts';
import { seedAddresses } from '../support/seed-addresses.ts';
import { seedRecords } from '../support/seed-records.ts';
import { shellWords } from '../support/shell-words.ts';

const ORIGIN = 'https://api.test';
let demo: { test: string; live: string };
let pages: { path: string; blocks: readonly Block[] }[];

beforeAll(async () => {
  await seedAddresses();
  await seedRecords();
  const { keys } = await seedDemo(appServices.admin.accounts, {
    ...{ version: 1, text: 'key secret of the tests' },
  });
  await operate('PUT', '/organizations/org_demo/subscription', {
    plan: 'starter',
    status: 'active',
  });
  const keyOf = (word: string) => keys.find(({ key }) => key.startsWith(word))!.key;
  demo = { test: keyOf('sk_test_'), live: keyOf('sk_live_') };
  const site = docsPages({
    families,
    limits: fixtureLimits,
    attribution: ATTRIBUTIONS,
    operator: fixtureOperator,
    origin: ORIGIN,
    demoKey: demo.test,
    missing: new Map(),
  });
  pages = site.map(({ path, blocks }) => ({ path, blocks: blocks() }));
});

const codeOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) =>
    typeof block === 'object' && 'kind' in block && block.kind === 'code' ? block.tabs : [],
  );

const codeAt = (path: string) => codeOf(pages.find((page) => page.path === path)!.blocks);

/** Commands of the guides and products: those of other operations need what is not there yet. */
const commands = (): string[] =>
  pages
    .filter(({ path }) => !path.endsWith('-api'))
    .flatMap(({ blocks }) => codeOf(blocks))
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code);

/** Runs the `curl` of a block as a shell would, with what the block exports. */
async function run(block: string, env: Record<string, string>) {
  const exported = Object.fromEntries(
    [...block.matchAll(/^export ([A-Z_]+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const [command, url, ...args] = shellWords(block.slice(block.search(/^curl /m)).trim(), {
    ...env,
    ...exported,
  });
  expect(command).toBe('curl');
  const headers: [string, string][] = [];
  let body: string | undefined;
  for (let at = 0; at < args.length; at += 2) {
    const value = args[at + 1]!;
    if (args[at] === '-H') headers.push(value.split(/: (.*)/s, 2) as [string, string]);
    else if (args[at] === '-d') body = value;
    else throw new Error(`curl ${args[at]} is not known here`);
  }
  const method = body === undefined ? 'GET' : 'POST';
  const response = await exports.default.fetch(url!, { method, headers, body: body ?? null });
  return { status: response.status, text: await response.text() };
}

/** An answer without what differs from call to call: ids, times and the balance. */
const sameEverywhere = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value) =>
    [
      'id',
      'request_id',
      'timestamp',
      'processing_time_ms',
      'credits_remaining',
      'processedTime',
      'processed_time',
    ].includes(name)
      ? typeof value
      : value,
  );

describe('the docs', () => {
  it('show a call of every product, of bulk jobs, of monitors, and a key to paste', () => {
    const shown = commands().filter((code) => /^curl /m.test(code));
    expect(shown.length).toBeGreaterThan(products.length + 4);
    expect(commands()[0]).toBe(`export API_KEY=${demo.test}`);
  });

  it.each(['test', 'live'] as const)('work as pasted with a %s key', async (mode) => {
    const { owner } = await createOrganization();
    const key = mode === 'test' ? demo.test : owner;
    for (const command of commands().filter((code) => /^curl /m.test(code))) {
      const { status, text } = await run(command, { API_KEY: key });
      expect([200, 201], `${command}\n${text}`).toContain(status);
    }
  });

  it.each(products.map((product) => [product.path, product] as const))(
    'show of %s what a test key is answered',
    async (path, product) => {
      const shown = new Map(
        codeAt(`/docs${path}`).flatMap(({ title, code }) =>
          /^\d{3}$/.test(title) ? [[Number(title), JSON.parse(code)]] : [],
        ),
      );
      const first = product.sandbox.find((entry) => 'fact' in entry)!;
      const cases = [
        [200, sandboxBody(product, first), demo.test],
        [400, {}, demo.test],
        [401, {}, undefined],
        ...product.sandbox.flatMap((entry) =>
          'fails' in entry
            ? [[ERRORS[entry.fails].status, sandboxBody(product, entry), demo.test] as const]
            : [],
        ),
      ] as const;
      const seen = new Set<number>();
      for (const [status, body, token] of cases) {
        // A page shows one body for a status.
        if (seen.has(status)) continue;
        seen.add(status);
        const reply = await call('POST', `/v1${path}`, { body, ...(token && { token }) });
        expect(reply.status).toBe(status);
        expect(sameEverywhere(shown.get(status)), `${status}`).toEqual(sameEverywhere(reply.body));
      }
    },
  );

  it('show of a batch what a test key is answered', async () => {
    const tabs = codeAt('/docs/batches-api');
    const { text } = await run(tabs.find(({ language }) => language === 'sh')!.code, {
      API_KEY: demo.test,
    });
    const shown = JSON.parse(tabs.find(({ title }) => title === '200')!.code);
    expect(sameEverywhere(JSON.parse(text))).toEqual(sameEverywhere(shown));
  });

  it('make a bulk job of inputs that a test key is answered', () => {
    const { code } = codeAt('/docs/bulk-jobs-api').find(({ language }) => language === 'sh')!;
    const { type, inputs } = JSON.parse(shellWords(code, {}).at(-1)!);
    const answered = products
      .find(({ bulk }) => bulk === type)!
      .sandbox.flatMap((entry) => ('fact' in entry ? [entry.subject] : []));
    expect(answered).toEqual(expect.arrayContaining(inputs));
  });

  it.each(['pages', 'OpenAPI document'])(
    'offer no path that is not there: the %s',
    async (where) => {
      const described = Object.entries(openApiDocument(families, fixtureLimits).paths).flatMap(
        ([path, methods]) => Object.keys(methods).map((method) => ['', method.toUpperCase(), path]),
      );
      const text = pages.map(({ blocks }) => renderMarkdown('', '', blocks)).join('\n');
      const shown = [
        ...new Map(
          [...text.matchAll(/(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g)].map((match) => [
            match[0],
            match,
          ]),
        ).values(),
      ];
      const paths = where === 'pages' ? shown : described;
      expect(paths.length).toBeGreaterThan(10);
      for (const [, method, path] of paths) {
        if (path!.startsWith('/your/')) continue;
        const response = await exports.default.fetch(ORIGIN + path!.replace(/\{\w+\}/g, 'x'), {
          method: method!,
          headers: { Authorization: `Bearer ${demo.test}`, 'Content-Type': 'application/json' },
          ...(method === 'POST' && { body: '{}' }),
        });
        const { error } = (await response.json()) as { error?: { message: string } };
        expect([response.status, error?.message], `${method} ${path}`).not.toEqual([
          404,
          'There is nothing at this path.',
        ]);
        expect(response.status, `${method} ${path}`).not.toBe(405);
      }
    },
  );
});
