import type { BlockKind } from './blocks.ts';
import { CodeBlock, codeLanguage } from './code-block.ts';
import type { ElementRule } from './element-rule.ts';
import { LIST_RULES, loosen } from './list-rules.ts';

const heading = (level: number): ElementRule => ({
  open(writer) {
    writer.breakBlock();
    if (!writer.tables.inCell && !writer.code) writer.heading = level;
    return true;
  },
  close(writer) {
    writer.breakBlock();
    writer.heading = 0;
  },
});

const within = (kind: BlockKind, first: string, rest: string, tight: boolean): ElementRule => ({
  open(writer) {
    writer.breakBlock();
    if (!writer.code && !writer.tables.inCell)
      writer.blocks.enter({ kind, first, rest, tight: () => tight });
    return true;
  },
  close(writer) {
    writer.breakBlock();
    if (!writer.code && !writer.tables.inCell) writer.blocks.leave();
  },
});

const preformatted: ElementRule = {
  open(writer, attributes) {
    writer.breakBlock();
    if (writer.tables.inCell) writer.styles.open('code', 'pre');
    else if (writer.code) writer.code.nested++;
    else writer.code = new CodeBlock(codeLanguage(attributes));
    return true;
  },
  close(writer) {
    if (writer.tables.inCell) {
      writer.styles.close('code');
      writer.breakBlock();
      return;
    }
    if (writer.code && writer.code.nested-- > 0) return;
    const lines = writer.code?.lines() ?? [];
    writer.code = null;
    if (lines.length > 0) writer.blocks.write(lines, 'code');
  },
};

export const BLOCK_RULES: Record<string, ElementRule> = {
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  ...LIST_RULES,
  p: {
    open(writer) {
      writer.breakBlock();
      loosen(writer);
      return true;
    },
    close: (writer) => writer.breakBlock(),
  },
  blockquote: within('quote', '> ', '> ', false),
  dd: within('definition', ': ', '  ', true),
  pre: preformatted,
  listing: preformatted,
  xmp: preformatted,
  hr: {
    open(writer) {
      writer.breakBlock();
      // Dashes or asterisks would be one rule with a list's marker, dashes make a heading of a text
      // above.
      const rule = writer.blocks.depth > 0 ? '___' : '---';
      if (!writer.code && !writer.tables.inCell) writer.blocks.write([rule], 'rule');
      return true;
    },
  },
};
