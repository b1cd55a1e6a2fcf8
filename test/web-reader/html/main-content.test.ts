import { describe, expect, it } from 'vitest';
import { findMainContent } from '../../../src/web-reader/html/main-content.ts';
import { readPageBlocks } from '../../../src/web-reader/html/page-blocks.ts';
import { HtmlToMarkdown } from '../../../src/web-reader/markdown/html-to-markdown.ts';
import { convertPage } from '../../../src/web-reader/website-page.ts';

const SAID =
  'The council said on Monday, after a long debate, that the bridge, closed since spring, will be open again in May.';
const paragraphs = (times: number) => `<p>${SAID}</p>`.repeat(times);
const LINKS =
  '<ul><li><a href="/a">First of the others</a></li><li><a href="/b">Second</a></li></ul>';

function contentOf(html: string): string {
  const converter = new HtmlToMarkdown(
    'https://site.example/',
    1_000_000,
    'main',
    findMainContent(html),
  );
  converter.write(html);
  return converter.end().markdown;
}

const ARTICLE = `<title>Bridge opens | Echo</title><body><div class="top">${LINKS}</div><h1>Bridge opens</h1><div id="wrap"><div class="story">${paragraphs(8)}</div></div>`;

describe('a page without prose', () => {
  const menu = (name: string) =>
    `<div ${name}><ul><li><a href="/a">Start</a></li><li><a href="/b">Rooms and prices</a></li><li><a href="mailto:a@zorbax.example">Write</a></li></ul></div>`;
  const address = '<p>Mill Road 5, Leeds</p>';

  it.each(['id="menu"', 'class="mobile-menu"', 'class="mainMenu open"'])(
    'is without the menu before its title: %s',
    (name) => {
      const content = contentOf(`<body>${menu(name)}<h1>Contact</h1>${address}</body>`);
      expect(content).toBe('# Contact\n\nMill Road 5, Leeds');
    },
  );

  it('is without a menu of links only behind the name of the site', () => {
    const links = '<ul><li><a href="/a">Start</a></li><li><a href="/b">Rooms</a></li></ul>';
    const html = `<body><div><h1>Zorbax Inn</h1></div><div id="menu">${links}</div>${address}</body>`;
    expect(contentOf(html)).toBe('# Zorbax Inn\n\nMill Road 5, Leeds');
  });

  it.each([
    ['behind its title, as of a restaurant', `<h1>Our menu</h1>${menu('class="menu"')}`],
    ['without a title', `${menu('class="menu"')}${address}`],
    ['around its title', `<div class="menu"><h1>Menu</h1>${menu('class="dishes"')}</div>`],
    ['of other names', `${menu('class="dishes"')}<h1>Contact</h1>${address}`],
    [
      'of dishes',
      `<div class="menu"><p>Soup 4.50, fish 9.20, pie 3.10</p></div><h1>Open daily</h1>`,
    ],
  ])('keeps a menu %s', (_, body) => {
    expect(contentOf(`<body>${body}</body>`)).toMatch(/Rooms and prices|Soup/);
  });
});

