import { BLOCK, HEADINGS, VOID } from './element-kinds.ts';
import { isMainLandmark, PageScope } from './hidden-elements.ts';
import { type ElementHandler, parseElements } from './open-elements.ts';
import { tidyText } from './plain-text.ts';
import type { Attributes } from './tokenizer.ts';

/** Shorter runs of text are labels and do not indicate where the content is. */
const LABEL_CHARS = 25;
/** Runs of at least this length that are not mostly links count as prose. */
export const PROSE_CHARS = 80;
const PROSE_LINKS = 1 / 3;
/** Characters of scripts without spaces or with short words; each counts as three. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const DENSE_EXTRA = 2;
/** Commas of all scripts. They indicate prose; lists of links and labels have few. */
const COMMAS = /[,;،؛、，；]/g;
const SPACES = /\s+/g;

const MAX_TITLE_CHARS = 1_000;
const MAX_NAMES_CHARS = 300;

const aWord = (words: readonly string[]): RegExp =>
  new RegExp(`(?:^|[^a-z])(?:${words.join(' ').replaceAll(' ', '|')})(?![a-z])`);
/** Words in IDs and classes of elements beside the content of a page. */
const BESIDE = aWord([
  'ads? adverts? advertisements? advertising adsense banners? promos? promotions? sponsor\\w*',
  'outbrain taboola comments? commentlist disqus\\w* replies respond shoutbox remarks?',
  'sidebars? rail aside nav navbar navigation menus? breadcrumbs? footer foot masthead',
  'pagination pager toolbars? tools related\\w* recommend\\w* recirc\\w* trending popular',
  'more most latest teasers? widgets? supplemental extra shares? sharing social\\w* follow',
  'newsletters? subscri\\w* signup login rss popups? modal overlay tooltips? tags taglist',
  'topics categories bio byline dateline meta metadata postmeta timestamp credits?',
  'copyright disclaimer cookies? gdpr skip hidden sronly offscreen skyscraper legends?',
]);
/** Words that mark an element as not content even on a page without an article. */
const SURELY_BESIDE = aWord([
  'ads? adverts? advertisements? advertising adsense outbrain taboola promos? sidebars?',
  'breadcrumbs? related\\w* recommend\\w* similar\\w* upsells? newsletters? subscri\\w*',
  'announcements? share sharing sns social\\w* pagination pager cookies? gdpr navbar toolbars?',
  'nav navigation footer masthead copyright signature postprofile userinfo',
]);
/** Words that mark an element as content. */
const CONTENT = aWord([
  'articles? body contents? entry hentry main page posts? story text blog column prose markdown',
]);
/** Words in IDs and classes of menus; a restaurant's is one too. */
const MENU = aWord(['menus?']);
const WORD_STARTS = /(?<=[a-z])(?=[A-Z])/g;

/** Score of an element for holding the content, by its name alone. */
const WEIGHTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'article main': 10,
    'div section': 5,
    'pre td blockquote': 3,
    'address ol ul dl dd dt li form': -3,
    'th h1 h2 h3 h4 h5 h6': -5,
  }).flatMap(([names, weight]) => names.split(' ').map((name) => [name, weight] as const)),
);
const NAME_WEIGHT = 25;

interface BlockSums {
  chars: number;
  linkChars: number;
  /** Characters of links to places on the same page. */
  withinChars: number;
  /** Characters of runs that are prose. */
  prose: number;
  commas: number;
}

/** A block element of a page; text in inline elements counts as its own. */
export interface PageBlock extends BlockSums {
  name: string;
  /** Index of its start tag in the page. */
  ordinal: number;
  parent: PageBlock | null;
  /** Index among the children of its parent. */
  position: number;
  children: PageBlock[];
  /** Characters of its text outside the blocks within it. */
  ownChars: number;
  /** The page marks it as main content: `main` or `role="main"`. */
  isMain: boolean;
  /** Classification by its id and class. */
  place: 'surely beside' | 'beside' | 'content' | null;
  /** Its id or class names it a menu. */
  isMenu: boolean;
  /** Score for holding the content, by element and names. */
  weight: number;
  /** Score that its own text adds to the blocks around it. */
  voice: number;
  heading: string;
}

