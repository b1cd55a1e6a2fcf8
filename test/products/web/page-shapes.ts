/**
 * A page that grows: what repeats, between what begins and ends it once. Nested shapes repeat their
 * end as well.
 */
export interface PageShape {
  name: string;
  before?: string;
  unit: string;
  /** Stands in the middle of a nested shape. */
  middle?: string;
  end?: string;
}

export function pageOf(
  { before = '', unit, middle = '', end = '' }: PageShape,
  times: number,
): string {
  return before + unit.repeat(times) + middle + end.repeat(times);
}

const LONG_URL = `https://base.example/${'d'.repeat(4_000)}/`;
const SPANS = '<span>'.repeat(490);

/** Shapes of tags, comments and attributes, which every reader of pages meets. */
export const MARKUP_SHAPES: readonly PageShape[] = [
  { name: 'nested blocks', unit: '<div>', middle: 'x', end: '</div>' },
  { name: 'nested quotations', unit: '<blockquote>', middle: 'x', end: '</blockquote>' },
  { name: 'nested lists', unit: '<ul><li>x', end: '</ul>' },
  { name: 'lists without items', unit: '<ul>', middle: '<li>x', end: '</ul>' },
  { name: 'nested styles', unit: '<b>', middle: 'x', end: '</b>' },
  { name: 'nested styles of two kinds', unit: '<b>x<i>y', end: '</i></b>' },
  { name: 'nested links', unit: '<a href=x>', middle: 'x', end: '</a>' },
  { name: 'nested code', unit: '<code>x', end: '</code>' },
  { name: 'nested preformatted text', unit: '<pre>x', end: '</pre>' },
  { name: 'nested unknown elements', unit: '<x-y>', middle: 'x', end: '</x-y>' },
  { name: 'items', unit: '<li>x' },
  { name: 'items of a list', before: '<ol>', unit: '<li>x' },
  { name: 'empty items', before: '<ol><li>x', unit: '<li></li>' },
  { name: 'item under many elements', before: `<ul><li><p>${SPANS}`, unit: '<li></li>' },
  { name: 'stray ends under many elements', before: SPANS, unit: '</b>' },
  { name: 'stray ends past a table', before: `<b><table><tr><td>${SPANS}`, unit: '</b>' },
  { name: 'links under many elements', before: `<a href=x>${SPANS}`, unit: '<a>' },
  { name: 'links in objects', unit: '<a href=x><object>' },
  { name: 'cells under many elements', before: `<table><tr>${SPANS}`, unit: '<td></td>' },
  { name: 'paragraphs under many elements', before: SPANS, unit: '<p>x' },
  { name: 'paragraphs deep in quotations', before: '<blockquote>'.repeat(200), unit: '<p>x' },
  { name: 'lines deep in quotations', before: `${'<blockquote>'.repeat(200)}<pre>x`, unit: '\nx' },
  { name: 'comments', unit: '<!---->x' },
  { name: 'comments with dashes', before: '<!--', unit: '- --' },
  { name: 'a comment of dashes', before: '<!-- ', unit: '-' },
  { name: 'bogus comments', unit: '<!x>' },
  { name: 'opened comments', unit: '<!--' },
  { name: 'sections of character data', unit: '<![CDATA[x]]>' },
  { name: 'scripts', unit: '<script>x</script>' },
  { name: 'half ends of a script', before: '<script>', unit: '</script' },
  { name: 'escaped script', before: '<script><!--', unit: '<script>' },
  { name: 'half ends of a title', before: '<title>', unit: '</titl &am' },
  { name: 'titles', unit: '<title>x</title>' },
  { name: 'tag openings', unit: '<' },
  { name: 'tag openings in a heading', before: '<h1>', unit: '<' },
  { name: 'end tag openings', unit: '</' },
  { name: 'unclosed tags', unit: '<a ' },
  { name: 'spaces in a tag', before: '<a x', unit: ' ', middle: 'y>' },
  { name: 'equals signs in a tag', before: '<a ', unit: '= ', middle: '>x' },
  { name: 'attributes', before: '<a ', unit: 'a=b ', middle: 'href=x>x</a>' },
  { name: 'open quotes', unit: '<p a="' },
  { name: 'spaces in a style', before: '<p style="', unit: '; ', middle: '">x' },
  { name: 'cookies in a class', before: '<p class="', unit: 'cookie-', middle: '">x' },
  { name: 'candidates of an image', before: '<img srcset="', unit: ' ,', middle: '">' },
];

