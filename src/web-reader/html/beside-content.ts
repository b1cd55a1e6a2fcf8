import { HEADINGS } from './element-kinds.ts';
import type { PageBlock } from './page-blocks.ts';

/** What a list of other pages is called: what readers may want next. */
const ELSEWHERE = new RegExp(
  `^[^\\p{L}]{0,3}(?:${[
    'related|similar|recommended|you (?:may|might|will) (?:also|like)|more .{1,30} (?:by|from|in) |more (?:from|in|like|on|posts|stories|articles|news)|read (?:next|more|also)|keep reading|up next|what to read next|popular|trending|most (?:read|popular|viewed)|customers? (?:who|also)|people also|frequently bought|recently viewed|explore more|other (?:articles|posts|stories)|latest (?:news|posts|articles)|recent (?:posts|articles)|hot network',
    'weitere (?:artikel|beiträge|themen|nachrichten)|ähnliche|verwandte|das könnte|auch interessant|mehr (?:zum thema|aus)|lesen sie auch|meistgelesen|passend dazu|kunden kauften',
    'articles? (?:similaires|liés|connexes|relacionados|correlati)|à lire (?:aussi|également)|lire aussi|sur le même (?:sujet|thème)|vous aimerez|dans la même|les plus lus|voir aussi nos',
    'artículos? relacionados|noticias? relacionadas|notas? relacionadas|te puede interesar|también te|también puede|lo más (?:leído|visto)|más (?:noticias|sobre|en)|productos relacionados|entradas relacionadas',
    'leia (?:também|mais)|veja também|você (?:também )?pode gostar|mais (?:lidas|notícias)|matérias relacionadas|produtos relacionados|potrebbe(?:ro)? interessarti|leggi anche|articoli correlati|notizie correlate|ti potrebbe',
    'lees ook|gerelateerd|meer (?:nieuws|over)|läs (?:också|mer)|relaterat|relaterade|les også|relatert|læs også|lue myös|zobacz także|czytaj (?:także|też)|podobne|powiązane|mohlo by vás|související|čtěte také|kapcsolódó|ez is érdekelhet|citește și|articole similare|ilgili|benzer|bunlar da|διαβάστε (?:επίσης|ακόμα)|σχετικά',
    'читайте также|похожие|смотрите также|материалы по теме|по теме|читайте також|схожі|اقرأ أيضا|مواضيع ذات صلة|مقالات ذات صلة|קראו גם|כתבות נוספות|.{0,8}(?:関連|おすすめ|あわせて読みたい|人気|ランキング|相关|相關|推荐阅读|延伸閱讀|猜你喜欢|관련|추천|많이 본)|บทความที่เกี่ยวข้อง|tin liên quan|có thể bạn|berita terkait|baca juga|artikel terkait',
  ].join('|')})`,
  'iu',
);
/** How much of the text of such a list is links, prices and dates beside them. */
const LIST_LINKS = 0.3;
const MOST_LINKS = 0.5;
/** A part with more of the prose is no list. */
const LIST_PROSE = 0.2;

const linkShare = ({ chars, linkChars }: PageBlock): number => (chars > 0 ? linkChars / chars : 0);

/** The siblings behind a heading that are its list. */
function listBehind(heading: PageBlock): PageBlock[] {
  const siblings = heading.parent?.children ?? [];
  const list: PageBlock[] = [];
  for (const block of siblings.slice(siblings.indexOf(heading) + 1)) {
    if (HEADINGS.has(block.name) || linkShare(block) < MOST_LINKS) break;
    list.push(block);
  }
  return list;
}

/** Lists of other pages by what their heading says: each with its heading. */
export function listsOfOthers(blocks: readonly PageBlock[], prose: number): PageBlock[] {
  return blocks.flatMap((block) => {
    if (!HEADINGS.has(block.name) || !ELSEWHERE.test(block.heading.trim())) return [];
    const { parent } = block;
    if (parent?.parent && parent.prose <= LIST_PROSE * prose && linkShare(parent) >= LIST_LINKS)
      return [parent];
    const list = listBehind(block);
    return list.length > 0 ? [block, ...list] : [];
  });
}
