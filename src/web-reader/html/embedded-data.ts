import { type Attributes, HtmlTokenizer, type TokenHandler } from './tokenizer.ts';

const MAX_DOCUMENTS = 50;
/** Limit of all documents of a page together. */
const MAX_CHARS = 4_194_304;
const LINKED_DATA = /^\s*application\/ld\+json\b/i;
const JSON_TYPE = /json/i;

/** Whether a script element is a data block in JSON (HTML standard, 4.12.1), not code. */
export const isJsonScript = (attributes: Attributes): boolean =>
  JSON_TYPE.test(attributes.get('type') ?? '');

/** Markers that hid scripts from old or XML parsers, in the order in which they are removed. */
const WRAPPED = {
  before: ['/*', '//', '<![CDATA[', '<!--', '*/'],
  behind: ['*/', ']]>', '-->', '/*', '//'],
};

function unwrapped(text: string): string {
  let plain = text.trim();
  for (const sign of WRAPPED.before)
    if (plain.startsWith(sign)) plain = plain.slice(sign.length).trimStart();
  for (const sign of WRAPPED.behind)
    if (plain.endsWith(sign)) plain = plain.slice(0, -sign.length).trimEnd();
  return plain;
}

const parsedOrNull = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Faults of templates: a comma before a bracket, and line breaks within a string. */
const mended = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is wrong
  text.replace(/[\0-\x1f]+/g, ' ').replace(/, ?(?=[}\]])/g, '');

const parsed = (text: string): unknown => {
  const plain = unwrapped(text);
  return parsedOrNull(plain) ?? (plain === '' ? null : parsedOrNull(mended(plain)));
};

/**
 * Collects the JSON that a page embeds for programs: JSON-LD, and the state that a framework leaves
 * in a script with an id, such as `__NEXT_DATA__`. The page's parser passes it the scripts. Invalid
 * JSON and data beyond the limits are dropped.
 */
export class EmbeddedData {
  /** The JSON-LD documents in document order. */
  readonly linkedData: unknown[] = [];
  /** Content of the first script with the id; null without one. */
  state: unknown = null;
  readonly #stateId: string | null;
  #pieces: string[] = [];
  #reading: 'linkedData' | 'state' | null = null;
  #chars = 0;

  /** @param stateId id of the script that holds the page's state */
  constructor(stateId: string | null = null) {
    this.#stateId = stateId;
  }

  /** Starts a script. @returns false for a script that is not read */
  open(attributes: Attributes): boolean {
    this.#pieces = [];
    this.#reading = this.#kindOf(attributes);
    return this.#reading !== null;
  }

  /** Whether a script is being read. */
  get isOpen(): boolean {
    return this.#reading !== null;
  }

  /** Adds a piece of text; ignored unless a script is being read. */
  text(piece: string): void {
    if (this.#reading === null) return;
    this.#chars += piece.length;
    if (this.#chars <= MAX_CHARS) this.#pieces.push(piece);
  }

  /** Ends and parses the current script. */
  close(): void {
    if (this.#reading === null) return;
    const document = parsed(this.#pieces.join(''));
    if (this.#reading === 'state') this.state = document;
    else if (document !== null) this.linkedData.push(document);
    this.#reading = null;
  }

  #kindOf(attributes: Attributes): 'linkedData' | 'state' | null {
    const isState = this.#stateId !== null && attributes.get('id') === this.#stateId;
    if (isState) return this.state === null ? 'state' : null;
    const isLinkedData = LINKED_DATA.test(attributes.get('type') ?? '');
    return isLinkedData && this.linkedData.length < MAX_DOCUMENTS ? 'linkedData' : null;
  }
}

/** The state in the script with this id on a whole page; null without one. */
export function embeddedState(page: string, id: string): unknown {
  const data = new EmbeddedData(id);
  const scripts: TokenHandler = {
    startTag: (name, attributes) => void (name === 'script' && data.open(attributes)),
    endTag: (name) => name === 'script' && data.close(),
    text: (text) => data.text(text),
  };
  const tokenizer = new HtmlTokenizer(scripts);
  tokenizer.write(page);
  tokenizer.end();
  return data.state;
}
