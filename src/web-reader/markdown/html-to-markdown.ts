import { BLOCK, HEADINGS } from '../html/element-kinds.ts';
import { DecloakedEmails } from '../html/email-cloaks.ts';
import { type MainContent, type PageExtent, PageScope } from '../html/hidden-elements.ts';
import { type ElementHandler, ElementParser } from '../html/open-elements.ts';
import { tidyText } from '../html/plain-text.ts';
import type { Attributes } from '../html/tokenizer.ts';
import { BLOCK_RULES } from './block-rules.ts';
import { codeLanguage, isLineNumbers } from './code-block.ts';
import { escapeText } from './escape.ts';
import { Formula } from './formula.ts';
import { linkTarget } from './inline-renderer.ts';
import type { Link, StyleKind } from './inline-run.ts';
import type { TableBuilder } from './tables.ts';
import { type ElementRule, MarkdownWriter } from './writer.ts';

/** Cells of tables that are not written as tables become blocks, or words of an outer cell. */
const cell = (kind: 'data' | 'heading'): ElementRule => ({
  open(writer, attributes) {
    if (writer.code) writer.code.startCell();
    else if (!writer.tables.writing) writer.tables.inCell ? writer.text(' ') : writer.breakBlock();
    else if (!writer.tables.inCell)
      writer.run = writer.tables.openCell(kind === 'heading', attributes, writer.run);
  },
  close(writer) {
    if (writer.code || !writer.tables.writing) {
      if (!writer.code && !writer.tables.inCell) writer.breakBlock();
      return;
    }
    const { outer, links } = writer.tables.closeCell(writer.run);
    writer.styles.endFilledLink();
    writer.run = outer;
    writer.links += links;
  },
});

/** A table of one column without a heading is layout: its cells become paragraphs. */
function writeTable(writer: MarkdownWriter, builder: TableBuilder): void {
  const cells = builder.layoutCells();
  if (cells) {
    writer.paragraphs(cells);
    return;
  }
  const lines = builder.lines();
  if (lines.length > 0) writer.blocks.write(lines, 'table');
}

const TABLE_RULES: Record<string, ElementRule> = {
  table: {
    open(writer, attributes) {
      writer.layOutTable();
      writer.breakBlock();
      if (!writer.code) writer.tables.open(attributes);
    },
    close(writer) {
      if (writer.code) return;
      writer.breakBlock();
      const builder = writer.tables.close();
      if (builder) writeTable(writer, builder);
    },
  },
  thead: {
    open(writer) {
      writer.tables.openHead();
    },
    close: (writer) => writer.tables.closeHead(),
  },
  tr: {
    open(writer) {
      if (writer.tables.writing && !writer.code) writer.tables.openRow();
      else writer.breakBlock();
    },
    close(writer) {
      if (writer.tables.writing && !writer.code) writer.tables.closeRow();
      else writer.breakBlock();
    },
  },
  td: cell('data'),
  th: cell('heading'),
};

const ONE_PIXEL = /^[01](?:px)?$/;

const style = (kind: StyleKind, element: string): ElementRule => ({
  open: (writer) => writer.styles.open(kind, element),
  close: (writer) => writer.styles.close(kind),
});

const code: ElementRule = {
  open: (writer, attributes) => {
    // Inside `pre`, `code` only marks the text as code and gives its language.
    writer.code?.name(codeLanguage(attributes));
    writer.styles.open('code', 'code');
  },
  close: (writer) => writer.styles.close('code'),
};

const around = (open: string, close: string): ElementRule => ({
  open: (writer) => {
    if (!writer.styles.inCode) writer.markup(open);
  },
  close: (writer) => {
    if (!writer.styles.inCode) writer.markup(close);
  },
});

const link: ElementRule = {
  open: (writer, attributes) => {
    const url = writer.code || writer.full ? null : writer.addresses.link(attributes.get('href'));
    const title = tidyText(attributes.get('title')) || null;
    writer.styles.open(
      'link',
      'a',
      url === null ? null : { url, title, filled: false, named: false },
    );
    writer.linkAttributes = attributes;
    writer.linkFrom = writer.blocks.chars;
  },
  close(writer) {
    const { styles, linkAttributes } = writer;
    if (styles.link && !styles.link.filled) nameLink(writer, styles.link, linkAttributes);
    styles.close('link');
    // A link around blocks ends with them: what follows begins another block.
    if (writer.blocks.chars > writer.linkFrom) writer.breakBlock();
  },
};

