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

/** With less prose, in characters, a page has no text that would stand out. */
const MIN_PROSE = 400;
/** An article that is the only one of its page needs less, if it has nearly all of it. */
const MIN_ARTICLE_PROSE = PROSE_CHARS;
const ARTICLE_SHARE = 0.9;
/** A block named for what stands beside the content is the content if it has more of the prose. */
const MOST_BESIDE = 0.4;
/** Where what stands beside has most of the prose, the rest must be as long as an article. */
const ARTICLE_PROSE = 1_500;
/** The part of the prose that content which stands out holds at least. */
const SHARE = 0.75;
/** How much of the text of content is prose at least; lists of links and of prices are not. */
const PROSE_SHARE = 0.4;
/** A page with more blocks is read whole. */
const MAX_BLOCKS = 50_000;
const MIN_TITLE_CHARS = 4;
const NONE: ReadonlySet<number> = new Set();

/** Blocks that are paragraphs: what holds them holds the content. */
const PARAGRAPHS = new Set('p pre li dd dt blockquote figcaption h1 h2 h3 h4 h5 h6'.split(' '));
/** How far outwards a paragraph speaks for the blocks it stands in. */
const LEVELS = 5;
/** Blocks within the content that are left out when nothing in them reads as content. */
const PRUNED = new Set('form fieldset table ul ol dl div section article aside details'.split(' '));
/** Blocks that hold the links of a page where it has text besides. */
const MENUS = new Set('table ul ol dl div section aside p center'.split(' '));
const LINKS_BESIDE_TEXT = 0.5;
const MOSTLY_LINKS = 0.7;
const HALF_LINKS = 0.5;

const totalProse = (blocks: readonly PageBlock[]): number =>
  blocks.reduce((sum, { parent, prose }) => sum + (parent ? 0 : prose), 0);

/**
 * Takes out what stands beside the content by its names.
 * @param beside the places that do @param all the prose of the whole page
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

/** How much speaks for each block: paragraphs for what holds them, less with each level. */
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

/** The block that speaks most, widened to what holds enough of the prose. */
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

/** Neighbours of the root that read as its continuation. */
function continuations(root: PageBlock, scores: ReadonlyMap<PageBlock, number>): PageBlock[] {
  const least = Math.max(10, 0.2 * (scores.get(root) ?? 0));
  return (root.parent?.children ?? []).filter((block) => {
    const score = scores.get(block);
    if (block === root || score === undefined || block.prose === 0) return false;
    return linkShare(block) < 0.25 && (score >= least || PARAGRAPHS.has(block.name));
  });
}

/** A list of the places of its page. */
const isContents = ({ name, chars, withinChars, prose }: PageBlock): boolean =>
  MENUS.has(name) && prose === 0 && withinChars > MOSTLY_LINKS * chars;

/** The only article of a page that stands in no other. */
function outermostArticle(blocks: readonly PageBlock[]): PageBlock | null {
  const [article, ...others] = blocks.filter(({ name }) => name === 'article');
  const within = article ? inside(blocks, new Set([article])) : null;
  return article && others.every((other) => within?.has(other)) ? article : null;
}

const LISTS = new Set('table ul ol dl'.split(' '));

/**
 * A block of the content in which nothing reads as content: lists of links, forms. Where the page
 * says what its content is, lists in it are content, but for those of its own places.
 */
function isPruned(block: PageBlock, root: PageBlock, stated: ReadonlySet<PageBlock>): boolean {
  if (!PRUNED.has(block.name) || block.chars === 0 || block.prose > root.prose / 5) return false;
  if (root.isMain || (LISTS.has(block.name) && stated.has(block))) return isContents(block);
  if (block.name === 'form' || block.name === 'fieldset') return block.prose < 3 * PROSE_CHARS;
  const links = linkShare(block);
  return links > MOSTLY_LINKS || (links > HALF_LINKS && block.prose === 0 && block.commas < 10);
}

/** The heading that the title of the page repeats: the longest, as the site's name is one too. */
function titleHeading(blocks: readonly PageBlock[], title: string): PageBlock | null {
  const wanted = title.toLowerCase();
  let longest: PageBlock | null = null;
  let length = MIN_TITLE_CHARS - 1;
  for (const block of blocks) {
    const words = block.heading.replace(/\s+/g, ' ').trim().toLowerCase();
    if (!HEADINGS.has(block.name) || words.length <= length || !wanted.includes(words)) continue;
    longest = block;
    length = words.length;
  }
  return longest;
}

