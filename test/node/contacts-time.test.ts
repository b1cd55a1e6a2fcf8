import { describe, expect, it } from 'vitest';
import { findContacts } from '../../src/web-reader/contacts/contacts.ts';
import { readContents, readFragment } from '../../src/web-reader/contacts/contents-reader.ts';
import { parseRobots } from '../../src/web-reader/page/site-visit.ts';
import { cpuMs, MOST_GROWTH } from '../products/web/growth.ts';

/** Enough for quadratic work to show: so many characters, and so many repetitions. */
const CHARS = 6_000;
const UNITS = 750;
const ATTEMPTS = 8;
/** What takes so long needs no second look. */
const SLOW_MS = 1_000;
/** Over two doublings, where linear and quadratic work lie further apart. */
const MOST_TWICE = MOST_GROWTH * MOST_GROWTH;
/** Shorter times are the machine's as much as the work's. */
const NOISE_MS = 3;

const fill = (unit: string, chars: number) => unit.repeat(Math.ceil(chars / unit.length));

async function readPage(html: string): Promise<void> {
  const page = { url: 'https://acme.com/', contents: await readContents([html]) };
  findContacts([page], 'acme.com');
}

type Work = (text: string) => Promise<void> | void;

async function timed(work: Work, text: string): Promise<number> {
  const start = cpuMs();
  await work(text);
  return cpuMs() - start;
}

/** How many times as long four times the input takes; the least of a few attempts. */
async function growth(unit: string, work: Work, scale = 1): Promise<number> {
  const chars = scale * Math.max(CHARS, UNITS * unit.length);
  const [once, fourfold] = [fill(unit, chars), fill(unit, 4 * chars)];
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    long = Math.min(long, await timed(work, fourfold));
    if (long <= MOST_TWICE * NOISE_MS) return 1;
    short = Math.min(short, await timed(work, once));
    if (long > SLOW_MS || long <= MOST_TWICE * Math.max(short, NOISE_MS)) break;
  }
  return long / Math.max(short, NOISE_MS);
}

const TEXTS = [
  '1',
  '1 ',
  '1. ',
  '1.1',
  '12-',
  '1234 ',
  '030 901820 ',
  '+',
  '+1',
  '+49 ',
  '(',
  '(0)',
  '(1)',
  ') (',
  '- ',
  ' / ',
  '.',
  '-',
  'a.',
  'a-',
  'a@',
  '@',
  '@.',
  '@a.',
  'a@b.c',
  'a@b.com ',
  'a@b.com',
  ' @ ',
  'a @ b',
  '(at)',
  '[at] ',
  ' at ',
  ' AT ',
  'x at y dot ',
  'x dot ',
  ' dot',
  '_at_',
  '(a)',
  'a(a)',
  '★a',
  'アット',
  '&amp;',
  '&#64;',
  '&',
  '%40',
  '%',
  'Fax: ',
  'Tel ',
  'Fax 030 901820 ',
  'tel/fax ',
  'no. ',
  'HRB ',
  'FLOWERS-',
  '1-800-ABCDEFG ',
  '800-',
  'twitter @a ',
  'facebook.com/',
  'x.com/a ',
  'https://',
  '\u00ad',
  '\u0301\u0316',
  '１',
  '\u00a0',
  'Ａ＠',
  '\\u003e',
  'www.',
  'ä',
  '😀',
] as const;

/**
 * Others use the machine too: what looks slow is looked at once more, on pages four times as long.
 */
const isSlow = async (unit: string, work: Work): Promise<boolean> =>
  (await growth(unit, work)) > MOST_TWICE && (await growth(unit, work, 4)) > MOST_TWICE;

