import type { Attributes } from '../html/attributes.ts';
import type { MarkdownWriter } from './writer.ts';

/**
 * What an element does to the page being written. `open` answers whether to go into it; absent
 * means yes.
 */
export interface ElementRule {
  open?(writer: MarkdownWriter, attributes: Attributes): boolean | undefined;
  close?(writer: MarkdownWriter): void;
}
