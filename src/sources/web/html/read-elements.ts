import { type ElementHandler, OpenElements } from './open-elements.ts';
import { HtmlTokenizer } from './tokenizer.ts';

/**
 * Reads a page into a handler, piece by piece, with bounded memory.
 * @param maxChars of the page; what comes after the piece that exceeds it is not read
 * @param isLate asked between pieces; what has been read by then is what there is
 */
export async function readElements(
  handler: ElementHandler,
  chunks: AsyncIterable<string> | Iterable<string>,
  { maxChars, isLate = () => false }: { maxChars: number; isLate?: (() => boolean) | undefined },
): Promise<void> {
  const elements = new OpenElements(handler);
  const tokenizer = new HtmlTokenizer(elements);
  let chars = 0;
  for await (const chunk of chunks) {
    tokenizer.write(chunk);
    chars += chunk.length;
    if (chars > maxChars || isLate()) break;
  }
  tokenizer.end();
  elements.end();
}