interface PageBlocks {
  /** In order of their start tags. */
  blocks: PageBlock[];
  /** Parent of each element, both by the index of the start tag. */
  outer: ReadonlyMap<number, number>;
  title: string;
}

/** The id and classes of an element as words. */
function namesOf(attributes: Attributes): string {
  const names = `${attributes.get('id') ?? ''} ${attributes.get('class') ?? ''}`;
  return names.slice(0, MAX_NAMES_CHARS).replace(WORD_STARTS, '-').toLowerCase();
}

function placeOf(words: string): PageBlock['place'] {
  if (words === ' ') return null;
  const isContent = CONTENT.test(words);
  if (BESIDE.test(words) || SURELY_BESIDE.test(words)) {
    if (isContent) return null;
    return SURELY_BESIDE.test(words) ? 'surely beside' : 'beside';
  }
  return isContent ? 'content' : null;
}

/** Contact links do not count as links, because they are the content of a contact page. */
const leadsElsewhere = (attributes: Attributes): boolean =>
  !/^\s*(?:mailto|tel|sms):/i.test(attributes.get('href') ?? '');

/** A fragment link within the page; no script route, no media time (Media Fragments 1.0). */
const leadsWithin = (href: string): boolean => href.startsWith('#') && !/^#?$|[/!=]/.test(href);

/** Measures how much text each block of a page holds. */
class BlockReader implements ElementHandler {
  readonly #scope = new PageScope('main');
  readonly #open: number[] = [];
  readonly blocks: PageBlock[] = [];
  readonly outer = new Map<number, number>();
  title = '';
  #block: PageBlock | null = null;
  /** Open links, except contact links. */
  readonly #linked: { ordinal: number; leadsWithin: boolean }[] = [];
  #chars = 0;
  #linkChars = 0;
  #withinChars = 0;
  #commas = 0;
  #wasBreak = false;
  #inTitle = false;

