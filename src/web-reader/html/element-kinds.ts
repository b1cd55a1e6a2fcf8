/** Elements without content (HTML standard, 13.1.2). */
export const VOID = new Set(
  (
    'area base basefont bgsound br col embed frame hr img input keygen link meta param source ' +
    'track wbr'
  ).split(' '),
);

/**
 * Elements that an end tag closes at any depth, whatever was opened inside them (HTML standard,
 * "formatting" elements).
 */
export const FORMATTING = new Set(
  'a b big code em font i nobr s small strike strong tt u'.split(' '),
);

/** Elements that start and end a block of text. */
export const BLOCK = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li ' +
    'listing main menu nav ol optgroup option p plaintext pre search section summary table tbody ' +
    'td tfoot th thead tr ul xmp'
  ).split(' '),
);

/** Start tags that end an open paragraph (HTML standard, 13.2.6.4.7). */
export const CLOSES_PARAGRAPH = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p ' +
    'plaintext pre search section summary table ul xmp'
  ).split(' '),
);

export const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Elements of the head, which are not content (HTML standard, 4.2). */
export const HEAD_ELEMENTS = new Set(['head', 'title', 'meta', 'base', 'link']);

/** Elements that limit the scope of ordinary end tags (HTML standard, 13.2.4.2, "in scope"). */
export const SCOPE_ENDS = new Set(
  'table caption td th html applet marquee object template button select'.split(' '),
);

interface ImpliedEnd {
  ends: readonly string[];
  within: readonly string[];
}

const nameList = (text: string): string[] => text.split(' ');

const ITEM_HOLDERS = nameList('ul ol menu dir table td th blockquote section article form dl');
const TERM: ImpliedEnd = { ends: ['dt', 'dd'], within: nameList('dl table td th ul ol') };
const CELL: ImpliedEnd = { ends: nameList('td th'), within: ['tr', 'table'] };
const TABLE_SECTION: ImpliedEnd = {
  ends: nameList('td th tr tbody thead tfoot caption colgroup'),
  within: ['table'],
};
const RUBY_TEXT: ImpliedEnd = { ends: ['rt', 'rp'], within: ['ruby'] };

/** Open elements that a start tag implicitly ends, searched outwards up to `within`. */
export const IMPLIED_ENDS: ReadonlyMap<string, ImpliedEnd> = new Map([
  ['li', { ends: ['li'], within: ITEM_HOLDERS }],
  ['dt', TERM],
  ['dd', TERM],
  ['td', CELL],
  ['th', CELL],
  ['tr', { ends: nameList('td th tr caption colgroup'), within: ['table'] }],
  ['tbody', TABLE_SECTION],
  ['thead', TABLE_SECTION],
  ['tfoot', TABLE_SECTION],
  ['option', { ends: ['option'], within: nameList('select datalist optgroup') }],
  ['optgroup', { ends: nameList('option optgroup'), within: ['select'] }],
  ['rt', RUBY_TEXT],
  ['rp', RUBY_TEXT],
  ['button', { ends: ['button'], within: nameList('td th table form') }],
  ['body', { ends: ['head'], within: ['html'] }],
]);

/** Parts of a table; their end tags search outwards up to the nearest table. */
export const TABLE_PARTS = new Set('caption tbody td tfoot th thead tr'.split(' '));
