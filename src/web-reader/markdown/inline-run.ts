/** An open link. It ends after the first block of text, so that a card of blocks is linked once. */
export interface Link {
  url: string;
  title: string | null;
  /** Text or an image was collected for it. */
  filled: boolean;
  /** Text was collected for it; an image alone does not end it with its block. */
  named: boolean;
}

export type StyleKind = 'strong' | 'emphasis' | 'strike' | 'code' | 'link';

/** An element that styles its text. */
export interface Style {
  kind: StyleKind;
  /** Element name; emphasis is nested only within an element of the same name. */
  element: string;
  link: Link | null;
}

const NO_STYLES: readonly Style[] = [];

/** Limit of nested styles; deeper ones are ignored, outer ones are kept. */
const MAX_OPEN_STYLES = 12;

/** Stack of open styling elements, outermost first. */
export class OpenStyles {
  readonly #open: Style[] = [];
  /** Ignored elements by kind, so that their end tags do not close others. */
  readonly #uncounted = new Map<StyleKind, number>();
  #path = NO_STYLES;
  #stale = false;

  /** Styles of the text added next; the array is reused until they change. */
  get path(): readonly Style[] {
    if (this.#stale) this.#path = this.#written();
    this.#stale = false;
    return this.#path;
  }

  get inCode(): boolean {
    return this.path.at(-1)?.kind === 'code';
  }

  /** The innermost open link. */
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

  /** Closes the innermost style of a kind at any depth, since end tags may be misnested. */
  close(kind: StyleKind): void {
    const uncounted = this.#uncounted.get(kind) ?? 0;
    if (uncounted > 0) this.#uncounted.set(kind, uncounted - 1);
    else this.#remove(this.#open.findLastIndex((style) => style.kind === kind));
  }

  /** Ends a link once a block of text has been written for it. */
  endFilledLink(): void {
    this.#remove(this.#open.findLastIndex(({ link }) => link?.named));
  }

  #remove(at: number): void {
    if (at < 0) return;
    this.#open.splice(at, 1);
    this.#stale = true;
  }

  /** Open styles without repetitions (`<b><strong>`) and without those within code. */
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

export interface InlinePart {
  /** `text` is escaped when written, `markup` is not, `break` is a line break. */
  kind: 'text' | 'markup' | 'break';
  text: string;
  /** Outermost first. */
  styles: readonly Style[];
}

const SPACES = /[ \t\n\f\r]+/g;
/** Soft hyphen, zero-width space, byte order mark, null: invisible, and noise in Markdown. */
const INVISIBLE = /[\0\u00ad\u200b\ufeff]/g;
/** Matches text that needs normalization; most does not. */
const UNTIDY = /[\0\u00ad\u200b\ufeff\t\n\f\r]| {2}/;

/** Inline content of the open block, with white space collapsed (CSS Text 3, section 4.1.1). */
export class InlineRun {
  parts: InlinePart[] = [];
  /** Characters of the text and of its link addresses. */
  chars = 0;
  /** At the start of a line or after a space, where further spaces are dropped. */
  #afterSpace = true;

  get empty(): boolean {
    return this.parts.length === 0;
  }

  get endsInBreak(): boolean {
    return this.parts.at(-1)?.kind === 'break';
  }

  text(raw: string, styles: readonly Style[]): void {
    if (styles.at(-1)?.kind === 'code') {
      this.#code(raw, styles);
      return;
    }
    let text = UNTIDY.test(raw) ? raw.replace(INVISIBLE, '').replace(SPACES, ' ') : raw;
    if (this.#afterSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.#afterSpace = text.endsWith(' ');
    if (text !== ' ') this.#fill(styles, true);
    this.#add(text, styles);
  }

  /** White space in code is normalized when the block is rendered; long runs are shortened here. */
  #code(raw: string, styles: readonly Style[]): void {
    const text = UNTIDY.test(raw)
      ? raw.replace(INVISIBLE, '').replace(SPACES, (run) => (run.includes('\n') ? '\n' : ' '))
      : raw;
    if (text === '') return;
    this.#afterSpace = false;
    if (text.trim() !== '') this.#fill(styles, true);
    this.#add(text, styles);
  }

  #add(text: string, styles: readonly Style[]): void {
    this.chars += text.length;
    const last = this.parts.at(-1);
    if (last?.kind === 'text' && last.styles === styles) last.text += text;
    else this.parts.push({ kind: 'text', text, styles });
  }

  markup(text: string, styles: readonly Style[]): void {
    this.#afterSpace = text.endsWith(' ');
    this.chars += text.length;
    this.#fill(styles, false);
    this.parts.push({ kind: 'markup', text, styles });
  }

  /** Adds a line break, except at the start or after another. */
  break(): void {
    if (this.empty || this.endsInBreak) return;
    this.#afterSpace = true;
    this.chars += 1;
    this.parts.push({ kind: 'break', text: '\n', styles: NO_STYLES });
  }

  dropBreak(): void {
    if (this.endsInBreak) this.parts.pop();
  }

  take(): InlinePart[] {
    const { parts } = this;
    this.parts = [];
    this.chars = 0;
    this.#afterSpace = true;
    return parts;
  }

  #fill(styles: readonly Style[], isText: boolean): void {
    for (const { link } of styles) {
      if (!link) continue;
      link.named ||= isText;
      if (link.filled) continue;
      link.filled = true;
      this.chars += link.url.length + (link.title?.length ?? 0);
    }
  }
}
