import type { Attributes } from '../html/attributes.ts';
import { BLOCK } from '../html/element-kinds.ts';
import { BLOCK_RULES } from './block-rules.ts';
import { codeLanguage } from './code-block.ts';
import { CODE, EMPHASIS, STRIKE, STRONG } from './inline-run.ts';
import { TABLE_RULES } from './table-rules.ts';
import type { MarkdownWriter } from './writer.ts';

/** What an element does to the page being written. `open` answers whether to go into it; absent means yes. */
export interface ElementRule {
  open?(writer: MarkdownWriter, attributes: Attributes): boolean | undefined;
  close?(writer: MarkdownWriter): void;
}

const ONE_PIXEL = /^[01](?:px)?$/;

const does = (
  act: (writer: MarkdownWriter, attributes: Attributes) => void,
): NonNullable<ElementRule['open']> => {
  return (writer, attributes) => {
    act(writer, attributes);
    return true;
  };
};

const style = (mark: number): ElementRule => ({
  open: does((writer) => writer.style(mark, 1)),
  close: (writer) => writer.style(mark, -1),
});

const code: ElementRule = {
  open: does((writer, attributes) => {
    // Inside `pre`, `code` only says which language it is.
    if (writer.code?.language === '') writer.code.language = codeLanguage(attributes);
    writer.style(CODE, 1);
  }),
  close: (writer) => writer.style(CODE, -1),
};

const around = (open: string, close: string): ElementRule => ({
  open: does((writer) => writer.marks & CODE || writer.markup(open)),
  close: (writer) => {
    if (!(writer.marks & CODE)) writer.markup(close);
  },
});

const link: ElementRule = {
  open: does((writer, attributes) => {
    const url =
      writer.code || writer.marks & CODE ? null : writer.addresses.link(attributes.get('href'));
    writer.link = url === null ? null : { url, filled: false };
    writer.linkAttributes = attributes;
  }),
  close(writer) {
    const { link: open, linkAttributes: attributes } = writer;
    if (open && !open.filled)
      writer.text(attributes.get('aria-label') ?? attributes.get('title') ?? '');
    writer.link = null;
  },
};

/** First candidate of a `srcset` (HTML standard, 4.8.4.2.1). */
const firstOf = (srcset: string | null): string | null =>
  srcset?.trim().split(/[\s,]/, 1)[0] ?? null;

const image: ElementRule = {
  open: does((writer, attributes) => {
    if (
      writer.code ||
      (ONE_PIXEL.test(attributes.get('width') ?? '') &&
        ONE_PIXEL.test(attributes.get('height') ?? ''))
    )
      return;
    const alt = (attributes.get('alt') ?? '').replace(/\s+/g, ' ').trim();
    // Pages that load images late keep a placeholder in `src` and the address elsewhere.
    const late =
      attributes.get('data-src') ??
      attributes.get('data-original') ??
      attributes.get('data-lazy-src');
    const source = attributes.get('src');
    const candidates = [
      late,
      source,
      firstOf(attributes.get('srcset')),
      firstOf(attributes.get('data-srcset')),
    ];
    const src = candidates
      .map((candidate) => writer.addresses.image(candidate))
      .find((address) => address !== null);
    if (src) writer.markup(`![${alt.replace(/[\\[\]]/g, '\\$&')}](${src})`);
    else writer.text(alt);
  }),
};

const math: ElementRule = {
  open(writer, attributes) {
    const alt = attributes.get('alttext');
    if (alt === null) return true;
    writer.markup(`$${alt.trim()}$`);
    return false;
  },
};

const INLINE_RULES: Record<string, ElementRule> = {
  b: style(STRONG),
  strong: style(STRONG),
  i: style(EMPHASIS),
  em: style(EMPHASIS),
  cite: style(EMPHASIS),
  dfn: style(EMPHASIS),
  var: style(EMPHASIS),
  s: style(STRIKE),
  del: style(STRIKE),
  strike: style(STRIKE),
  code,
  kbd: style(CODE),
  samp: style(CODE),
  tt: style(CODE),
  sup: around('<sup>', '</sup>'),
  sub: around('<sub>', '</sub>'),
  q: { open: does((writer) => writer.text('"')), close: (writer) => writer.text('"') },
  rt: { open: does((writer) => writer.text('(')), close: (writer) => writer.text(')') },
  br: { open: does((writer) => writer.breakLine()) },
  a: link,
  img: image,
  math,
};

const plainBlock: ElementRule = {
  open: does((writer) => writer.breakBlock()),
  close: (writer) => writer.breakBlock(),
};

/** Every element that means something; those not here are their content. */
export const ELEMENT_RULES: ReadonlyMap<string, ElementRule> = new Map([
  ...[...BLOCK].map((name): [string, ElementRule] => [name, plainBlock]),
  ...Object.entries(INLINE_RULES),
  ...Object.entries(BLOCK_RULES),
  ...Object.entries(TABLE_RULES),
]);
