import { exports } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../src/accounts/team/demo-organization.ts';
import { renderDocs } from '../../src/http/docs/docs-page.ts';
import { openApiDocument } from '../../src/http/docs/openapi-document.ts';
import { ATTRIBUTIONS } from '../../src/open-data/attribution.ts';
import { families } from '../../src/products/index.ts';
import { appServices } from '../../src/services.ts';
import { createOrganization, operate } from '../support/api.ts';
import { fixtureLimits } from '../support/fixture-family.ts';
import { seedAddresses } from '../support/seed-addresses.ts';
import { seedRecords } from '../support/seed-records.ts';
import { shellWords } from '../support/shell-words.ts';

const ORIGIN = 'https://api.test';
let demo: { test: string; live: string };
let page: string;

beforeAll(async () => {
  await seedAddresses();
  await seedRecords();
  const { keys } = await seedDemo(appServices.admin.accounts, 'key secret of the tests');
  await operate('PUT', '/organizations/org_demo/subscription', {
    plan: 'starter',
    status: 'active',
  });
  const keyOf = (word: string) => keys.find(({ key }) => key.startsWith(word))!.key;
  demo = { test: keyOf('sk_test_'), live: keyOf('sk_live_') };
  const demoKey = () => Promise.resolve(demo.test);
  page = await renderDocs(
    { families, limits: fixtureLimits, attribution: ATTRIBUTIONS, demoKey },
    ORIGIN,
  );
});

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Blocks of code that are commands. */
const commandsOf = (html: string): string[] =>
  [...html.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)]
    .map((match) => unescaped(match[1]!))
    .filter((code) => /^curl /m.test(code));

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

describe('the docs', () => {
  it('show a call of every product, of bulk jobs, of monitors, and the quick start with a key', () => {
    const commands = commandsOf(page);
    const products = families.flatMap((family) => family.products);
    expect(commands).toHaveLength(products.length + 3);
    expect(commands[0]).toContain(`export API_KEY=${demo.test}\n`);
  });

  it.each(['test', 'live'] as const)('work as pasted with a %s key', async (mode) => {
    const { owner } = await createOrganization();
    const key = mode === 'test' ? demo.test : owner;
    for (const command of commandsOf(page)) {
      const { status, text } = await run(command, { API_KEY: key });
      expect([200, 201], `${command}\n${text}`).toContain(status);
    }
  });

  it.each(['page', 'OpenAPI document'])(
    'offer no path that is not there: the %s',
    async (where) => {
      const described = Object.entries(openApiDocument(families, fixtureLimits).paths).flatMap(
        ([path, methods]) => Object.keys(methods).map((method) => ['', method.toUpperCase(), path]),
      );
      const shown = [
        ...unescaped(page).matchAll(/(GET|POST|PUT|DELETE)(?:<\/span> <code>| )(\/[\w/{}-]+)/g),
      ];
      const paths = where === 'page' ? shown : described;
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