/** Text of the link from a heading to itself, if it has any. */
const PERMALINK = /^[\s¶#§🔗⚓\u200b]*$/u;
const leadsToPage = (attributes: Attributes): boolean =>
  attributes.get('href')?.startsWith('#') ?? false;

/**
 * Names a link without readable content by its aria-label or title. A heading's link to itself
 * stays without text.
 */
function nameLink(writer: MarkdownWriter, open: Link, attributes: Attributes): void {
  if (leadsToPage(attributes)) return;
  const label = tidyText(attributes.get('aria-label'));
  writer.text(label || (open.title ?? ''));
  if (label === '') open.title = null;
}

/** First candidate of a `srcset` (HTML standard, 4.8.4.2.1). */
const firstOf = (srcset: string | undefined): string | undefined =>
  srcset?.trim().split(/[\s,]/, 1)[0];

/** Attributes that may hold an image address; lazy loading keeps a placeholder in `src`. */
const IMAGE_SOURCES: readonly ((attributes: Attributes) => string | undefined)[] = [
  (attributes) => attributes.get('data-src'),
  (attributes) => attributes.get('data-original'),
  (attributes) => attributes.get('data-lazy-src'),
  (attributes) => attributes.get('src'),
  (attributes) => firstOf(attributes.get('srcset')),
  (attributes) => firstOf(attributes.get('data-srcset')),
];

function imageAddress(writer: MarkdownWriter, attributes: Attributes): string | null {
  for (const source of IMAGE_SOURCES) {
    const address = writer.addresses.image(source(attributes));
    if (address !== null) return address;
  }
  return null;
}

const image: ElementRule = {
  open: (writer, attributes) => {
    if (
      writer.code ||
      (ONE_PIXEL.test(attributes.get('width') ?? '') &&
        ONE_PIXEL.test(attributes.get('height') ?? ''))
    )
      return;
    const alt = tidyText(attributes.get('alt'));
    const src = writer.styles.inCode || writer.full ? null : imageAddress(writer, attributes);
    if (src === null) {
      writer.text(alt);
      return;
    }
    const target = linkTarget(src, tidyText(attributes.get('title')));
    writer.markup(`![${escapeText(alt, { before: '[', after: ']' }, true)}](${target})`);
  },
};

const math: ElementRule = {
  open(writer, attributes) {
    const alt = attributes.get('alttext');
    if (alt !== undefined) writer.text(`$${alt.trim()}$`);
    return alt === undefined;
  },
};

const INLINE_RULES: Record<string, ElementRule> = {
  b: style('strong', 'b'),
  strong: style('strong', 'strong'),
  i: style('emphasis', 'i'),
  em: style('emphasis', 'em'),
  cite: style('emphasis', 'cite'),
  dfn: style('emphasis', 'dfn'),
  var: style('emphasis', 'var'),
  s: style('strike', 's'),
  del: style('strike', 'del'),
  strike: style('strike', 'strike'),
  code,
  kbd: style('code', 'kbd'),
  samp: style('code', 'samp'),
  tt: style('code', 'tt'),
  sup: around('<sup>', '</sup>'),
  sub: around('<sub>', '</sub>'),
  q: { open: (writer) => writer.text('"'), close: (writer) => writer.text('"') },
  rt: { open: (writer) => writer.text('('), close: (writer) => writer.text(')') },
  br: { open: (writer) => writer.breakLine() },
  a: link,
  img: image,
  math,
};

const plainBlock: ElementRule = {
  open: (writer) => writer.breakBlock(),
  close: (writer) => writer.breakBlock(),
};

/** Rules of all elements with a meaning in Markdown; of other elements only the content is kept. */
const ELEMENT_RULES: ReadonlyMap<string, ElementRule> = new Map([
  ...[...BLOCK].map((name): [string, ElementRule] => [name, plainBlock]),
  ...Object.entries(INLINE_RULES),
  ...Object.entries(BLOCK_RULES),
  ...Object.entries(TABLE_RULES),
]);

/** Script type of MathJax 2. */
const TEX_SCRIPT = /^math\/tex\b/i;
/** Controls are left out, but they separate the words around them. */
const CONTROLS = new Set('input select textarea button'.split(' '));

/** Dispatches elements to their rules; skips the head and everything that is not text. */
class PageWriter implements ElementHandler {
  readonly #writer: MarkdownWriter;
  readonly #scope: PageScope;
  #formula: Formula | null = null;

  constructor(writer: MarkdownWriter, extent: PageExtent, content: MainContent | null) {
    this.#writer = writer;
    this.#scope = new PageScope(extent, content);
  }

  open(name: string, attributes: Attributes, ordinal: number): boolean {
    const writer = this.#writer;
    if (writer.head.open(name, attributes)) {
      if (name === 'base') writer.addresses.setBase(attributes.get('href'));
      return true;
    }
    if (this.#formula && !BLOCK.has(name)) {
      this.#formula.open(name, attributes);
      return true;
    }
    this.#endFormula();
    if (name === 'input') this.#checkbox(attributes);
    if (name === 'script' && TEX_SCRIPT.test(attributes.get('type') ?? '')) {
      this.#formula = new Formula('tex');
      return true;
    }
    if (isLineNumbers(name, attributes, writer.code !== null || writer.styles.inCode)) {
      if (writer.code) writer.code.numbers = true;
      return false;
    }
    if (!this.#scope.open(name, attributes, ordinal)) {
      if (CONTROLS.has(name) && this.#scope.holdsText && attributes.get('type') !== 'hidden')
        writer.text(' ');
      return false;
    }
    if (HEADINGS.has(name)) writer.head.firstHeading(true);
    writer.code?.begin();
    if (name === 'math' && !writer.code && !attributes.has('alttext')) {
      this.#formula = new Formula();
      return true;
    }
    return ELEMENT_RULES.get(name)?.open?.(writer, attributes) !== false;
  }

  close(name: string, ordinal: number): void {
    const writer = this.#writer;
    if (writer.head.close(name)) return;
    if (this.#formula && name !== 'math' && name !== 'script') {
      this.#formula.close(name);
      return;
    }
    this.#endFormula();
    ELEMENT_RULES.get(name)?.close?.(writer);
    this.#scope.close(name, ordinal);
    if (HEADINGS.has(name)) writer.head.firstHeading(false);
  }

  text(text: string): void {
    if (this.#isPermalink(text)) return;
    if (this.#formula) this.#formula.text(text);
    else if (this.#scope.holdsText) this.#writer.text(text);
    else this.#writer.head.text(text);
  }

  #endFormula(): void {
    if (this.#formula && this.#scope.holdsText) this.#writer.text(String(this.#formula));
    this.#formula = null;
  }

  #isPermalink(text: string): boolean {
    const { styles, linkAttributes } = this.#writer;
    const isNamed = styles.link?.filled ?? true;
    return !isNamed && leadsToPage(linkAttributes) && PERMALINK.test(text);
  }

  /** Task list items (GFM, section 5.3). */
  #checkbox(attributes: Attributes): void {
    const { run, lists, styles } = this.#writer;
    if (
      attributes.get('type')?.toLowerCase() !== 'checkbox' ||
      !run.empty ||
      lists.length === 0 ||
      styles.inCode
    )
      return;
    this.#writer.markup(attributes.has('checked') ? '[x] ' : '[ ] ');
  }
}

export interface PageMarkdown {
  markdown: string;
  truncated: boolean;
  /** Links written, including those around images. */
  links: number;
  title: string | null;
  description: string | null;
  /** As declared by the page, for example `en-GB`. */
  language: string | null;
}

/** Characters read between two checks of the output limit. */
const SLICE_CHARS = 16_384;

/** Streaming HTML to Markdown converter; chunk boundaries may be anywhere. */
export class HtmlToMarkdown {
  readonly #writer: MarkdownWriter;
  readonly #parser: ElementParser;

  /**
   * @param pageUrl base of relative addresses; @param maxChars length at which the Markdown is cut;
   * @param content elements that hold the content; null to select by `extent` alone
   */
  constructor(
    pageUrl: string,
    maxChars: number,
    extent: PageExtent = 'main',
    content: MainContent | null = null,
  ) {
    this.#writer = new MarkdownWriter(pageUrl, maxChars);
    const page = new PageWriter(this.#writer, extent, content);
    this.#parser = new ElementParser(new DecloakedEmails(page));
  }

  /** @returns false once the output limit is reached; further chunks are not read */
  write(chunk: string): boolean {
    for (let at = 0; at < chunk.length && !this.#writer.full; at += SLICE_CHARS)
      this.#parser.write(chunk.slice(at, at + SLICE_CHARS));
    return !this.#writer.full;
  }

  /** Characters in memory: the Markdown so far and the unfinished input. */
  get heldChars(): number {
    return this.#parser.heldChars + this.#writer.heldChars;
  }

  end(): PageMarkdown {
    this.#parser.end();
    const { title, description, language } = this.#writer.head;
    return { ...this.#writer.finish(), links: this.#writer.links, title, description, language };
  }
}
