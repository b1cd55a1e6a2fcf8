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

describe('the lines below a heading', () => {
  it.each([
    ['it', 'Comune di Reggio Emilia'],
    ['it', 'La vita di Ada Lund'],
    ['de', 'Der Graf von Monte Cristo'],
    ['fr', 'Accès par Porte Maillot'],
    ['en', 'Close by Hyde Park'],
    ['en', 'Directed by Ada Lund'],
  ])('have no author where a preposition joins other words: %s, %s', async (lang, line) => {
    expect(await read(`<h1>Bread</h1><p>${line}</p>`, lang)).toEqual(NEITHER);
  });

  it.each([
    ['en', 'Written by Ada Lund'],
    ['en', 'Story by Ada Lund'],
    ['en', 'An article by Ada Lund'],
    ['de', 'Ein Beitrag von Ada Lund'],
    ['it', 'Articolo di Ada Lund'],
    ['pt', 'Publicado por Ada Lund'],
    ['fr', 'Rédigé par Ada Lund'],
  ])('have the author behind words for writing: %s, %s', async (lang, line) => {
    expect(await read(`<h1>Bread</h1><p>${line}</p>`, lang)).toEqual(['Ada Lund', null]);
  });

  it.each([
    ['Published 3 May 2021', '2021-05-03'],
    ['May 3 2021', '2021-05-03'],
    ['Sept 3, 2021', '2021-09-03'],
    ['Marathon 10 2022', null],
    ['5 min read', null],
    ['Follow us', null],
  ])('have no author in other words of an element of that class: %s', async (words, date) => {
    const page = `<article><h1>Bread</h1><p class=byline>${words}</p></article>`;
    expect(await read(page)).toEqual([null, date]);
  });

  it('keep an account or an office that such an element names', async () => {
    const of = (name: string) => read(`<article><h1>Bread</h1><p class=author>${name}</p>`);
    expect(await of('ada_lund')).toEqual(['ada_lund', null]);
    expect(await of('BBC News')).toEqual(['BBC News', null]);
  });

  it.each([
    '<p><time datetime="2027-05-12T19:00">12 May, 7 pm</time></p>',
    '<div class=event-date>12 May 2027</div>',
    '<p class=meta>Born 5 May 1990 in Rome</p>',
    '<p class=meta>Deadline: 5 May 2027</p>',
    '<p class=meta>Doors open on 12 May 2027</p>',
    '<p class=meta>Decision 12/2021</p>',
  ])('have no date of publication in that of something else: %s', async (lines) => {
    expect(await read(`<h1>Bread</h1>${lines}`)).toEqual(NEITHER);
  });

  it('have no month in the name of a town', async () => {
    const of = (line: string, lang: string) => read(`<article><h1>Bread</h1><p>${line}</p>`, lang);
    expect(await of('Augsburg 12/2021', 'de')).toEqual(NEITHER);
    expect(await of('Marseille, 10.2021', 'fr')).toEqual(NEITHER);
    expect(await of('Mainz 10 2022', 'de')).toEqual(NEITHER);
    expect(await of('3 Mai 2022', 'de')).toEqual([null, '2022-05-03']);
    expect(await of('3. tammikuuta 2022', 'fi')).toEqual([null, '2022-01-03']);
  });
});

it('names all authors of the linked data, not the first of repeated meta elements', async () => {
  const authors = ['Ada Lund', 'Bo Ek'];
  const meta = authors.map((name) => `<meta name=citation_author content="${name}">`).join('');
  const data = { '@type': 'ScholarlyArticle', author: authors.map((name) => ({ name })) };
  const json = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  expect(await read('<h1>Bread</h1>', 'en', meta + json)).toEqual(['Ada Lund, Bo Ek', null]);
  expect(await read('<h1>Bread</h1>', 'en', meta)).toEqual(['Ada Lund', null]);
});
