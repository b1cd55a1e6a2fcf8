import { describe, expect, it } from 'vitest';
import { renderedPage } from '../../../src/web-reader/rendered-page.ts';
import { type PageQuery, websitePage } from '../../../src/web-reader/website-page.ts';
import { type FakePage, fakeSites } from './fake-sites.ts';

const ADDRESS = 'https://site.example/page';
const QUERY: PageQuery = { url: ADDRESS, formats: ['markdown'], extent: 'main' };

const read = (page: FakePage) => websitePage.ask(QUERY, fakeSites({ [ADDRESS]: page }).world);

describe('a fetched page', () => {
  it('is described where the last redirect ended, and links are relative to there', async () => {
    const page = await read({
      body: '<title>T</title><a href="x">x</a>',
      url: 'https://www.site.example/new/',
    });
    expect(page).toMatchObject({
      title: 'T',
      markdown: '[x](https://www.site.example/new/x)',
      links: 1,
      finalUrl: 'https://www.site.example/new/',
      status: 200,
      contentType: 'text/html',
      rendered: false,
    });
  });

  it.each([
    ['text/plain', '  a *b*\n', 'a *b*'],
    ['text/markdown; charset=utf-8', '# T\n\n- x\n', '# T\n\n- x'],
    ['application/json', '{"a":1}', '```json\n{"a":1}\n```'],
    ['application/problem+json', '{}', '```json\n{}\n```'],
    ['application/rss+xml', '<rss/>', '```xml\n<rss/>\n```'],
  ])('of type %s passes through', async (type, body, markdown) => {
    expect(await read({ type, body })).toMatchObject({
      markdown,
      title: null,
      links: 0,
      contentType: type.split(';')[0],
    });
  });

  it('without a type is HTML only if it begins like HTML', async () => {
    expect(await read({ type: null, body: '\n <p>a</p>' })).toMatchObject({
      markdown: 'a',
      contentType: null,
    });
    expect(await read({ type: null, body: 'a < b <p>' })).toMatchObject({ markdown: 'a < b <p>' });
  });

  it.each([
    'application/pdf',
    'image/png',
    'image/svg+xml',
    'application/octet-stream',
    'video/mp4',
  ])('of type %s is refused', async (type) => {
    await expect(read({ type, body: 'x' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it.each([404, 403, 500, 503, 304, 204])('with status %i is refused, free', async (status) => {
    await expect(read({ status, body: '<p>x</p>' })).rejects.toMatchObject({
      code: 'UPSTREAM_ERROR',
      message: `The site answered with status ${status}.`,
    });
  });

  it('that is empty is refused', async () => {
    await expect(read({ body: '' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await expect(read({ body: ' \n' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('of a type named like a property of every object is refused', async () => {
    await expect(read({ type: 'constructor', body: 'x' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('is given up when nobody waits for it any longer', async () => {
    const body = `<nav>${'<p>menu '.repeat(500_000)}</nav><p>end`;
    const { world } = fakeSites({ [ADDRESS]: { body } });
    const waiting = new AbortController();
    setTimeout(() => waiting.abort(new Error('too late')), 0);
    await expect(websitePage.ask(QUERY, world, waiting.signal)).rejects.toThrow('too late');
  });

  it('is refused as the guarded fetcher refuses it', async () => {
    await expect(read({ fails: 'INVALID_INPUT' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(read({ fails: 'UPSTREAM_TIMEOUT' })).rejects.toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
  });

  it('is asked for with limits', async () => {
    const sites = fakeSites({ [ADDRESS]: { body: '<p>x' } });
    await websitePage.ask(QUERY, sites.world);
    const [options] = sites.options;
    expect(options?.timeoutMs).toBeLessThan(10_000);
    expect(options?.maxBytes).toBeGreaterThan(20 * 1_048_576);
    expect(options?.maxRedirects).toBe(5);
    expect(options?.headers?.['User-Agent']).toContain('LookupApiBot');
  });
});

describe('a rendered page', () => {
  it('is what the browser writes, after the address was checked', async () => {
    const rendered: string[] = [];
    const sites = fakeSites(
      { [ADDRESS]: { body: 'x', url: 'https://site.example/end' } },
      async (url) => {
        rendered.push(url);
        return '<title>Title</title><a href="//x.example/">a</a><img src="/i.png">';
      },
    );
    expect(await renderedPage.ask(QUERY, sites.world)).toMatchObject({
      title: 'Title',
      links: 1,
      status: null,
      rendered: true,
      finalUrl: 'https://site.example/end',
    });
    expect(rendered).toEqual(['https://site.example/end']);
  });

  it('is never asked for at an address the guard refuses', async () => {
    const sites = fakeSites({ [ADDRESS]: { fails: 'INVALID_INPUT' } }, async () =>
      expect.fail('rendered'),
    );
    await expect(renderedPage.ask(QUERY, sites.world)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('is not available without a browser', () => {
    expect(renderedPage.available(fakeSites({}).world)).toBe(false);
    expect(renderedPage.available(fakeSites({}, async () => '').world)).toBe(true);
  });
});
