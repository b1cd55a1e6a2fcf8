/**
 * A link being written. It goes to the first block of text inside it; a card of several blocks is
 * linked once.
 */
export interface Link {
  url: string;
  title: string | null;
  /** Text that has been collected for it. */
  filled: boolean;
}

export type StyleKind = 'strong' | 'emphasis' | 'strike' | 'code' | 'link';

/** One element that styles the text inside it. */
export interface Style {
  kind: StyleKind;
  /**
   * The element's name: only an element within another of its own name is emphasis within emphasis.
   */
  element: string;
  link: Link | null;
}

export const NO_STYLES: readonly Style[] = [];

/** Nobody styles a word more often; what is nested deeper keeps the styles around it. */
const MAX_OPEN_STYLES = 12;

/** The styling elements that are open, outermost first. */
export class OpenStyles {
  readonly #open: Style[] = [];
  /** Elements beyond {@link MAX_OPEN_STYLES}, by kind: their ends must not end others. */
  readonly #uncounted = new Map<StyleKind, number>();
  #path = NO_STYLES;
  #stale = false;

  /** The styles text is written in now; the same array until they change. */
  get path(): readonly Style[] {
    if (this.#stale) this.#path = this.#written();
    this.#stale = false;
    return this.#path;
  }

  get inCode(): boolean {
    return this.path.at(-1)?.kind === 'code';
  }

  /** The link text belongs to now. */
  get link(): Link | null {
    return this.#open.findLast(({ kind }) => kind === 'link')?.link ?? null;
  }

  open(kind: StyleKind, element: string, link: Link | null = null): void {
    if (this.#open.length >= MAX_OPEN_STYLES) {
      this.#uncounted.set(kind, (this.#uncounted.get(kind) ?? 0) + 1);
      return;
    }
    this.#open.push({ kind, element, link });
    this.#stale = true;
  }

  /** Ends the innermost style of a kind, wherever it stands: end tags may be misnested. */
  close(kind: StyleKind): void {
    const uncounted = this.#uncounted.get(kind) ?? 0;
    if (uncounted > 0) this.#uncounted.set(kind, uncounted - 1);
    else this.#remove(this.#open.findLastIndex((style) => style.kind === kind));
  }

  /** What follows a block of text in a link is not linked again. */
  endFilledLink(): void {
    this.#remove(this.#open.findLastIndex(({ link }) => link?.filled));
  }

  #remove(at: number): void {
    if (at < 0) return;
    this.#open.splice(at, 1);
    this.#stale = true;
  }

  /**
   * Without repetitions (`<b><strong>`) and without what stands in code, where nothing is markup.
   */
  #written(): readonly Style[] {
    const path: Style[] = [];
    for (const style of this.#open) {
      if (style.kind === 'link' && !style.link) continue;
      const around = path.findLast(({ kind }) => kind === style.kind);
      if (!around || (around.element === style.element && NESTS.has(style.kind))) path.push(style);
      if (style.kind === 'code') break;
    }
    return path.length === 0 ? NO_STYLES : path;
  }
}

const NESTS: ReadonlySet<StyleKind> = new Set(['strong', 'emphasis']);
