import { parseHTML } from 'linkedom';

/** Inline elements that Markdown can express; any other element counts as its content. */
const INLINE = new Map([
  ['em', 'em'],
  ['i', 'em'],
  ['strong', 'strong'],
  ['b', 'strong'],
  ['code', 'code'],
  ['a', 'a'],
  ['img', 'img'],
  ['br', 'br'],
]);
const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre hr'.split(' '));
/** Block elements without a Markdown form; they still separate the texts around them. */
const PARTING = new Set(
  'address article aside details dialog dd div dl dt figure footer form header main nav section summary table tbody td tfoot th thead tr'.split(
    ' ',
  ),
);
/** Strikethrough of GFM, which CommonMark renders as written. */
const STRUCK = new Set('del s strike'.split(' '));
const NOT_SHOWN = new Set('script style textarea template noscript title head'.split(' '));
const ATTRIBUTES = new Map([
  ['a', ['href', 'title']],
  ['img', ['src', 'alt', 'title']],
  ['ol', ['start']],
]);
const ADDRESSES = new Set(['href', 'src']);

interface Node {
  nodeType: number;
  nodeName: string;
  textContent: string;
  childNodes: Iterable<Node>;
  getAttribute(name: string): string | null;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * Elements whose bare text becomes a paragraph. In list items a paragraph makes the list loose, so
 * their text is kept as it is.
 */
const HOLDS_PARAGRAPHS = new Set(['body', 'blockquote']);
const BLOCK_START = /^<(?:p|h\d|ul|ol|li|blockquote|pre|hr)\b/;

function attribute(node: Node, name: string, pageUrl: string): string {
  const value = node.getAttribute(name) ?? (name === 'alt' ? '' : null);
  if (value === null || (name === 'start' && value === '1')) return '';
  const url = ADDRESSES.has(name) ? (URL.parse(value, pageUrl)?.href ?? value) : value;
  return ` ${name}="${escaped(url)}"`;
}

/**
 * One spelling for all HTML that means equal Markdown: white space collapsed, addresses absolute,
 * no comments, bare text wrapped in a paragraph.
 */
export function canonical(html: string, pageUrl: string): string {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  /** Pieces of an element's content: each block is one piece, '' separates paragraphs. */
  const contentOf = (node: Node, preformatted: boolean): string[] => {
    const pieces: string[] = [];
    for (const child of node.childNodes) pieces.push(...write(child, preformatted));
    return pieces;
  };
  const write = (node: Node, preformatted: boolean): string[] => {
    if (node.nodeType === 3)
      return [escaped(preformatted ? node.textContent : node.textContent.replace(/\s+/g, ' '))];
    const written = node.nodeName.toLowerCase();
    if (node.nodeType !== 1 || NOT_SHOWN.has(written)) return [];
    const content = contentOf(node, preformatted || written === 'pre');
    if (STRUCK.has(written)) return ['~~', ...content, '~~'];
    if (PARTING.has(written)) return ['', ...content, ''];
    const name = INLINE.get(written) ?? (BLOCKS.has(written) ? written : null);
    if (!name || (written === 'a' && node.getAttribute('href') === null)) return content;
    const attributes = (ATTRIBUTES.get(name) ?? []).map((of) => attribute(node, of, pageUrl));
    const open = `<${name}${attributes.join('')}>`;
    if (VOID.has(name)) return [open];
    const inner = joined(content, HOLDS_PARAGRAPHS.has(name));
    if (!BLOCKS.has(name) && !preformatted && name !== 'code')
      return [outsideSpaces(open, inner, name)];
    // Markdown has no empty paragraph.
    if (name === 'p' && inner.trim() === '') return [''];
    if (name === 'pre') return [`${open}${inner.replace(/\s*<\/code>$/, '</code>')}</pre>`];
    return [`${open}${BLOCKS.has(name) ? inner.trim().replace(/ {2,}/g, ' ') : inner}</${name}>`];
  };
  return joined(contentOf(document.body as unknown as Node, false), true).trim();
}

const VOID = new Set(['br', 'img', 'hr']);

function outsideSpaces(open: string, inner: string, name: string): string {
  const core = inner.trim();
  const lead = inner.startsWith(' ') ? ' ' : '';
  const trail = inner.endsWith(' ') && core !== '' ? ' ' : '';
  return `${lead}${open}${core}</${name}>${trail}`;
}

function joined(pieces: readonly string[], paragraphs: boolean): string {
  let out = '';
  let text = '';
  const flush = () => {
    const tidy = text
      .replace(/ {2,}/g, ' ')
      .replace(/ ?<br> ?/g, '<br>')
      .trim();
    if (tidy !== '') out += paragraphs ? `<p>${tidy}</p>` : tidy;
    text = '';
  };
  if (!pieces.some((piece) => piece === '' || BLOCK_START.test(piece)) && !paragraphs)
    return pieces.join('').replace(/ ?<br> ?/g, '<br>');
  for (const piece of pieces) {
    if (piece !== '' && !BLOCK_START.test(piece)) {
      text += piece;
      continue;
    }
    flush();
    out += piece;
  }
  flush();
  return out;
}