  open(name: string, attributes: Attributes, ordinal: number): boolean {
    if (!this.#scope.open(name, attributes, ordinal)) return false;
    if (name === 'title') this.#inTitle = true;
    if (name === 'a' && leadsElsewhere(attributes))
      this.#linked.push({ ordinal, leadsWithin: leadsWithin(attributes.get('href') ?? '') });
    if (name === 'br') this.#break();
    if (name === 'hr') this.#endRun();
    if (VOID.has(name)) return true;
    if (BLOCK.has(name)) this.#openBlock(name, attributes, ordinal);
    const outer = this.#open.at(-1);
    if (outer !== undefined) this.outer.set(ordinal, outer);
    this.#open.push(ordinal);
    return true;
  }

  close(name: string, ordinal: number): void {
    this.#scope.close(name, ordinal);
    if (VOID.has(name)) return;
    this.#open.splice(this.#open.lastIndexOf(ordinal), 1);
    if (name === 'title') this.#inTitle = false;
    if (name === 'a') {
      const at = this.#linked.findLastIndex((link) => link.ordinal === ordinal);
      if (at >= 0) this.#linked.splice(at, 1);
    }
    if (!BLOCK.has(name)) return;
    this.#endRun();
    this.#block = this.#block?.parent ?? null;
  }

  text(text: string): void {
    if (this.#inTitle) {
      this.title = (this.title + text).slice(0, MAX_TITLE_CHARS);
      return;
    }
    const words = text.replace(SPACES, ' ');
    if (words === ' ' || words === '') return;
    this.#wasBreak = false;
    const chars = words.length + DENSE_EXTRA * (words.match(DENSE)?.length ?? 0);
    this.#chars += chars;
    const link = this.#linked.at(-1);
    if (link) this.#linkChars += chars;
    if (link?.leadsWithin) this.#withinChars += chars;
    this.#commas += words.match(COMMAS)?.length ?? 0;
    if (this.#block && HEADINGS.has(this.#block.name))
      this.#block.heading = (this.#block.heading + words).slice(0, MAX_TITLE_CHARS);
  }

  /** Two line breaks in a row separate paragraphs. */
  #break(): void {
    if (this.#wasBreak) this.#endRun();
    this.#wasBreak = true;
  }

  #openBlock(name: string, attributes: Attributes, ordinal: number): void {
    this.#endRun();
    const parent = this.#block;
    const names = name === 'body' || name === 'html' ? ' ' : namesOf(attributes);
    const place = placeOf(names);
    const named = place === null ? 0 : place === 'content' ? NAME_WEIGHT : -NAME_WEIGHT;
    const weight = (WEIGHTS.get(name) ?? 0) + named;
    this.#block = {
      name,
      ordinal,
      parent,
      position: parent?.children.length ?? 0,
      children: [],
      ownChars: 0,
      isMain: name !== 'body' && isMainLandmark(name, attributes),
      place,
      isMenu: MENU.test(names),
      weight,
      voice: 0,
      heading: '',
      chars: 0,
      linkChars: 0,
      withinChars: 0,
      prose: 0,
      commas: 0,
    };
    parent?.children.push(this.#block);
    this.blocks.push(this.#block);
  }

  /** Adds the text run since the last block boundary to the block. */
  #endRun(): void {
    const [chars, linkChars, commas] = [this.#chars, this.#linkChars, this.#commas];
    this.#chars = 0;
    this.#linkChars = 0;
    this.#commas = 0;
    const withinChars = this.#withinChars;
    this.#withinChars = 0;
    this.#wasBreak = false;
    const block = this.#block;
    if (!block || chars === 0) return;
    block.ownChars += chars;
    block.chars += chars;
    block.linkChars += linkChars;
    block.withinChars += withinChars;
    block.commas += commas;
    if (chars < LABEL_CHARS) return;
    const links = linkChars / chars;
    if (chars >= PROSE_CHARS && links < PROSE_LINKS) block.prose += chars;
    block.voice += (1 + commas + Math.min(Math.floor(chars / 100), 3)) * (1 - links);
  }
}

/** Adds the sums of a block to an outer block, or subtracts them. */
function addTo(outer: PageBlock, block: PageBlock, sign: 1 | -1): void {
  outer.chars += sign * block.chars;
  outer.linkChars += sign * block.linkChars;
  outer.withinChars += sign * block.withinChars;
  outer.prose += sign * block.prose;
  outer.commas += sign * block.commas;
}

/** Subtracts the sums of a block from all blocks around it. */
export function discount(block: PageBlock): void {
  for (let outer = block.parent; outer; outer = outer.parent) addTo(outer, block, -1);
}

/** The blocks of a page, without elements that are never content, with sums over their contents. */
export function readPageBlocks(html: string): PageBlocks {
  const reader = new BlockReader();
  parseElements(reader, html);
  const { blocks, outer, title } = reader;
  for (const block of blocks.toReversed()) if (block.parent) addTo(block.parent, block, 1);
  return { blocks, outer, title: tidyText(title) };
}

/** Share of a block's text that is in links. */
export const linkShare = ({ chars, linkChars }: PageBlock): number =>
  chars > 0 ? linkChars / chars : 0;

/** Headings of lists of other pages, as suggestions for further reading. */
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
/** Minimum share of links in a list of other pages: with its heading, or as siblings of it. */
const LIST_LINKS = 0.3;
const MOST_LINKS = 0.5;
/** A part with a larger share of the prose is not a list of other pages. */
const LIST_PROSE = 0.2;

/** The siblings after a heading that form its list. */
function listBehind(heading: PageBlock): PageBlock[] {
  const siblings = heading.parent?.children ?? [];
  const list: PageBlock[] = [];
  for (let at = heading.position + 1; at < siblings.length; at++) {
    const block = siblings[at] as PageBlock;
    if (HEADINGS.has(block.name) || linkShare(block) < MOST_LINKS) break;
    list.push(block);
  }
  return list;
}

/** Lists of other pages, found by their headings and returned with them. */
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
