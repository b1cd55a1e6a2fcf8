import { HEADINGS } from './element-kinds.ts';
import type { MainContent } from './hidden-elements.ts';
import {
  discount,
  linkShare,
  listsOfOthers,
  type PageBlock,
  PROSE_CHARS,
  readPageBlocks,
} from './page-blocks.ts';
import { tidyText } from './plain-text.ts';

/** Minimum prose of a page, in characters, for any text to stand out. */
const MIN_PROSE = 400;
/** Lower minimum for a page with a single article that has nearly all of the prose. */
const MIN_ARTICLE_PROSE = PROSE_CHARS;
const ARTICLE_SHARE = 0.9;
/** A block named as beside the content is content if it has more than this share of the prose. */
const MOST_BESIDE = 0.4;
/** Minimum length of the rest if blocks beside the content have most of the prose. */
const ARTICLE_PROSE = 1_500;
/** Minimum share of the prose that the content must hold. */
const SHARE = 0.75;
/** Minimum share of prose in the content's text; lists of links or prices have less. */
const PROSE_SHARE = 0.4;
/** A page with more blocks is not analysed but read whole. */
const MAX_BLOCKS = 50_000;
const MIN_TITLE_CHARS = 4;
const NONE: ReadonlySet<number> = new Set();

/** Paragraphs; the blocks that hold them hold the content. */
const PARAGRAPHS = new Set('p pre li dd dt blockquote figcaption h1 h2 h3 h4 h5 h6'.split(' '));
/** Number of ancestors that receive a share of a paragraph's score. */
const LEVELS = 5;
/** Blocks within the content that are left out when nothing in them looks like content. */
const PRUNED = new Set('form fieldset table ul ol dl div section article aside details'.split(' '));
/** Blocks that hold the links of a page that also has text. */
const MENUS = new Set('table ul ol dl div section aside p center'.split(' '));
const LINKS_BESIDE_TEXT = 0.5;
const MOSTLY_LINKS = 0.7;
const HALF_LINKS = 0.5;
const NEARLY_LINKS = 0.9;

const totalProse = (blocks: readonly PageBlock[]): number =>
  blocks.reduce((sum, { parent, prose }) => sum + (parent ? 0 : prose), 0);

/**
 * Removes blocks that are beside the content according to their names.
 * @param beside classifications to remove @param all prose of the whole page
 * @returns the blocks that are left
 */
function withoutBeside(
  blocks: readonly PageBlock[],
  beside: readonly PageBlock['place'][],
  all: number,
  leftOut: Set<number>,
): PageBlock[] {
  const gone = new Set<PageBlock>();
  return blocks.filter((block) => {
    const { parent, place, prose } = block;
    const isBeside = beside.includes(place) && prose <= MOST_BESIDE * all;
    if (!isBeside && !(parent && gone.has(parent))) return true;
    if (!(parent && gone.has(parent))) {
      discount(block);
      leftOut.add(block.ordinal);
    }
    gone.add(block);
    return false;
  });
}

/** Scores blocks: paragraphs add to their ancestors, less with each level; links subtract. */
function scoresOf(blocks: readonly PageBlock[]): Map<PageBlock, number> {
  const scores = new Map(blocks.map((block) => [block, block.weight]));
  for (const block of blocks) {
    if (block.voice === 0) continue;
    let holder = PARAGRAPHS.has(block.name) ? block.parent : block;
    for (let level = 0; holder && level < LEVELS; level++, holder = holder.parent) {
      const part = level < 2 ? level + 1 : 3 * level;
      scores.set(holder, (scores.get(holder) ?? 0) + block.voice / part);
    }
  }
  return new Map([...scores].map(([block, score]) => [block, score * (1 - linkShare(block))]));
}

/** The block with the highest score, widened until it holds enough of the prose. */
function contentRoot(scores: ReadonlyMap<PageBlock, number>, prose: number): PageBlock | null {
  const scoreOf = (block: PageBlock) => scores.get(block) ?? 0;
  let root: PageBlock | null = null;
  for (const [block, score] of scores)
    if (!PARAGRAPHS.has(block.name) && (!root || score > scoreOf(root))) root = block;
  while (
    root?.parent &&
    root.parent.prose > 1.15 * root.prose &&
    scoreOf(root.parent) > scoreOf(root) / 3
  )
    root = root.parent;
  while (root?.parent && root.prose < SHARE * prose) root = root.parent;
  return root;
}