const MARKUP: readonly (readonly [string, string, string, string])[] = [
  ['lone spans', '', '<span>a</span>', ''],
  ['spans of digits', '', '<span>12</span>', ''],
  ['open spans', '', '<span>', ''],
  ['open blocks', '', '<div>x', ''],
  ['breaks', '', 'a<br>', ''],
  ['hidden', '', '<b hidden>x</b>', ''],
  ['open hidden', '', '<b style="display:none">', ''],
  ['reversed', '', '<bdo dir="rtl">moc.emca@a</bdo>', ''],
  ['one long reversed', '<bdo dir="rtl">', 'a@b ', '</bdo>'],
  ['stated', '', '<i itemprop="telephone">1</i>', ''],
  ['open stated', '', '<i itemprop="telephone">1', ''],
  ['classes', '<p class="', 'tel ', '">x'],
  ['itemprops', '<p itemprop="', 'a ', '">x'],
  ['a style attribute', '<p style="', 'display : ', '">x'],
  ['data attributes', '<p ', 'data-mail="a@b.com" ', '>'],
  ['handlers', '', '<p onclick="a+\'b\'">', ''],
  ['settings', '', '<p data-x=\'{"a":"b@c.com"}\'>', ''],
  ['titles', '', '<p title="Tel 030 901820">', ''],
  ['links', '', '<a href="tel:030901820">x</a>', ''],
  ['mail links', '', '<a href="mailto:a@b.com">x</a>', ''],
  ['one mail link', '<a href="mailto:', 'a@b.com,', '">x</a>'],
  ['percent escapes', '<a href="mailto:', '%40', '">x</a>'],
  ['Cloudflare links', '', '<a href="/cdn-cgi/l/email-protection#5a323">x</a>', ''],
  ['one Cloudflare code', '<a data-cfemail="', '5a', '">'],
  ['Cloudflare codes', '', '<a data-cfemail="5a32333e3e3f341a">x</a>', ''],
  ['TYPO3 links', '', `<a href="javascript:u('nbjmup+jogpAfybnqmf/dpn')">x</a>`, ''],
  ['one TYPO3 link', `<a href="javascript:u('`, 'nbjmup+', `')">x</a>`],
  ['social links', '', '<a href="https://x.com/a">x</a>', ''],
  ['a base', '<base href="', '/a', '"><a href="/x">x</a>'],
  ['many links and a base', '<base href="https://a.com/x">', '<a href="y">', ''],
  ['meta', '', '<meta property="og:email" content="a@b.com">', ''],
  ['noscripts', '', '<noscript>a@b.com</noscript>', ''],
  ['noscript in noscript', '<noscript>', '<noscript>', ''],
  ['rules', '<style>', '.a{display:none}', '</style><p class="a">'],
  ['open rules', '<style>', '.a{', '</style>'],
  ['selectors', '<style>', '.a,', '{display:none}</style>'],
  ['media rules', '<style>', '@media x{.a{display:none}', '</style>'],
  ['style comments', '<style>', '/*', '</style>'],
  ['stars', '<style>/*', '*', '</style>'],
  ['declarations', '<style>.a{', 'display :', '}</style>'],
];

const SCRIPTS = [
  '{',
  '[',
  '(',
  '((',
  '[[',
  '{"a":',
  '[{"a":[',
  '}',
  '"',
  '\\"',
  '"\\',
  "'",
  '`',
  '`\n',
  '`\n\\',
  '${',
  '/',
  '/*',
  '//',
  '/[',
  '/[=/',
  '=/a',
  '\\',
  '\n',
  'a',
  'a.',
  'a(',
  'a(b',
  "a('x',",
  "['x',",
  "[['x',",
  "+'x'",
  "'x'+",
  "a+'x'+",
  "('x'+",
  '(+',
  "x='a'+x;",
  "x+='a';",
  'x+=x;',
  'a=',
  'a:',
  ':',
  ',',
  '1,',
  'f(1)+',
  'String.fromCharCode(64,',
  'atob(',
  'unescape("%41")+',
  ".join('')",
  "'a'.split('')",
  "['a'].join('@')+",
  "'a'.replace('a','aa')",
  ".replace(/a/,'b')",
  '"email":"a@b.com",',
  '"phone":"030901820",',
  '"a":"Tel 030 901820",',
  '"a":"<p>a@b.com</p>",',
  '"a":"{\\"a\\":\\"b\\"}",',
  '\\u003c',
  '&#64;',
  '{"@type":"Review",',
  '{"contactType":"fax","telephone":"1",',
  '"review":{',
] as const;

const shapes = [
  ...TEXTS.map((unit) => [`text ${JSON.stringify(unit)}`, '<p>', unit, '</p>'] as const),
  ...MARKUP,
  ...SCRIPTS.map(
    (unit) => [`script ${JSON.stringify(unit)}`, '<script>x=', unit, '</script>'] as const,
  ),
  ...SCRIPTS.filter((unit) => /^["{[(]/.test(unit)).map(
    (unit) =>
      [
        `data ${JSON.stringify(unit)}`,
        '<script type="application/json">',
        unit,
        '</script>',
      ] as const,
  ),
];

describe('time to read a page for contacts grows no faster than the page', () => {
  it('whatever the page is made of', { timeout: 60_000 }, async () => {
    const slow: string[] = [];
    for (const [name, before, unit, after] of shapes) {
      if (await isSlow(unit, (text) => readPage(before + text + after))) slow.push(name);
    }
    expect(slow).toEqual([]);
  });

  it('and so it does for robots.txt', async () => {
    for (const unit of [
      'a:',
      ' ',
      'allow: *',
      '* ',
      'user-agent: a\n',
      'Disallow: /*a*b*c\n',
      '#',
      '%25',
    ]) {
      const work: Work = (text) => {
        parseRobots(`User-agent: *\nDisallow: /${text}`, 'Bot').allows(`/${'a'.repeat(99)}`);
      };
      expect({ unit, isSlow: await isSlow(unit, work) }).toEqual({ unit, isSlow: false });
    }
  });

  it('in addresses of the agency that six pages credit', () => {
    const pages = Array.from({ length: 6 }, (_, page) => {
      const emails = Array.from(
        { length: 4_000 },
        (__, at) => `<p>${fill('a word ', 70)}<p>a${page}n${at}@agency.com`,
      );
      const credit = 'Design by <a href="https://agency.com/">Agency</a>';
      const contents = readFragment(`<p>${credit}</p>${emails.join('\n')}`);
      return { url: `https://acme.com/${page}`, contents };
    });
    const start = cpuMs();
    findContacts(pages, 'acme.com');
    expect(cpuMs() - start).toBeLessThan(2_000);
  });
});
