import type { ElementRule } from './element-rule.ts';
import type { TableBuilder } from './table-builder.ts';
import type { MarkdownWriter } from './writer.ts';

/** Rows and cells of tables that are not written as tables are blocks and words. */
const cell = (heading: boolean): ElementRule => ({
  open(writer, attributes) {
    if (writer.code) writer.code.text('\t');
    else if (!writer.tables.writing) writer.tables.inCell ? writer.text(' ') : writer.breakBlock();
    else if (!writer.tables.inCell)
      writer.run = writer.tables.openCell(heading, attributes, writer.run);
    return true;
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

/** A table of one column without a heading lays text out: its cells become paragraphs. */
function writeTable(writer: MarkdownWriter, builder: TableBuilder): void {
  const cells = builder.layoutCells();
  if (cells) {
    for (const cell of cells) writer.blocks.write(hardLines(cell), 'paragraph');
    return;
  }
  const lines = builder.lines();
  if (lines.length > 0) writer.blocks.write(lines, 'table');
}

const hardLines = (text: string): string[] =>
  text.split('\n').map((line, at, all) => (at < all.length - 1 ? `${line}  ` : line));

export const TABLE_RULES: Record<string, ElementRule> = {
  table: {
    open(writer, attributes) {
      writer.breakBlock();
      if (!writer.code) writer.tables.open(attributes);
      return true;
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
      writer.tables.head(true);
      return true;
    },
    close: (writer) => writer.tables.head(false),
  },
  tr: {
    open(writer) {
      if (writer.tables.writing && !writer.code) writer.tables.openRow();
      else writer.breakBlock();
      return true;
    },
    close(writer) {
      if (writer.tables.writing && !writer.code) writer.tables.closeRow();
      else writer.breakBlock();
    },
  },
  td: cell(false),
  th: cell(true),
};