describe('the content of a page', () => {
  it.each([
    ['a column of links', `<div class="right">${LINKS}<p>Elsewhere</p></div>`, 'Elsewhere'],
    [
      'remarks of readers',
      `<div id="comments">${'<p>I was there, and it rained, all day long, as it always does in this town of ours.</p>'.repeat(3)}</div>`,
      'rained',
    ],
    ['a list of links in the text', `<div>${LINKS}</div>`, 'Second'],
    ['text directly in the body', 'Terms of this site', 'Terms'],
  ])('is without %s', (_, beside, word) => {
    const inText = beside.startsWith('<div><ul>');
    const html = inText ? ARTICLE.replace('<p>', `${beside}<p>`) : `${ARTICLE}${beside}`;
    expect(html).toContain(word);
    const content = contentOf(html);
    expect(content).not.toContain(word);
    expect(content.split(SAID)).toHaveLength(9);
  });

  it('has the heading that the title repeats, and what leads from it to the text', () => {
    const lead = `${SAID} This is how it begins.`;
    const content = contentOf(ARTICLE.replace('</h1>', `</h1><div class="lead">${lead}</div>`));
    expect(content).toMatch(/^# Bridge opens\n\nThe council/);
    expect(content).toContain('This is how it begins.');
    expect(content).not.toContain('First of the others');
  });

  it.each([
    ['elements of its own', '<x-app><x-view>', '</x-view></x-app>'],
    ['styles closed out of order', '<b><span>', '</b> </span>'],
    ['no body', '', ''],
  ])('is found in %s', (_, before, after) => {
    const html = `<div>${LINKS}</div>${before}<div class="story">${paragraphs(8)}</div>${after}<div>${LINKS}</div>`;
    const content = contentOf(html);
    expect(content.split(SAID)).toHaveLength(9);
    expect(content).not.toContain('Second');
  });

  it.each([
    ['has little text', `<div>${paragraphs(3)}</div><div>${LINKS}</div>`],
    [
      'sells something',
      `<script type="application/ld+json">{"@type":"Product"}</script><p>19 €</p><div>${paragraphs(8)}</div>`,
    ],
    ['is mostly links', `<div><p>${SAID.repeat(4)}</p>${LINKS.repeat(40)}</div>`],
    [
      'is mostly remarks',
      `<div><p>${SAID.repeat(4)}</p></div>${`<div class="comment">${paragraphs(2)}</div>`.repeat(4)}`,
    ],
  ])('is all of one that %s', (_, html) => {
    expect(findMainContent(html)).toBeNull();
  });

  it.each([
    ['Related topics', 'div'],
    ['You may also like', 'section'],
    ['Das könnte Sie auch interessieren', 'div'],
    ['アクセスランキング', 'div'],
  ])('is without the list of others called %s', (heading, name) => {
    const short = `<h1>Late swarm</h1><p>${SAID}</p>`;
    const content = contentOf(`${short}<${name}><h3>${heading}</h3>${LINKS}</${name}>`);
    expect(content).toContain(SAID);
    expect(content).not.toContain('Second');
    expect(content).not.toContain(heading);
    const flat = contentOf(`<body>${short}<h3>${heading}</h3>${LINKS}<h3>Own</h3>${LINKS}</body>`);
    expect(flat.split('Second')).toHaveLength(2);
    expect(flat).toContain('Own');
  });

  it('of a short page is without what surely stands beside', () => {
    const page = `<div class="announcement-bar">Free shipping</div><div class="product"><p>19 €</p><p>${SAID}</p></div><div class="footer">Imprint</div>`;
    expect(contentOf(page)).toBe(`19 €\n\n${SAID}`);
  });

  it('of a page with text is without its menus, and keeps its addresses', () => {
    const mails = '<ul><li><a href="mailto:a@b.example">a@b.example</a></li></ul>';
    const cells =
      '<table><tr><th>Basin</th><th>Good</th></tr><tr><td>North</td><td>54</td></tr></table>'.repeat(
        20,
      );
    const content = contentOf(`<div class="left">${LINKS}</div>${cells}${paragraphs(4)}${mails}`);
    expect(content).not.toContain('Second');
    expect(content).toContain('North');
    expect(content).toContain('a@b.example');
  });

  it('is the only article of a page with little else', () => {
    const article = `<article><h1>tidy</h1><p>${SAID}</p></article>`;
    expect(contentOf(`<div>Star 340</div>${article}<div>Rust 98%</div>`)).toBe(`# tidy\n\n${SAID}`);
    expect(contentOf(`<div>Star 340</div>${article}${article}`)).toContain('Star');
  });

  it('has the longest heading that the title names', () => {
    const page = ARTICLE.replace('<title>Bridge opens | Echo', '<title>Echo | News: Bridge opens');
    const content = contentOf(page.replace('<h1>', '<h2>Echo</h2><h1>'));
    expect(content).toMatch(/^# Bridge opens\n\nThe council/);
  });

  it('leaves what a page says of itself, and its whole when that is asked for', async () => {
    const data =
      '<script type="application/ld+json">{"@type":"NewsArticle","author":"Ann Lee"}</script>';
    const html = `${ARTICLE}<div class="sidebar"><p>Elsewhere</p>${data}</div>`;
    const query = { url: 'https://site.example/', formats: ['html', 'metadata'] } as const;
    const main = await convertPage([html], { ...query, extent: 'main' }, undefined);
    expect(main.metadata?.author).toBe('Ann Lee');
    expect(main.html).not.toContain('Elsewhere');
    expect(main.html).toContain(SAID);
    const page = await convertPage([html], { ...query, extent: 'page' }, undefined);
    expect(page.html).toContain('Elsewhere');
  });

  it('of a page too long to choose from is all of it, in order', async () => {
    const chunks = [
      ARTICLE,
      '<!--',
      ' '.repeat(2_200_000),
      '-->',
      '<div class="right">Elsewhere</div>',
    ];
    const query = { url: 'https://site.example/', formats: ['markdown'], extent: 'main' } as const;
    const { markdown } = await convertPage(chunks, query, undefined);
    expect(markdown).toMatch(/First of the others[\s\S]*Bridge opens[\s\S]*Elsewhere$/);
  });

  const CLUB = `<section><h2>The club</h2>${paragraphs(8)}</section>`;
  const TALKS =
    '<table><tr><th>Time</th><th>Talk</th></tr><tr><td>9:00</td><td><a href="/t">Opening</a></td></tr></table>';

  it.each([
    ['<main>', '</main>'],
    ['<div role="main"><header>', '</header></div>'],
  ])('is all of what the page states it to be by %s', (open, close) => {
    const facts = '<h1>Concert</h1><p>Tuesday, 5 May, 19:30</p><form><p>18 €</p></form>';
    const content = contentOf(`<title>Concert</title>${open}${facts}${close}${CLUB}`);
    expect(content).toBe('# Concert\n\nTuesday, 5 May, 19:30\n\n18 €');
    const long = contentOf(`<div>${LINKS}</div>${open}${facts}${CLUB}${TALKS}${close}`);
    expect(long).toContain('19:30');
    expect(long).toContain('| 9:00 |');
    expect(long).not.toContain('Second');
  });

  it.each([
    ['holds the menus of the page', `<main><div>${LINKS}</div><h1>Concert</h1>`, '</main>'],
    ['holds its foot', '<main><h1>Concert</h1>', '<footer>Imprint</footer></main>'],
    ['is one of two', '<main>Concert, Tuesday</main><main>', '</main>'],
    ['says nothing', '<main><p>Loading</p></main>', ''],
  ])('is found by its text where main %s', (_, before, after) => {
    const content = contentOf(`${before}<div class="story">${paragraphs(8)}</div>${after}`);
    expect(content.split(SAID)).toHaveLength(9);
    expect(content).not.toMatch(/Second|Imprint|Loading|Tuesday/);
  });

  it.each(['main', 'article'])(
    'in %s has its lists of links, and not those of its places',
    (name) => {
      const places =
        '<div class="x"><h2>Contents</h2><ul><li><a href="#a">Part A</a></li></ul></div>';
      const notes =
        '<ol><li><a href="#r1">^</a> <a href="https://a.example/">Smith, On rivers</a>, 2019</li></ol>';
      const tabs = '<div><ul><li><a href="/talk">Talk</a></li></ul></div>';
      const content = contentOf(
        `<${name}><header><h1>Rivers</h1></header>${tabs}${places}${paragraphs(5)}<h2>References</h2>${notes}<h2>Files</h2>${LINKS}<p><a href="/all">All of it</a></p>${TALKS}</${name}>`,
      );
      expect(content).toContain('Smith');
      expect(content).toContain('[Second](https://site.example/b)');
      expect(content).toContain('| 9:00 |');
      expect(content).not.toMatch(/Part A|Contents|Talk\]\(https:\/\/site.example\/talk/);
    },
  );

  it('has no heading over nothing but what is left out', () => {
    const content = contentOf(
      `<div class="story"><div><h2>Lead</h2><div class="share"><a href="#">Share</a></div></div>${paragraphs(8)}<div><h3>Elsewhere</h3></div><ul class="x">${LINKS.slice(4)}<h3>After</h3><p>Told.</p></div>`,
    );
    expect(content).not.toMatch(/Elsewhere|Second/);
    expect(content).toContain('### After');
    expect(content).toContain('## Lead');
  });

  it('has the remarks of its text, and windows that are open', () => {
    const beside = `<aside class="sidebar-tips">Elsewhere</aside><dialog>Closed</dialog>`;
    const content = contentOf(
      `<main><article><h1>Install</h1><aside class="admonition warning">Hot</aside><aside role="doc-footnote">Foot</aside><aside>Plain</aside><dialog open>Window</dialog>${beside}</article><aside>Outer</aside></main>`,
    );
    expect(content).toBe('# Install\n\nHot\n\nFoot\n\nPlain\n\nWindow');
  });

  it.each([
    '<div class="cky-consent-container">',
    '<div id="usercentrics-root">',
    '<div id="sp_message_container_81">',
    '<div id="qc-cmp2-container">',
    '<div class="klaro">',
    '<div id="iubenda-cs-banner">',
    '<div id="axeptio_overlay">',
    '<div id="termly-code-snippet-support">',
    '<div class="osano-cm-window">',
    '<div class="fc-consent-root">',
    '<div id="truste-consent-track">',
    '<span class="mw-editsection">',
  ])('is without %s', (open) => {
    expect(contentOf(`${open}<b>We use cookies</b></div></span><p>Write to us</p>`)).toBe(
      'Write to us',
    );
  });

  it('has the words of labels apart, whatever stands between them', () => {
    const fields = '<label>Email<input></label><label>Password<input type=password></label>';
    expect(contentOf(`<main>${fields}na<input type="hidden">me</main>`)).toBe(
      'Email Password name',
    );
  });
});

it('counts the text of a link around another as its own', () => {
  const [block] = readPageBlocks(
    '<div><a href="/x"><table><tr><td><a href="#y">within</a></table>elsewhere</a>, no link</div>',
  ).blocks;
  expect(block).toMatchObject({ chars: 24, linkChars: 15, withinChars: 6 });
});