/** Whether a block has prose of its own. */
const holdsProse = ({ prose, children }: PageBlock): boolean =>
  prose > 0 && children.every((child) => child.prose === 0);

/** The title's heading where it stands before the root, and the prose between the two. */
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
 * Things with facts beside their text: a price, a place, a wage (schema.org types in JSON-LD and
 * microdata, Open Graph types).
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

/** The article of a page that has little more than it: a note, a README. */
function onlyArticle(blocks: readonly PageBlock[], prose: number): PageBlock | null {
  const [article, another] = blocks.filter(({ name }) => name === 'article');
  if (!article || another || prose < MIN_ARTICLE_PROSE) return null;
  return article.prose >= ARTICLE_SHARE * prose ? article : null;
}

/** Whether a block has a heading, or text, and no menu before them: a shell has one. */
function holdsContent(main: PageBlock, within: Iterable<PageBlock>): boolean {
  for (const block of within) {
    if (HEADINGS.has(block.name) && block.chars > 0) return true;
    if (holdsProse(block)) return true;
    if (MENUS.has(block.name) && block.prose === 0 && linkShare(block) > MOSTLY_LINKS) return false;
  }
  return main.chars >= PROSE_CHARS;
}

/**
 * The dominant content of a page (HTML standard, 4.4.14) where it says which it is: its only `main`
 * that is shown, unless a script's shell, with the page's menus and foot in it.
 */
function statedMain(blocks: readonly PageBlock[]): PageBlock | null {
  const [main, ...others] = blocks.filter(({ isMain }) => isMain);
  if (!main) return null;
  const within = inside(blocks, new Set([main]));
  if (others.some((other) => !within.has(other)) || !holdsContent(main, within)) return null;
  const foot = [...within].some(({ name, parent }) => name === 'footer' && parent === main);
  return foot ? null : main;
}

/** The level of a heading, or of what holds nothing but one; 0 for other blocks. */
function headingLevel({ name, chars, children }: PageBlock): number {
  if (HEADINGS.has(name)) return Number(name[1]);
  const only = children.find((child) => child.chars > 0);
  return only?.chars === chars && HEADINGS.has(only.name) ? Number(only.name[1]) : 0;
}

/**
 * Headings over nothing but what is left out. What its name puts beside the content, such as
 * buttons to share it, is not what the last heading of a block stands over.
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

/** Lists of links on a page that has text besides. */
function menusOf(blocks: readonly PageBlock[]): PageBlock[] {
  const all = { chars: 0, linkChars: 0 };
  for (const { parent, chars, linkChars } of blocks) {
    if (parent) continue;
    all.chars += chars;
    all.linkChars += linkChars;
  }
  if (totalProse(blocks) < MIN_PROSE || all.linkChars > LINKS_BESIDE_TEXT * all.chars) return [];
  const headed = new Set<PageBlock>();
  for (const block of blocks)
    if (HEADINGS.has(block.name))
      for (let at = block.parent; at && !headed.has(at); at = at.parent) headed.add(at);
  return blocks.filter(
    (block) =>
      MENUS.has(block.name) &&
      block.prose === 0 &&
      linkShare(block) > MOSTLY_LINKS &&
      !headed.has(block),
  );
}

/** Menus that stand before the text of the content, under no heading nor paragraph of it. */
function menusBefore(within: Iterable<PageBlock>, menus: readonly PageBlock[]): PageBlock[] {
  const asked = new Set(menus);
  const found: PageBlock[] = [];
  /** What begins with a heading or a paragraph, and what follows those. */
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
 * Where the content of a page is: the block whose paragraphs hold most of its prose, without what
 * stands beside it, with the heading that the title repeats and what leads from there to the text.
 * After arc90's Readability (2009): paragraphs with commas speak for the blocks they stand in,
 * links against them. Where no text stands out, all of the page but what surely stands beside.
 * @returns null for all of the page
 */
export function findMainContent(html: string): MainContent | null {
  const { blocks: page, outer, title } = readPageBlocks(html);
  if (page.length > MAX_BLOCKS) return null;
  const before = totalProse(page);
  const chrome = new Set<number>();
  const shown = withoutBeside(page, ['surely beside'], before, chrome);
  for (const { ordinal } of listsOfOthers(shown, before)) chrome.add(ordinal);
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
