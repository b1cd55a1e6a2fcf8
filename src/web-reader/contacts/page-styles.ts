import type { Attributes } from '../html/attributes.ts';
import { isHidden } from '../html/hidden-elements.ts';

/** How a page shows an element, as far as it changes what a reader reads. */
export type ElementVisibility = 'shown' | 'hidden' | 'reversed';

const MAX_STYLE_CHARS = 262_144;
const MAX_SELECTORS = 2_000;
const MAX_CLASSES = 20;

const HIDES =
  /(?:^|[;\s])(?:display:\s?none|visibility:\s?hidden|(?:left|top):\s?-\d{4,9}px|font-size:\s?0(?:px)?(?:;|$))/i;
const REVERSES = /direction:\s?rtl/i;
const OVERRIDES = /unicode-bidi:\s?(?:bidi|isolate)-override/i;
const SHOWS = /(?:^|[;\s])display:(?!\s?none)/i;
/**
 * Class names that hide in the most used style sheets, and what traps for harvesters are called.
 */
const HIDING_CLASSES = new Set(
  'hidden d-none is-hidden invisible honeypot hp-field ohnohoney email-trap spamtrap'.split(' '),
);
/** Classes that show again what others hide, on wider or narrower screens. */
const RESPONSIVE = /^(?:d-|visible-|show|(?:xs|sm|md|lg|xl|2xl):)/;
const SELECTOR = /^[a-z]{0,10}([.#][\w-]{1,60})$/i;

function visibilityOf(declarations: string): ElementVisibility {
  if (HIDES.test(declarations)) return 'hidden';
  return REVERSES.test(declarations) && OVERRIDES.test(declarations) ? 'reversed' : 'shown';
}

/** Comments as blanks (CSS Syntax, section 4.3.2), found by their marks in linear time. */
function withoutComments(sheet: string): string {
  const [start = '', ...behind] = sheet.split('/*');
  return behind.reduce((rest, piece) => {
    const end = piece.indexOf('*/');
    return end < 0 ? rest : `${rest} ${piece.slice(end + 2)}`;
  }, start);
}

/**
 * CSS visibility resolver: what the page's own style sheets and inline styles hide or reverse.
 * Styles in other files are not read.
 */
export class PageStyles {
  readonly #showings = new Map<string, ElementVisibility>();
  /** Shown at some width; what is hidden only at others is read. */
  readonly #shown = new Set<string>();
  #chars = 0;

  /** One style element. Rules within `@media` only ever show. */
  read(sheet: string): void {
    this.#chars += sheet.length;
    if (this.#chars > MAX_STYLE_CHARS) return;
    let depth = 0;
    for (const block of withoutComments(sheet).split('}')) {
      const open = block.lastIndexOf('{');
      if (open < 0) {
        depth = Math.max(0, depth - 1);
        continue;
      }
      const outer = block.lastIndexOf('{', open - 1);
      if (outer >= 0 && open > 0) depth++;
      this.#readRule(block.slice(outer + 1, open), block.slice(open + 1), depth > 0);
    }
  }

  #readRule(selectors: string, declarations: string, isConditional: boolean): void {
    const written = declarations.replace(/\s+/g, ' ').replaceAll(' :', ':');
    const showing = visibilityOf(written);
    const shows = SHOWS.test(written);
    if (showing === 'shown' && !shows) return;
    for (const selector of selectors.split(',', MAX_SELECTORS)) {
      const name = SELECTOR.exec(selector.trim())?.[1];
      if (!name || this.#showings.size >= MAX_SELECTORS) continue;
      if (showing !== 'shown' && !isConditional) this.#showings.set(name, showing);
      if (shows) this.#shown.add(name);
    }
  }

  /** How an element is shown by its own attributes. */
  visibility(name: string, attributes: Attributes): ElementVisibility {
    if (attributes.empty) return 'shown';
    if (isHidden(attributes)) return 'hidden';
    if (name === 'bdo' && attributes.get('dir')?.toLowerCase() === 'rtl') return 'reversed';
    const style = attributes.mention('style') ? attributes.get('style') : null;
    const inline = style ? visibilityOf(style.slice(0, 2_000).replace(/\s+/g, ' ')) : 'shown';
    return inline === 'shown' ? this.#showingOfNames(attributes) : inline;
  }

  #showingOfNames(attributes: Attributes): ElementVisibility {
    const id = attributes.mention('id') ? attributes.get('id') : null;
    const byId = id ? this.#named(`#${id}`) : 'shown';
    if (byId !== 'shown' || !attributes.mention('class')) return byId;
    const classes = (attributes.get('class') ?? '').split(/\s+/, MAX_CLASSES);
    if (classes.some((word) => HIDING_CLASSES.has(word.toLowerCase())))
      return classes.some((word) => word !== 'd-none' && RESPONSIVE.test(word))
        ? 'shown'
        : 'hidden';
    for (const word of classes) {
      const showing = this.#named(`.${word}`);
      if (showing !== 'shown') return showing;
    }
    return 'shown';
  }

  #named(name: string): ElementVisibility {
    const showing = this.#showings.get(name) ?? 'shown';
    return showing === 'hidden' && this.#shown.has(name) ? 'shown' : showing;
  }
}