/** Shapes that once were slow, or are where slowness hides. */
export const KNOWN_SHAPES: readonly PageShape[] = [
  ...MARKUP_SHAPES,
  { name: 'bold words with hard spaces', unit: '<b>x&nbsp;y</b>' },
  { name: 'hard spaces in bold', before: '<b>x', unit: '&nbsp;' },
  { name: 'hard spaces within bold', before: '<b>x', unit: '&nbsp;', middle: 'y</b>' },
  { name: 'hard spaces apart', before: '<p>', unit: '&nbsp;x &nbsp;' },
  { name: 'hard spaces between emphasis', unit: 'a<i>&nbsp;</i>' },
  { name: 'line breaks', unit: 'a<br>' },
  { name: 'line breaks in bold', before: '<b>', unit: 'a<br>' },
  { name: 'line breaks in a heading', before: '<h1>', unit: 'a<br>' },
  { name: 'line breaks in a cell', before: '<table><tr><td>b<td>', unit: 'a<br>' },
  { name: 'line breaks in code', before: '<code>', unit: 'a<br>' },
  { name: 'styles by turns', unit: '<b>a</b><i>b</i>' },
  { name: 'misnested styles', unit: '<b>a<i>b</b>c</i>' },
  { name: 'twelve styles', before: '<b><i><s>'.repeat(4), unit: 'a<br>b ' },
  { name: 'strong in strong', before: '<b>', unit: 'a<b>b</b>' },
  { name: 'a long base', before: `<base href="${LONG_URL}">`, unit: '<a href=x>y</a>' },
  {
    name: 'empty links on a long base',
    before: `<base href="${LONG_URL}">`,
    unit: '<a href=x></a>',
  },
  { name: 'images on a long base', before: `<base href="${LONG_URL}">`, unit: '<img src=x>' },
  {
    name: 'a 32 KB base',
    before: `<base href="https://b.example/${'d'.repeat(32_000)}">`,
    unit: '<a href=x>y</a>',
  },
  { name: 'links after exclamations', unit: '!<a href=x>y</a>' },
  { name: 'brackets', unit: '[' },
  { name: 'brackets in a link', before: '<a href=x>', unit: '[]' },
  { name: 'parentheses in an address', before: '<a href="', unit: '(', middle: '">x</a>' },
  { name: 'empty rows', before: '<table>', unit: '<tr><td></td></tr>' },
  { name: 'rows', before: '<table>', unit: '<tr><td>x<td>y' },
  { name: 'rows of one cell', before: '<table>', unit: '<tr><td>x' },
  {
    name: 'narrow rows under a wide one',
    before: '<table><tr><td colspan=100>w<tr><td>',
    unit: '<tr><td>x',
  },
  {
    name: 'narrow rows over a wide one',
    before: '<table>',
    unit: '<tr><td>x<td>y',
    middle: '<tr><td colspan=100>w<td>x',
  },
  { name: 'tall cells', before: '<table>', unit: '<tr><td rowspan=1000 colspan=100>x<td>y' },
  { name: 'cells', before: '<table><tr>', unit: '<td>x' },
  { name: 'tables', unit: '<table><tr><td>x<td>y</table>' },
  { name: 'nested tables', unit: '<table><tr><td>', middle: 'x', end: '</table>' },
  { name: 'pipes in a cell', before: '<table><tr><td>x<td>', unit: '|' },
  { name: 'entities', unit: '&amp;' },
  { name: 'half entities', unit: '&am' },
  { name: 'ampersands', unit: '&' },
  { name: 'entities that look like entities', unit: '&amp;amp;' },
  { name: 'tildes after text', before: 'x'.repeat(50_000), unit: '~' },
  { name: 'tildes apart', unit: '~a ' },
  { name: 'asterisks', unit: '*' },
  { name: 'asterisks apart', unit: '* ' },
  { name: 'asterisks that end in text', unit: '* ', middle: 'x' },
  { name: 'underscores', unit: '_a' },
  { name: 'dashes that end in text', unit: '-', middle: 'x' },
  { name: 'dashes and pipes that end in text', unit: '-|', middle: 'x' },
  { name: 'number signs', before: '<h1>', unit: '# ', middle: 'x' },
  { name: 'number signs at the end', before: '<h1>x ', unit: '#' },
  { name: 'backslashes', unit: '\\' },
  { name: 'backticks in code', before: '<code>', unit: '` ' },
  { name: 'backticks in a block', before: '<pre>', unit: '```' },
  { name: 'line feeds in a block', before: '<pre>x', unit: '\n', middle: 'x' },
  { name: 'spaces in code', before: '<code>x', unit: ' ', middle: 'x</code>' },
  { name: 'lines in code', before: '<code>x', unit: ' \n ', middle: 'x</code>' },
  { name: 'invisible characters', unit: 'a&#173;&#8203;' },
  { name: 'returns', unit: '\r' },
  { name: 'spaces', before: '<p>x', unit: ' ', middle: 'x' },
  { name: 'emoji in bold', unit: '<b>😀</b>a' },
  { name: 'definitions', before: '<dl>', unit: '<dt>x<dd>y' },
  { name: 'headings', unit: '<h1>x' },
  { name: 'languages', unit: '<html lang="en">' },
  {
    name: 'names of the language itself',
    unit: '<constructor><__proto__ constructor=x toString>x</constructor>',
  },
];

