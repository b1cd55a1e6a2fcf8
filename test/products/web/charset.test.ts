import { describe, expect, it } from 'vitest';
import { type PageQuery, websitePage } from '../../../src/web-reader/website-page.ts';
import { fakeSites } from './fake-sites.ts';

const URL_OF_PAGE = 'https://site.example/';
const QUERY: PageQuery = { url: URL_OF_PAGE, formats: ['markdown'], extent: 'main' };
const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === 'string' ? [...value].map((character) => character.charCodeAt(0)) : [value],
    ),
  );

async function read(body: Uint8Array, type: string | null): Promise<string | undefined> {
  return (await websitePage.ask(QUERY, fakeSites({ [URL_OF_PAGE]: { body, type } }).world))
    ?.markdown;
}

describe('the encoding of a page', () => {
  it.each([
    ['Content-Type', 'text/html; charset=iso-8859-1', bytes('<p>caf', 0xe9), 'café'],
    [
      'Content-Type in quotes',
      'text/html; charset="windows-1251"',
      bytes('<p>', 0xcf, 0xf0, 0xe8),
      'При',
    ],
    ['latin-1 means windows-1252', 'text/html; charset=latin1', bytes('<p>', 0x80, 0x93), '€“'],
    ['Shift_JIS', 'text/html; charset=Shift_JIS', bytes('<p>', 0x93, 0xfa, 0x96, 0x7b), '日本'],
    ['EUC-JP', 'text/html; charset=euc-jp', bytes('<p>', 0xc6, 0xfc, 0xcb, 0xdc), '日本'],
    ['GB18030', 'text/html; charset=gb2312', bytes('<p>', 0xd6, 0xd0, 0xce, 0xc4), '中文'],
    ['Big5', 'text/html; charset=big5', bytes('<p>', 0xa4, 0xa4, 0xa4, 0xe5), '中文'],
    ['EUC-KR', 'text/html; charset=euc-kr', bytes('<p>', 0xc7, 0xd1), '한'],
    ['KOI8-R', 'text/html; charset=koi8-r', bytes('<p>', 0xf0, 0xd2), 'Пр'],
    ['ISO-8859-2', 'text/html; charset=iso-8859-2', bytes('<p>', 0xb3), 'ł'],
    ['meta charset', 'text/html', bytes('<meta charset=windows-1251><p>', 0xcf), 'П'],
    [
      'meta http-equiv',
      'text/html',
      bytes('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>', 0xcf),
      'П',
    ],
    [
      'a meta in a comment does not count',
      'text/html',
      bytes('<!-- <meta charset=windows-1251> --><p>', 0xc3, 0xa9),
      'é',
    ],
    [
      'XML declaration',
      'application/xhtml+xml',
      bytes('<?xml version="1.0" encoding="iso-8859-1"?><p>', 0xe9),
      'é',
    ],
    [
      'Content-Type before meta',
      'text/html; charset=utf-8',
      bytes('<meta charset=windows-1251><p>', 0xc3, 0xa9),
      'é',
    ],
    [
      'byte order mark before everything',
      'text/html; charset=windows-1251',
      bytes(0xef, 0xbb, 0xbf, '<p>', 0xc3, 0xa9),
      'é',
    ],
    ['UTF-16 little endian by mark', 'text/html', bytes(0xff, 0xfe, '<\0p\0>\0', 0xe9, 0), 'é'],
    [
      'UTF-16 big endian by header',
      'text/html; charset=utf-16be',
      bytes('\0<\0p\0>', 0, 0xe9),
      'é',
    ],
    [
      'a meta that says UTF-16 is UTF-8',
      'text/html',
      bytes('<meta charset=utf-16><p>', 0xc3, 0xa9),
      'é',
    ],
    ['an unknown label is ignored', 'text/html; charset=klingon', bytes('<p>', 0xc3, 0xa9), 'é'],
    ['undeclared and valid is UTF-8', 'text/html', bytes('<p>', 0xc3, 0xa9), 'é'],
    [
      'undeclared and not valid is windows-1252',
      'text/html',
      bytes('<p>caf', 0xe9, ' x'),
      'café x',
    ],
    ['no type at all', null, bytes('<p>', 0xc3, 0xa9), 'é'],
    ['broken bytes are replaced', 'text/html; charset=utf-8', bytes('<p>a', 0xff, 'b'), 'a\ufffdb'],
  ])('%s', async (_, type, body, markdown) => {
    expect(await read(body, type)).toBe(markdown);
  });

  it('is decoded across chunks that cut characters', async () => {
    const body = new TextEncoder().encode(`<p>${'é日😀'.repeat(3_000)}`);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < body.length; at += 7) controller.enqueue(body.subarray(at, at + 7));
        controller.close();
      },
    });
    const page = await websitePage.ask(
      QUERY,
      fakeSites({ [URL_OF_PAGE]: { body: stream, type: 'text/html; charset=utf-8' } }).world,
    );
    expect(page?.markdown).toBe('é日😀'.repeat(3_000));
  });
});