/** Siblings of the root that look like its continuation. */
function continuations(root: PageBlock, scores: ReadonlyMap<PageBlock, number>): PageBlock[] {
  const least = Math.max(10, 0.2 * (scores.get(root) ?? 0));
  return (root.parent?.children ?? []).filter((block) => {
    const score = scores.get(block);
    if (block === root || score === undefined || block.prose === 0) return false;
    return linkShare(block) < 0.25 && (score >= least || PARAGRAPHS.has(block.name));
  });
}

/** A table of contents of the page. */
const isContents = ({ name, chars, withinChars, prose }: PageBlock): boolean =>
  MENUS.has(name) && prose === 0 && withinChars > MOSTLY_LINKS * chars;

/** The only article of a page that is not within another. */
function outermostArticle(blocks: readonly PageBlock[]): PageBlock | null {
  const [article, ...others] = blocks.filter(({ name }) => name === 'article');
  const within = article ? inside(blocks, new Set([article])) : null;
  return article && others.every((other) => within?.has(other)) ? article : null;
}

const LISTS = new Set('table ul ol dl'.split(' '));

/**
 * Whether nothing in a block of the content looks like content: lists of links, forms. If the page
 * marks its content, lists in it are kept, except tables of contents.
 */
function isPruned(block: PageBlock, root: PageBlock, stated: ReadonlySet<PageBlock>): boolean {
  if (!PRUNED.has(block.name) || block.chars === 0 || block.prose > root.prose / 5) return false;
  if (root.isMain || (LISTS.has(block.name) && stated.has(block))) return isContents(block);
  if (block.name === 'form' || block.name === 'fieldset') return block.prose < 3 * PROSE_CHARS;
  const links = linkShare(block);
  return links > MOSTLY_LINKS || (links > HALF_LINKS && block.prose === 0 && block.commas < 10);
}

/** The longest heading contained in the page title, which may also contain the site's name. */
function titleHeading(blocks: readonly PageBlock[], title: string): PageBlock | null {
  const wanted = title.toLowerCase();
  let longest: PageBlock | null = null;
  let length = MIN_TITLE_CHARS - 1;
  for (const block of blocks) {
    const words = tidyText(block.heading).toLowerCase();
    if (!HEADINGS.has(block.name) || words.length <= length || !wanted.includes(words)) continue;
    longest = block;
    length = words.length;
  }
  return longest;
}

/** Whether a block directly holds prose. */
const holdsProse = ({ prose, children }: PageBlock): boolean =>
  prose > 0 && children.every((child) => child.prose === 0);

/** The title's heading if it precedes the root, and the prose between them. */
function beginnings(
  blocks: readonly PageBlock[],
  root: PageBlock,
  title: string,
): readonly PageBlock[] {
  const heading = titleHeading(blocks, title);
  if (!heading || heading.ordinal > root.ordinal) return [];
  const between = blocks.filter(
    (block) => block.ordinal > heading.ordinal && block.ordinal < root.ordinal && holdsProse(block),
  );
  return [heading, ...between];
}

function inside(
  blocks: readonly PageBlock[],
  outermost: ReadonlySet<PageBlock>,
): ReadonlySet<PageBlock> {
  const within = new Set<PageBlock>();
  for (const block of blocks)
    if (block.parent && (outermost.has(block.parent) || within.has(block.parent)))
      within.add(block);
  return within;
}

/**
 * Page types with facts beside their text, such as a price, a place or a wage (schema.org types in
 * JSON-LD and microdata, Open Graph types).
 */
