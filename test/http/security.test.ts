import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { varsSchema } from '../../src/env.ts';
import { createApp } from '../../src/http/app.ts';
import { withUserAgent } from '../../src/open-data/outbound/connections.ts';
import { appServices } from '../../src/services.ts';
import { call, createOrganization } from '../support/api.ts';

const vars = varsSchema.parse({
  PUBLIC_URL: 'https://lookups.example/ignored',
  OPERATOR_CONTACT: 'abuse@lookups.example',
});

/** The service as it would run with those vars. */
async function fetchFrom(overrides: Partial<typeof appServices>, url: string, token = '') {
  const context = createExecutionContext();
  const request = new Request(url, { headers: { Authorization: `Bearer ${token}` } });
  const response = await createApp({ ...appServices, ...overrides }).fetch(request, {}, context);
  await waitOnExecutionContext(context);
  return response;
}

describe('the address of the service', () => {
  const { PUBLIC_URL: publicUrl } = vars;
  const docs = { ...appServices.docs, publicUrl };
  const unset = { ...appServices.docs, publicUrl: undefined };

  it('is PUBLIC_URL, whatever the request calls it', async () => {
    const { sandbox } = await createOrganization();
    const created = await call('POST', '/v1/bulk/jobs', {
      token: sandbox,
      body: { type: 'ip_lookup', inputs: ['8.8.8.8'] },
    });
    const path = `/v1/bulk/jobs/${created.body.data.job_id}`;
    const read = async (overrides: Partial<typeof appServices>) => {
      const response = await fetchFrom(overrides, `https://forged.example${path}`, sandbox);
      // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
      return ((await response.json()) as any).data.results_url as string | null;
    };
    await expect
      .poll(() => read({ publicUrl }), { timeout: 15_000 })
      .toMatch(/^https:\/\/lookups\.example\/files\//);
    expect(await read({ publicUrl: undefined })).toMatch(/^https:\/\/forged\.example\/files\//);
  });

  it('or without one that of the request, is the server of the OpenAPI document, and in the examples of the docs', async () => {
    const serversOf = async (response: Response) =>
      ((await response.json()) as { servers: unknown }).servers;
    const url = 'https://forged.example/openapi.json';
    expect(await serversOf(await fetchFrom({ docs }, url))).toEqual([
      { url: 'https://lookups.example' },
    ]);
    expect(await serversOf(await fetchFrom({ docs: unset }, url))).toEqual([
      { url: 'https://forged.example' },
    ]);
    const page = await (await fetchFrom({ docs }, 'https://forged.example/docs/phone')).text();
    expect(page).toContain('https://lookups.example/v1/');
    expect(page).not.toContain('forged.example');
  });
});

it('no Host header puts a command into an example, or markup into the docs', async () => {
  const host = "a$(id);'b.example";
  const docs = { ...appServices.docs, publicUrl: undefined };
  const page = await (await fetchFrom({ docs }, `https://${host}/docs/phone`)).text();
  expect(new URL(`https://${host}`).origin).toContain('$(id)');
  expect(page).not.toContain('$(id)');
  expect(page).toContain('curl https://lookup.example/v1/phone');
});

describe('whom to write to', () => {
  const { OPERATOR_CONTACT: contact } = vars;

  it('is in security.txt, which is not there without it', async () => {
    const url = 'https://api.test/.well-known/security.txt';
    const response = await fetchFrom({ contact }, url);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    const text = await response.text();
    expect(text).toContain('Contact: mailto:abuse@lookups.example\n');
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
    expect((await fetchFrom({ contact: undefined }, url)).status).toBe(404);
  });

  it('is a web address too, and nothing else', () => {
    const parse = (OPERATOR_CONTACT: string) => varsSchema.safeParse({ OPERATOR_CONTACT });
    expect(parse('https://example.com/abuse').data?.OPERATOR_CONTACT).toBe(
      'https://example.com/abuse',
    );
    expect(parse('').data?.OPERATOR_CONTACT).toBeUndefined();
    expect(parse('somebody').success).toBe(false);
  });

  it('goes with every fetch, behind the name the request has', async () => {
    const named: (string | null)[] = [];
    const note = async (request: Request) => {
      named.push(request.headers.get('User-Agent'));
      return new Response();
    };
    for (const headers of [{}, { 'User-Agent': 'Bot/2' }] as HeadersInit[]) {
      await withUserAgent(note, contact)(new Request('https://a.example', { headers }));
      await withUserAgent(note, undefined)(new Request('https://a.example', { headers }));
    }
    expect(named).toEqual([
      'LookupApi/1.0 (+mailto:abuse@lookups.example)',
      'LookupApi/1.0',
      'Bot/2 (+mailto:abuse@lookups.example)',
      'Bot/2',
    ]);
  });
});

describe('every reply', () => {
  it.each(['/health', '/nothing', '/v1/phone', '/openapi.json', '/docs', '/admin/records'])(
    '%s guards its type, and over HTTPS its transport',
    async (path) => {
      const secure = await fetchFrom({}, `https://api.test${path}`);
      expect(secure.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(secure.headers.get('Strict-Transport-Security')).toBe('max-age=31536000');
      const plain = await fetchFrom({}, `http://localhost${path}`);
      expect(plain.headers.get('Strict-Transport-Security')).toBeNull();
    },
  );
});
