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

  it.each<[words: string, date: string | null, lang?: string]>([
    ['Published 3 May 2021', '2021-05-03'],
    ['May 3 2021', '2021-05-03'],
    ['Sept 3, 2021', '2021-09-03'],
    ['Marathon 10 2022', null],
    ['12. Jänner 2024', '2024-01-12', 'de'],
    ['12. septembra 2024', '2024-09-12', 'sl'],
    ['12. avgusta 2024', '2024-08-12', 'sl'],
    ['12. augustā 2024', '2024-08-12', 'lv'],
    ['12. oktobar 2024.', '2024-10-12', 'sr'],
    ['5 min read', null],
    ['Follow us', null],
  ])('have no author in other words of an element of that class: %s', async (words, date, lang) => {
    const page = `<article><h1>Bread</h1><p class=byline>${words}</p></article>`;
    expect(await read(page, lang)).toEqual([null, date]);
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
  expect(await read('<h1>Bread</h1>', 'en', meta)).toEqual(['Ada Lund, Bo Ek', null]);
});

describe('author and date', () => {
  const ARTICLE = '<article><h1>Bread</h1>';

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

  it.each([
    ['cs', 'Jana Nová, 5. 6. 2023', 'Jana Nová', '2023-06-05'],
    ['en', 'Ann Lee | 5 June 2023', 'Ann Lee', '2023-06-05'],
    ['en', 'San Francisco, 5 June 2023', null, '2023-06-05'],
    ['en', 'Posted by cy_poe on Sunday, 6th of August, 2017', 'cy_poe', '2017-08-06'],
    ['en', 'By Ann Lee, Bo Roe and Cy Poe', 'Ann Lee, Bo Roe and Cy Poe', null],
    ['en', 'By Ann Lee, BBC News, Cairo', 'Ann Lee', null],
    ['fr', 'Par Luc Roy avec AFP', 'Luc Roy', null],
    ['it', 'a cura di Gino Rossi', 'Gino Rossi', null],
    ['ro', 'De Ion Popescu, 5 iunie 2023', 'Ion Popescu', '2023-06-05'],
    ['de', 'Text und Fotos: Ute Ott', 'Ute Ott', null],
    ['zh-TW', '記者王小明／台北報導', '王小明', null],
    ['zh', '来源：新华社 作者：王小明', '王小明', null],
    ['ja', '著者：佐藤 花子', '佐藤 花子', null],
    ['ar', 'كتب أحمد علي', 'أحمد علي', null],
    ['he', 'מאת יעל כהן, 5 ביוני 2023', 'יעל כהן', '2023-06-05'],
    ['vi', 'Tác giả: Nguyễn Văn An', 'Nguyễn Văn An', null],
  ])('are read from a line: %s, %s', async (lang, line, author, date) => {
    expect(await read(`${ARTICLE}<p>${line}</p></article>`, lang)).toEqual([author, date]);
  });

  it.each([
    ['ar', '٥ يونيو ٢٠٢٣'],
    ['hi', '5 जून 2023'],
    ['th', '5 มิถุนายน 2566'],
    ['vi', '5 tháng 6 năm 2023'],
    ['lt', '2023 m. birželio 5 d.'],
    ['sr', '5. јун 2023.'],
    ['sl', '5. junij 2023'],
    ['ca', "5 d'agost de 2023, actualitzat; 5 de juny de 2023"],
  ])('have the day in %s: %s', async (lang, line) => {
    const [, date] = await read(`${ARTICLE}<p>${line.replace(/^.*; /, '')}</p></article>`, lang);
    expect(date).toBe('2023-06-05');
  });

  it('stand above the heading of an article too', async () => {
    const page = '<article><p>Ann Lee · 5 June 2023</p><h1>Bread</h1>';
    expect(await read(page)).toEqual(['Ann Lee', '2023-06-05']);
    const cards = '<article><p>By Bo Roe</p></article><h1>Bread</h1>';
    expect(await read(cards)).toEqual(NEITHER);
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

  it('have the day before the month with dashes where no language is declared', async () => {
    expect(await read('<article><h1>Bread</h1><p>04-02-2016</p>', '')).toEqual([
      null,
      '2016-02-04',
    ]);
    expect(await read('<article><h1>Bread</h1><p>04/02/2016</p>', '')).toEqual(NEITHER);
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

describe('the language of a page', () => {
  const of = async (attributes: string, text: string, head = '') => {
    const query = { url: 'https://site.example/', formats: ['markdown'], extent: 'main' } as const;
    const page = `<html ${attributes}><head>${head}</head><body><h1>1</h1><p>${text}</p><p>${text}</p>`;
    return (await convertPage([page], query, undefined)).language;
  };
  const FRENCH =
    'Les habitants ont demandé combien de temps dureraient les travaux et qui paierait.';
  const ENGLISH = 'Residents asked how long the works would take and who would pay for them.';

  it.each([
    ['fr', FRENCH],
    ['en', ENGLISH],
    [
      'da',
      'Beboerne spurgte, hvor længe arbejdet ville vare, og hvem der skulle betale efter det.',
    ],
    ['nb', 'Innbyggerne spurte hvor lenge arbeidet skulle vare, men rådet har ikke bestemt seg.'],
    ['fi', 'Asukkaat kysyivät, kuinka kauan työt kestäisivät ja kuka ne maksaisi, mutta ei vielä.'],
    ['uk', 'Мешканці питали, як довго триватимуть роботи і хто їх оплатить.'],
    ['fa', 'ساکنان پرسیدند که کارها چقدر طول می‌کشد و چه کسی هزینه آن را می‌پردازد.'],
    ['ja', '住民は工事がどのくらい続くのか、誰が費用を払うのかを尋ねました。'],
  ])('that declares none is recognized: %s', async (language, text) => {
    expect(await of('', text)).toBe(language);
    expect(await of('', '2023')).toBeNull();
  });

  it('is the declared one, unless English is and the text has hardly a word of it', async () => {
    expect(await of('lang=de-AT', ENGLISH)).toBe('de-AT');
    expect(await of('lang=en', FRENCH)).toBe('fr');
    expect(await of('lang=en-GB', `${ENGLISH} ${FRENCH}`)).toBe('en-GB');
    expect(await of('', '2023', '<meta property=og:locale content=sv_SE>')).toBe('sv-SE');
  });
});
