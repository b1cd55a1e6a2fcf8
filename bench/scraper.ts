// Page to Markdown, against peers on equal pages. Run: node bench/scraper.ts
// All contenders alternate in this process on equal strings, each peer with its default settings.
// Ours also reads the whole page: decoding, entities, leaving out what is not content. Readability
// extracts the article and needs turndown to write Markdown. The second part runs in workerd, where
// the service runs.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import TurndownService from 'turndown';
import { HtmlToMarkdown } from '../src/web-reader/markdown/html-to-markdown.ts';
import { longPage, samplePages } from './scraper/sample-pages.ts';
import { median } from './support/load.ts';
import { bundleEntry } from './support/start-worker.ts';

const ROUNDS = 9;
const PER_ROUND = 3;

const turndown = new TurndownService();
const article = (html: string) =>
  new Readability(parseHTML(html).document as never).parse()?.content ?? '';

const CONTENDERS: Record<string, (html: string) => string> = {
  ours(html) {
    const converter = new HtmlToMarkdown('https://site.example/', 1_000_000);
    converter.write(html);
    return converter.end().markdown;
  },
  'node-html-markdown': (html) => NodeHtmlMarkdown.translate(html),
  'turndown (domino)': (html) => turndown.turndown(html),
  'turndown (linkedom)': (html) =>
    turndown.turndown(parseHTML(html).document.documentElement as never),
  'readability + linkedom': article,
  'readability + linkedom + turndown': (html) => turndown.turndown(article(html)),
};

let kept = 0;

function timeOne(convert: (html: string) => string, html: string): number {
  const startedAt = performance.now();
  for (let time = 0; time < PER_ROUND; time++) kept += convert(html).length;
  return (performance.now() - startedAt) / PER_ROUND;
}

function compare(): void {
  for (const { name, html } of samplePages) {
    const times = new Map(Object.keys(CONTENDERS).map((contender) => [contender, [] as number[]]));
    for (const convert of Object.values(CONTENDERS)) timeOne(convert, html);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [contender, convert] of Object.entries(CONTENDERS))
        times.get(contender)?.push(timeOne(convert, html));
    }
    const ours = median(times.get('ours') ?? []);
    console.log(
      `\n${name}, ${(html.length / 1_024).toFixed(0)} KiB, median of ${ROUNDS} alternating rounds`,
    );
    for (const [contender, values] of times) {
      console.log(
        `  ${contender.padEnd(36)} ${median(values).toFixed(2).padStart(8)} ms  ${(median(values) / ours).toFixed(1)}× the time of ours`,
      );
    }
  }
}

/** Times whole requests and subtracts the time of a request that converts nothing. */
async function compareInWorkerd(): Promise<void> {
  const modules = await bundleEntry('bench/scraper/worker.ts');
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: modules as never,
      compatibilityDate: '2026-10-23',
      cf: false,
    } as never),
  );
  const run = async (by: string, times: number, body: string) => {
    const startedAt = performance.now();
    await (
      await miniflare.dispatchFetch(`http://bench/?by=${by}&times=${times}`, {
        method: 'POST',
        body,
      })
    ).text();
    return performance.now() - startedAt;
  };
  try {
    console.log(
      '\nin workerd: our whole conversion against HTMLRewriter with handlers that do nothing',
    );
    for (const { name, html } of samplePages) {
      await run('ours', 20, html);
      await run('rewriter', 3, html);
      const times: Record<string, number[]> = { ours: [], rewriter: [] };
      for (let round = 0; round < 5; round++) {
        for (const by of ['ours', 'rewriter'])
          times[by]?.push((await run(by, 10, html)) / 10 - (await run(by, 0, html)) / 10);
      }
      const [ours, rewriter] = [median(times.ours ?? []), median(times.rewriter ?? [])];
      console.log(
        `  ${name.padEnd(16)} ours ${ours.toFixed(2)} ms, HTMLRewriter ${rewriter.toFixed(2)} ms, ${(rewriter / ours).toFixed(1)}×`,
      );
    }
  } finally {
    await miniflare.dispose();
  }
}

/** Peak heap of a streamed page above the heap before it, with a collection every 64 pieces. */
function heapMiB(megabytes: number): { heap: number; seconds: number } {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  const converter = new HtmlToMarkdown('https://site.example/', 1_000_000);
  const decoder = new TextDecoder();
  let most = 0;
  let pieces = 0;
  let collecting = 0;
  for (const piece of longPage(megabytes)) {
    converter.write(decoder.decode(piece, { stream: true }));
    if (++pieces % 64 !== 0) continue;
    const pausedAt = performance.now();
    collect();
    most = Math.max(most, process.memoryUsage().heapUsed - before);
    collecting += performance.now() - pausedAt;
  }
  kept += converter.end().markdown.length;
  return { heap: most / 1_048_576, seconds: (performance.now() - startedAt - collecting) / 1_000 };
}

compare();
await compareInWorkerd();
console.log('\nmemory held while a page streams through');
heapMiB(5);
for (const megabytes of [5, 20, 80]) {
  const { heap, seconds } = heapMiB(megabytes);
  console.log(
    `  ${String(megabytes).padStart(3)} MB page: ${heap.toFixed(2)} MiB of heap, ${(megabytes / seconds).toFixed(0)} MB/s`,
  );
}
if (kept === 0) throw new Error('nothing was converted');
