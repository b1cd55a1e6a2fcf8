import { describe, expect, it } from 'vitest';
import { convertPage } from '../../../src/web-reader/website-page.ts';

const TEXT = `<p>${'Bread is baked here every morning by hand. '.repeat(6)}</p>`;

/** Author and date of a page whose body begins with these elements. */
async function read(lines: string, lang = 'en', head = '') {
  const query = { url: 'https://site.example/', formats: ['metadata'], extent: 'main' } as const;
  const html = `<html lang=${lang}><head>${head}</head><body>${lines}${TEXT}`;
  const { metadata } = await convertPage([html], query, undefined);
  return [metadata?.author ?? null, metadata?.publishedAt ?? null];
}

const NEITHER = [null, null];

describe('an element that is marked as the author', () => {
  const of = (name: string) => read(`<article><h1>Bread</h1><p class=author>${name}</p>`);

  it('names a person, an account or an office', async () => {
    expect(await of('By Ada van der Lund')).toEqual(['Ada van der Lund', null]);
    expect(await of('ada_lund')).toEqual(['ada_lund', null]);
    expect(await of('BBC News')).toEqual(['BBC News', null]);
    const linked = '<h1>Bread</h1><p class=byline>Por <a rel=author>Ada Lund</a>, Rome</p>';
    expect(await read(linked)).toEqual(['Ada Lund', null]);
  });

  it.each(['Published 3 May 2021', '5 min read', 'Follow us', 'Text: Ada Lund', 'x'])(
    'names nobody in other words: %s',
    async (words) => expect(await of(words)).toEqual(NEITHER),
  );

  it('names nobody where there are several', async () => {
    const by = (name: string) => `<p class=author>${name}</p>`;
    expect(await read(`<h1>Bread</h1>${by('Ada Lund')}${by('Ada Lund')}`)).toEqual([
      'Ada Lund',
      null,
    ]);
    expect(await read(`<h1>Bread</h1>${by('Ada Lund')}${by('Bo Ek')}`)).toEqual(NEITHER);
  });
});

it.each([
  '<p><time datetime="2027-05-12T19:00">12 May, 7 pm</time></p>',
  '<div class=event-date>12 May 2027</div>',
  '<p class=meta>Born 5 May 1990 in Rome</p>',
  '<p class=meta>Doors open on 12 May 2027</p>',
  '<p>By hand, in Rome</p>',
])('words of a page have neither author nor date of publication: %s', async (lines) => {
  expect(await read(`<h1>Bread</h1>${lines}`)).toEqual(NEITHER);
});

it('names all authors of the linked data, not the first of repeated meta elements', async () => {
  const authors = ['Ada Lund', 'Bo Ek'];
  const meta = authors.map((name) => `<meta name=citation_author content="${name}">`).join('');
  const data = { '@type': 'ScholarlyArticle', author: authors.map((name) => ({ name })) };
  const json = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  expect(await read('<h1>Bread</h1>', 'en', meta + json)).toEqual(['Ada Lund, Bo Ek', null]);
  expect(await read('<h1>Bread</h1>', 'en', meta)).toEqual(['Ada Lund, Bo Ek', null]);
});

describe('author and date', () => {
  it.each([
    [
      'microdata',
      `<article itemscope itemtype="https://schema.org/Article"><h1>Bread</h1><span itemprop=author
        itemscope><b itemprop=name>Ada Lund</b></span>
        <meta itemprop=datePublished content=2018-09-01>`,
    ],
    [
      'RDFa',
      `<article vocab="https://schema.org/" typeof=Article><h1>Bread</h1><b property=author>Ada Lund</b>
        <time property=datePublished datetime=2018-09-01>then</time>`,
    ],
    [
      'hAtom',
      `<div class=hentry><h1>Bread</h1><b class="author vcard">Ada Lund</b>
        <abbr class=published title=2018-09-01>then</abbr></div>`,
    ],
  ])('are read from %s', async (_, page) => {
    expect(await read(page)).toEqual(['Ada Lund', '2018-09-01']);
  });

  it('are none of a list of articles in microdata', async () => {
    const item = (name: string) =>
      `<div itemscope itemtype="https://schema.org/Article"><b itemprop=author>${name}</b></div>`;
    expect(await read(`<h1>Bread</h1>${item('Ada Lund')}${item('Bo Ek')}`)).toEqual(NEITHER);
  });

  it.each(['pubdate', 'publish-date', 'citation_online_date', 'dcterms.created'])(
    'have the date of the meta element %s',
    async (name) => {
      const meta = `<meta name=${name} content=2020-01-02>`;
      expect(await read('<h1>Bread</h1>', 'en', meta)).toEqual([null, '2020-01-02']);
    },
  );

  it('are read from the card of X, and from linked data with faults of templates', async () => {
    const card =
      '<meta name=twitter:label1 content="Geschrieben von"><meta name=twitter:data1 content="Ada Lund">';
    expect(await read('<h1>Bread</h1>', 'en', card)).toEqual(['Ada Lund', null]);
    const data = (type: string) =>
      `<script type="application/ld+json">{"@type":"${type}","name":"a\nb","author":{"name":"Ada Lund"},}</script>`;
    expect(await read('<h1>Bread</h1>', 'en', data('Article'))).toEqual(['Ada Lund', null]);
    expect(await read('<h1>Bread</h1>', 'en', data('Product'))).toEqual(NEITHER);
  });

  it('are a person rather than the name of the site', async () => {
    const by = '<article><h1>Bread</h1><p class=byline>By Ann Lee</p>';
    const of = (name: string) => `<meta name=author content="${name}">`;
    expect(await read(by, 'en', of('Novinky.cz'))).toEqual(['Ann Lee', null]);
    const site = '<meta property=og:site_name content="The Daily">';
    expect(await read(by, 'en', site + of('The Daily'))).toEqual(['Ann Lee', null]);
  });

  it('have the day in the address of a post, not of an archive', async () => {
    const at = async (path: string) => {
      const query = { url: `https://site.example${path}`, formats: ['metadata'] } as const;
      const page = `<h1>Bread</h1>${TEXT}`;
      const { metadata } = await convertPage([page], { ...query, extent: 'main' }, undefined);
      return metadata?.publishedAt ?? null;
    };
    expect(await at('/2014/12/24/bread.html')).toBe('2014-12-24');
    expect(await at('/news/2014-12-24-bread')).toBe('2014-12-24');
    expect(await at('/2014/12/24/')).toBeNull();
    expect(await at('/2014/13/24/bread')).toBeNull();
  });
});

it('the language of a page is the declared one', async () => {
  const of = async (attributes: string, head = '') => {
    const query = { url: 'https://site.example/', formats: ['markdown'], extent: 'main' } as const;
    const page = `<html ${attributes}><head>${head}</head><body><h1>1</h1>${TEXT}`;
    return (await convertPage([page], query, undefined)).language;
  };
  expect(await of('lang=de-AT')).toBe('de-AT');
  expect(await of('', '<meta property=og:locale content=sv_SE>')).toBe('sv-SE');
  expect(await of('')).toBeNull();
});
