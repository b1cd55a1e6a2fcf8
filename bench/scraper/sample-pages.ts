/** Sample pages of commonly scraped kinds, generated so that every run reads equal bytes. */
export interface SamplePage {
  name: string;
  html: string;
}

const WORDS =
  'the service answers each request with one envelope and a price that is known before anything is charged to the account of the caller'.split(
    ' ',
  );

/** Generator with a fixed seed (Numerical Recipes' LCG), so that all runs are equal. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function sentence(next: () => number): string {
  const words = Array.from(
    { length: 8 + Math.floor(next() * 14) },
    () => WORDS[Math.floor(next() * WORDS.length)] as string,
  );
  const at = Math.floor(next() * words.length);
  const dressed = [
    `<a href="/topic/${Math.floor(next() * 900)}">${words[at]}</a>`,
    `<strong>${words[at]}</strong>`,
    `<em>${words[at]}</em>`,
    `<code>${words[at]}()</code>`,
  ];
  words[at] = dressed[Math.floor(next() * dressed.length)] as string;
  return `${words.join(' ')} &mdash; &ldquo;quoted&rdquo; &amp; more.`;
}

const paragraph = (next: () => number): string =>
  `<p class="body-text">${Array.from({ length: 4 }, () => sentence(next)).join(' ')}</p>\n`;

/** Wraps content in what surrounds it on most pages: styles, scripts, menus, footer. */
function page(name: string, body: string): SamplePage {
  const menu = Array.from(
    { length: 40 },
    (_, at) =>
      `<li class="menu-item"><a class="nav-link" href="/section/${at}">Section ${at}</a></li>`,
  ).join('');
  const head = `<title>${name}</title><style>${'.a{color:red}'.repeat(400)}</style><script>${'var a=1<2;'.repeat(800)}</script>`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body><header><nav><ul>${menu}</ul></nav></header>
<main id="content">${body}</main><footer><p>Footer</p><ul>${menu}</ul></footer>
<script>${'window.b=2;'.repeat(400)}</script></body></html>`;
  return { name, html };
}

function article(paragraphs: number): string {
  const next = sequence(1);
  let body = '<article><h1>An article</h1>';
  for (let at = 0; at < paragraphs; at++) {
    if (at % 6 === 0)
      body += `<h2>Part ${at}</h2><figure><img src="/img/${at}.jpg" alt="Figure ${at}"><figcaption>Caption</figcaption></figure>`;
    if (at % 9 === 4) body += `<blockquote>${paragraph(next)}</blockquote>`;
    body += paragraph(next);
  }
  return `${body}</article>`;
}

function documentation(sections: number): string {
  const next = sequence(2);
  let body = '<h1>Reference</h1>';
  for (let at = 0; at < sections; at++) {
    body += `<section><h2 id="s${at}">Function ${at}</h2>${paragraph(next)}<pre><code class="language-js">const a = ${at};\nif (a &lt; 2 &amp;&amp; b) {\n  call(a);\n}\n</code></pre>`;
    body += `<ul><li>${sentence(next)}<ol><li>first</li><li>second</li></ol></li><li>${sentence(next)}</li></ul></section>`;
  }
  return body;
}

function tables(rows: number): string {
  const next = sequence(3);
  const cells = Array.from(
    { length: rows },
    (_, at) =>
      `<tr><td>${at}</td><td><a href="/item/${at}">Item ${at}</a></td><td>${sentence(next)}</td><td align="right">${Math.floor(next() * 9_999)}</td></tr>`,
  );
  return `<h1>Figures</h1><table><thead><tr><th>No</th><th>Name</th><th>Note</th><th>Value</th></tr></thead><tbody>${cells.join('\n')}</tbody></table>`;
}

function cards(count: number): string {
  const card = (at: number) =>
    `<div class="grid col-4 card shadow"><div class="card-inner"><a class="card-link" href="/p/${at}"><div class="thumb"><img src="/t/${at}.webp" alt="Product ${at}" loading="lazy" width="300" height="300"></div><h3 class="card-title"><span>Product</span> ${at}</h3></a><div class="meta"><span class="price">&euro;${at}.99</span><span class="stock">In stock</span></div></div></div>`;
  return `<h1>Shop</h1><div class="grid">${Array.from({ length: count }, (_, at) => card(at)).join('\n')}</div>`;
}

export const samplePages: readonly SamplePage[] = [
  page('article, short', article(20)),
  page('article, long', article(150)),
  page('documentation', documentation(60)),
  page('tables', tables(300)),
  page('product list', cards(150)),
];

/**
 * Streams a page of `megabytes`, mostly markup and scripts as on real pages, without holding it
 * whole.
 */
export function* longPage(megabytes: number): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  const section = (at: number) =>
    `<div class="${'wrapper '.repeat(60)}"><p>Paragraph number ${at}.</p><script>${`x${at};`.repeat(9_000)}</script></div>`;
  let bytes = 0;
  for (let at = 0; bytes < megabytes * 1_048_576; at++) {
    const piece = encoder.encode(section(at));
    bytes += piece.length;
    yield piece;
  }
}
