/** Elements without content (HTML standard, 13.1.2). */
export const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);

/** Elements an end tag closes wherever they are open, whatever was opened since (HTML standard, "formatting" elements). */
export const FORMATTING = new Set(
  'a b big code em font i nobr s small strike strong tt u'.split(' '),
);

/** Elements that begin and end a block of text. */
export const BLOCK = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);

/** Start tags that end an open paragraph (HTML standard, 13.2.6.4.7). */
export const CLOSES_PARAGRAPH = new Set(
  (
    'address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr ' +
    'li listing main menu nav ol p plaintext pre search section summary table ul xmp'
  ).split(' '),
);

export const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Elements an ordinary end tag does not reach out of (HTML standard, 13.2.4.2 "has an element in scope"). */
export const SCOPE_ENDS = new Set(
  'table caption td th html applet marquee object template button select'.split(' '),
);

const CELL_AND_BELOW = ['td', 'th'];
const ROW_AND_BELOW = [...CELL_AND_BELOW, 'tr'];

/** Which open elements a start tag implicitly ends, looking outwards no further than `within`. */
export const IMPLIED_ENDS: Readonly<
  Record<string, { ends: readonly string[]; within: readonly string[] }>
> = {
  li: {
    ends: ['li'],
    within: [
      'ul',
      'ol',
      'menu',
      'dir',
      'table',
      'td',
      'th',
      'blockquote',
      'section',
      'article',
      'form',
      'dl',
    ],
  },
  dt: { ends: ['dt', 'dd'], within: ['dl', 'table', 'td', 'th', 'ul', 'ol'] },
  dd: { ends: ['dt', 'dd'], within: ['dl', 'table', 'td', 'th', 'ul', 'ol'] },
  td: { ends: CELL_AND_BELOW, within: ['tr', 'table'] },
  th: { ends: CELL_AND_BELOW, within: ['tr', 'table'] },
  tr: { ends: [...ROW_AND_BELOW, 'caption', 'colgroup'], within: ['table'] },
  tbody: {
    ends: [...ROW_AND_BELOW, 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
    within: ['table'],
  },
  thead: {
    ends: [...ROW_AND_BELOW, 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
    within: ['table'],
  },
  tfoot: {
    ends: [...ROW_AND_BELOW, 'tbody', 'thead', 'tfoot', 'caption', 'colgroup'],
    within: ['table'],
  },
  option: { ends: ['option'], within: ['select', 'datalist', 'optgroup'] },
  optgroup: { ends: ['option', 'optgroup'], within: ['select'] },
  rt: { ends: ['rt', 'rp'], within: ['ruby'] },
  rp: { ends: ['rt', 'rp'], within: ['ruby'] },
  button: { ends: ['button'], within: ['td', 'th', 'table', 'form'] },
  a: { ends: ['a'], within: ['td', 'th', 'caption', 'table'] },
  body: { ends: ['head'], within: ['html'] },
};

/** Parts of a table, whose end tags look outwards to the nearest table and no further. */
export const TABLE_PARTS = new Set('caption tbody td tfoot th thead tr'.split(' '));