const TAGS = (
  'a abbr article aside b base blockquote body br button caption center cite code colgroup dd ' +
  'del details dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 h4 ' +
  'head header hr html i iframe img input kbd label li link main map mark math menu meta nav ' +
  'noscript object ol optgroup option p picture pre q rp rt ruby s samp script section select ' +
  'small source span strong style sub summary sup svg table tbody td template textarea tfoot th ' +
  'thead title tr tt u ul var video wbr xmp constructor'
).split(' ');
const ATTRIBUTES = [
  '',
  '',
  ' href=/x',
  ' href="/x" title="t * t"',
  ' src=y alt="&amp;| *"',
  ' hidden',
  ' class="cookie-banner skip-link"',
  ' style="text-align: center; color: red"',
  ' colspan=3 rowspan=2',
  ' start=7 value=3',
  ' role=presentation',
  ' aria-label="&nbsp;x"',
  ' lang=constructor',
];
const TEXTS = [
  'x',
  'word ',
  ' ',
  '\n',
  '&nbsp;',
  '&amp;',
  '&#173;',
  '*',
  '_x_',
  '`',
  '[a](b)',
  '~',
  '|',
  '# ',
  '- ',
  '1. ',
  '<',
  '&',
  '\\',
  '!',
  '😀',
  'a\tb',
  '---\n',
  '>',
  '<!-- c -->',
  '<!x>',
  '<![CDATA[',
  ']]>',
  '</',
  '<script>1<2</script>',
  '<style>a{}</style>',
  '<!DOCTYPE html>',
  'x'.repeat(99),
];

/** A small fixed generator (Numerical Recipes' LCG), so that a seed names its shapes. */
function sequence(seed: number): <T>(of: readonly T[]) => T {
  let state = seed;
  return (of) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return of[Math.floor((state / 2 ** 32) * of.length)] as never;
  };
}

/** Shapes put together from every kind of tag and text, the same ones for the same seed. */
export function randomShapes(seed: number, count: number): PageShape[] {
  const pick = sequence(seed);
  const fragment = (): string => {
    const kind = pick(['tag', 'tag', 'end', 'text', 'text', 'whole'] as const);
    if (kind === 'text') return pick(TEXTS);
    const tag = pick(TAGS);
    if (kind === 'end') return `</${tag}>`;
    const open = `<${tag}${pick(ATTRIBUTES)}>`;
    return kind === 'tag' ? open : `${open}${pick(TEXTS)}</${tag}>`;
  };
  const fragments = (counts: readonly number[]): string =>
    Array.from({ length: pick(counts) }, fragment).join('');
  return Array.from({ length: count }, (_, at) => {
    const shape = { before: fragments([0, 0, 1, 2, 3]), unit: fragments([1, 2, 3, 4]) };
    const tag = pick(TAGS);
    const nested = pick([true, false, false]);
    return {
      name: `random shape ${at}`,
      ...shape,
      ...(nested && { unit: `<${tag}>${shape.unit}`, middle: 'x', end: `</${tag}>` }),
    };
  });
}
