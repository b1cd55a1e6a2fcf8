// Converts the posted page `times` times, by our reader or by HTMLRewriter with empty handlers.
import { HtmlToMarkdown } from '../../src/web-reader/markdown/html-to-markdown.ts';

const CHUNK_BYTES = 65_536;

function* chunksOf(page: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < page.length; at += CHUNK_BYTES) yield page.subarray(at, at + CHUNK_BYTES);
}

function ours(page: Uint8Array): number {
  const converter = new HtmlToMarkdown('https://site.example/', 1_000_000);
  const decoder = new TextDecoder();
  for (const chunk of chunksOf(page)) converter.write(decoder.decode(chunk, { stream: true }));
  return converter.end().markdown.length;
}

/**
 * Delivers every tag and text to empty handlers: the lower bound of a converter on HTMLRewriter.
 */
async function rewriter(page: Uint8Array): Promise<number> {
  let seen = 0;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunksOf(page)) controller.enqueue(chunk);
      controller.close();
    },
  });
  const count = () => {
    seen++;
  };
  const reader = new HTMLRewriter()
    .on('*', {
      element(element) {
        count();
        // The types of one runtime version lack this property.
        if ((element as unknown as { canHaveContent: boolean }).canHaveContent)
          element.onEndTag(count);
      },
    })
    .onDocument({ text: count });
  await reader
    .transform(new Response(body, { headers: { 'Content-Type': 'text/html' } }))
    .arrayBuffer();
  return seen;
}

export default {
  async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const page = new Uint8Array(await request.arrayBuffer());
    let kept = 0;
    for (let time = 0; time < Number(searchParams.get('times')); time++)
      kept += searchParams.get('by') === 'ours' ? ours(page) : await rewriter(page);
    return new Response(String(kept));
  },
};