const OF_A_THING = [
  /"@type"\s{0,9}:\s{0,9}(?:\[\s{0,9})?"(?:Product|ProductGroup|Offer|Event|JobPosting|Hotel|Restaurant)"/,
  /"@type"\s{0,9}:\s{0,9}(?:\[\s{0,9})?"(?:Vehicle|Car|RealEstateListing|ItemList|CollectionPage)"/,
  /schema\.org\/(?:Product|Offer|Event|JobPosting)\b|og:type["'][^<>]{0,80}["']product/,
];
const OF_AN_ARTICLE = [
  /"@type"\s{0,9}:\s{0,9}(?:\[\s{0,9})?"(?:\w{0,20}Article|BlogPosting)"/,
  /og:type["'][^<>]{0,80}["']article/,
];

const isOfAThing = (html: string): boolean =>
  OF_A_THING.some((pattern) => pattern.test(html)) &&
  !OF_AN_ARTICLE.some((pattern) => pattern.test(html));

/** The only article of a page that contains little else: a note, a README. */
function onlyArticle(blocks: readonly PageBlock[], prose: number): PageBlock | null {
  const [article, another] = blocks.filter(({ name }) => name === 'article');
  if (!article || another || prose < MIN_ARTICLE_PROSE) return null;
  return article.prose >= ARTICLE_SHARE * prose ? article : null;
}

/** Whether a heading or prose precedes any menu; in an application shell it does not. */
function holdsContent(main: PageBlock, within: Iterable<PageBlock>): boolean {
  for (const block of within) {
    if (HEADINGS.has(block.name) && block.chars > 0) return true;
    if (holdsProse(block)) return true;
    if (MENUS.has(block.name) && block.prose === 0 && linkShare(block) > MOSTLY_LINKS) return false;
  }
  return main.chars >= PROSE_CHARS;
}

/**
 * The dominant content of a page (HTML standard, 4.4.14) if the page marks it: the only `main`,
 * unless it is an application shell that contains the page's menus and footer.
 */
function statedMain(blocks: readonly PageBlock[]): PageBlock | null {
  const [main, ...others] = blocks.filter(({ isMain }) => isMain);
  if (!main) return null;
  const within = inside(blocks, new Set([main]));
  if (others.some((other) => !within.has(other)) || !holdsContent(main, within)) return null;
  const foot = [...within].some(({ name, parent }) => name === 'footer' && parent === main);
  return foot ? null : main;
}

/** The level of a heading, or of a block whose only text is a heading; 0 for others. */
function headingLevel({ name, chars, children }: PageBlock): number {
  if (HEADINGS.has(name)) return Number(name[1]);
  const only = children.find((child) => child.chars > 0);
  return only?.chars === chars && HEADINGS.has(only.name) ? Number(only.name[1]) : 0;
}

/**
 * Headings whose section is left out entirely. The last heading of a block is kept if the section
 * lost only elements beside the content by name, such as share buttons.
 */
function emptied(holders: Iterable<PageBlock>, leftOut: ReadonlySet<number>): PageBlock[] {
  const found: PageBlock[] = [];
  for (const { children, ownChars } of holders) {
    let heading: PageBlock | null = null;
    let [hasLost, lacksList] = [false, false];
    for (const block of ownChars > 0 ? [] : children) {
      const level = headingLevel(block);
      if (block.chars === 0) continue;
      if (level > 0) {
        if (heading && hasLost && level <= headingLevel(heading)) found.push(heading);
        heading = block;
        [hasLost, lacksList] = [false, false];
      } else if (leftOut.has(block.ordinal)) {
        hasLost = true;
        lacksList ||= block.place === null;
      } else heading = null;
    }
    if (heading && lacksList) found.push(heading);
  }
  return found;
}

/** Lists of links on a page that also has text. */
function menusOf(blocks: readonly PageBlock[]): PageBlock[] {
  const all = { chars: 0, linkChars: 0 };
  for (const { parent, chars, linkChars } of blocks) {
    if (parent) continue;
    all.chars += chars;
    all.linkChars += linkChars;
  }
  if (totalProse(blocks) < MIN_PROSE || all.linkChars > LINKS_BESIDE_TEXT * all.chars) return [];
  const headed = headedBlocks(blocks);
  return blocks.filter(
    (block) =>
      MENUS.has(block.name) &&
      block.prose === 0 &&
      linkShare(block) > MOSTLY_LINKS &&
      !headed.has(block),
  );
}

/** Blocks that hold a heading. */
function headedBlocks(blocks: readonly PageBlock[]): ReadonlySet<PageBlock> {
  const headed = new Set<PageBlock>();
  for (const block of blocks)
    if (HEADINGS.has(block.name))
      for (let at = block.parent; at && !headed.has(at); at = at.parent) headed.add(at);
  return headed;
}

/**
 * Blocks of links that are named menus: before the title of the page, or of links only. A
 * restaurant's menu has a heading.
 */
function namedMenus(blocks: readonly PageBlock[]): PageBlock[] {
  const title = blocks.find(({ name, chars }) => name === 'h1' && chars > 0)?.ordinal ?? 0;
  const headed = headedBlocks(blocks);
  return blocks.filter(
    (block) =>
      block.isMenu &&
      block.prose === 0 &&
      linkShare(block) > (block.ordinal < title ? HALF_LINKS : NEARLY_LINKS) &&
      !headed.has(block) &&
      !HEADINGS.has(block.parent?.children[block.position - 1]?.name ?? ''),
  );
}

/** Menus before the first prose of the content that are not below its headings or paragraphs. */
function menusBefore(within: Iterable<PageBlock>, menus: readonly PageBlock[]): PageBlock[] {
  const asked = new Set(menus);
  const found: PageBlock[] = [];
  /** Blocks in which a heading or paragraph was found, and blocks after or within those. */
  const [introduced, told] = [new Set<PageBlock | null>(), new Set<PageBlock | null>()];
  for (const block of within) {
    const { parent, name, chars } = block;
    if (holdsProse(block)) return found;
    if (introduced.has(parent) || told.has(parent)) told.add(block);
    else if (asked.has(block)) found.push(block);
    if (PARAGRAPHS.has(name) && chars > 0) introduced.add(parent);
  }
  return [];
}

function rootOf(
  blocks: readonly PageBlock[],
  scores: ReadonlyMap<PageBlock, number>,
  before: number,
): PageBlock | null {
  const prose = totalProse(blocks);
  const isShort = prose < MIN_PROSE || (prose < before / 2 && prose < ARTICLE_PROSE);
  const root = isShort ? onlyArticle(blocks, prose) : contentRoot(scores, prose);
  return root && root.prose >= PROSE_SHARE * root.chars ? root : null;
}

/**
 * Locates the main content of a page: the block whose paragraphs hold most of its prose, without
 * blocks beside the content, with the heading that the title repeats and the prose between. After
 * arc90's Readability (2009): paragraphs with commas raise the score of the blocks around them,
 * links lower it. Without dominant text, the page except what is surely not content.
 * @returns null for the whole page
 */
export function findMainContent(html: string): MainContent | null {
  const { blocks: page, outer, title } = readPageBlocks(html);
  if (page.length > MAX_BLOCKS) return null;
  const before = totalProse(page);
  const chrome = new Set<number>();
  const shown = withoutBeside(page, ['surely beside'], before, chrome);
  for (const { ordinal } of listsOfOthers(shown, before)) chrome.add(ordinal);
  for (const { ordinal } of namedMenus(shown)) chrome.add(ordinal);
  const main = statedMain(shown);
  const stated = main ?? outermostArticle(shown);
  const ofStated = inside(shown, new Set(stated ? [stated] : []));
  const menus = menusOf(shown);
  const ofMain = new Set(menusBefore(ofStated, menus));
  for (const menu of menus) if (!ofStated.has(menu) || ofMain.has(menu)) chrome.add(menu.ordinal);
  const whole = chrome.size > 0 ? { kept: null, around: NONE, leftOut: chrome } : null;
  const isThing = isOfAThing(html);
  if (isThing && !main) return whole;
  const leftOut = new Set(chrome);
  const blocks = isThing ? shown : withoutBeside(shown, ['beside'], before, leftOut);
  const scores = scoresOf(blocks);
  const root = main ?? rootOf(blocks, scores, before);
  if (!root) return whole;
  const kept = new Set(main ? [main] : [root, ...continuations(root, scores)]);
  const within = inside(blocks, kept);
  for (const block of within) if (isPruned(block, root, ofStated)) leftOut.add(block.ordinal);
  for (const { ordinal } of emptied([...kept, ...within], leftOut)) leftOut.add(ordinal);
  for (const block of beginnings(blocks, root, title)) if (!within.has(block)) kept.add(block);
  const around = new Set<number>();
  for (const { ordinal } of kept)
    for (let at = outer.get(ordinal); at !== undefined; at = outer.get(at)) around.add(at);
  return { kept: new Set([...kept].map(({ ordinal }) => ordinal)), around, leftOut };
}
