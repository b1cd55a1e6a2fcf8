import { decodeHTML } from 'entities';
import { decodeBase64Email, decodeShiftedMailto } from '../html/email-cloaks.ts';
import type { PageScript } from './page-contents.ts';
import { type ScriptToken, tokenizeScript } from './script-tokens.ts';
import { ScriptValues } from './script-values.ts';
import type { StatedContact } from './stated-contacts.ts';

/** A string literal or constant expression in a script. */
interface ScriptString {
  /** Key it is stored under: property, variable, or called function; '' for none. */
  name: string;
  text: string;
  /** It is in an object or array literal, not in running code. */
  isData: boolean;
  /** It was concatenated or decoded. */
  isComputed: boolean;
  /** Key of the object or array that holds it; '' for none. */
  holder: string;
}

/** Upper limit of strings read from one script. */
const MAX_STRINGS = 40_000;
const MAX_FRAMES = 256;

/** Keys of objects about someone else than the owner: reviewers, other businesses, users. */
const NOT_THE_OWNER = new Set(
  (
    'review reviews author comment comments itemReviewed hiringOrganization performer user users currentUser viewer session ' +
    'customer visitor reviewer testimonial testimonials placeholders'
  ).split(' '),
);
/** `@type` of things other than the owner (schema.org). */
const FOREIGN_TYPES = new Set('Review UserReview Comment JobPosting SocialMediaPosting'.split(' '));
/** Properties that hold the value of their parent key: `{"addressCountry": {"name": "DE"}}`. */
const PARTS_OF_VALUE = new Set('name value @value number text address url href uri'.split(' '));
/** Properties that name the kind of a value, before or after it: `"type": "phone"`. */
const NAMES_KIND = new Set('type kind label key icon channel platform title name'.split(' '));
const CONTACT_KIND = /^(?:e-?mail|phone|tel(?:ephone|efon)?|mobile|fax|whatsapp)$/i;
/** A bracket after one of these opens data; after anything else, code. */
const BEFORE_DATA = new Set('=:(,[?|&'.split(''));

interface FoundString extends ScriptString {
  /** The object that names it, when its key is a part of a value. */
  partOf: Frame | null;
}

interface Frame {
  isForeign: boolean;
  isData: boolean;
  isFax: boolean;
  /** Key under which the object or array is stored, or the kind that it names. */
  holder: string;
  namesKind: boolean;
  /** Number of strings found when the frame was opened. */
  mark: number;
  name: string;
}

const isFaxNumber = ({ name }: ScriptString) => /phone|^tel$/i.test(name);

class StringWalk {
  readonly found: FoundString[] = [];
  readonly #tokens: readonly ScriptToken[];
  readonly #values: ScriptValues;
  readonly #isJson: boolean;
  readonly #frames: Frame[] = [];
  /** Number of open brackets beyond the depth limit. */
  #tooDeep = 0;
  #foreign = 0;
  #name = '';

  constructor(tokens: readonly ScriptToken[], isJson: boolean) {
    this.#tokens = tokens;
    this.#values = new ScriptValues(tokens);
    this.#isJson = isJson;
    this.#frames.push({
      isForeign: false,
      isData: isJson,
      isFax: false,
      holder: '',
      namesKind: false,
      mark: 0,
      name: '',
    });
  }

  walk(): void {
    for (let at = 0; at < this.#tokens.length && this.found.length < MAX_STRINGS; )
      at = this.#step(at);
  }

  #sign(at: number): string {
    const token = this.#tokens[at];
    return token?.kind === 'sign' ? token.text : '';
  }

  #step(at: number): number {
    const token = this.#tokens[at] as ScriptToken;
    if (token.kind === 'sign') return this.#stepSign(token.text, at);
    if (token.kind === 'pattern') return at + 1;
    const named = this.#readName(token, at);
    return named > at ? named : this.#readValue(at);
  }

  #stepSign(sign: string, at: number): number {
    if (sign === '{' || sign === '[') {
      if (sign === '[' && !this.#isInData() && this.#isHiddenAddress(at))
        return this.#readValue(at);
      this.#open(at);
    } else if (sign === '}' || sign === ']') this.#close();
    else if (sign === ',') this.#name = this.#frame().name;
    else if (sign === ';') this.#name = '';
    else if (sign === '(') return this.#readValue(at);
    return at + 1;
  }

  /** `['info', 'example.com'].join('@')`; any other array is read item by item. */
  #isHiddenAddress(at: number): boolean {
    const value = this.#values.read(at);
    return value !== null && this.#sign(value.next - 1) === ')';
  }

  /** Reads `name:`, `name =`, `name +=` or the opening bracket of a call. */
  #readName(token: ScriptToken, at: number): number {
    const sign = this.#sign(at + 1);
    const after = this.#sign(at + 2);
    if (sign === ':' || (sign === '=' && after !== '=' && after !== '>')) {
      this.#name = token.text;
      if (sign === '=' && after === '[') this.#values.assignArray(token.text, at + 2);
      return at + 2;
    }
    if (sign === '+' && after === '=') {
      this.#name = token.text;
      return this.#append(token.text, at + 3);
    }
    if (sign !== '(' || token.kind !== 'word') return at;
    const isCall = this.#values.read(at) === null;
    if (isCall) this.#name = token.text;
    return isCall ? at + 2 : at;
  }

  #append(name: string, at: number): number {
    const before = this.#values.valueOf(name) ?? '';
    const value = this.#values.read(at);
    if (!value) return at;
    const text = before + value.text;
    this.#values.assign(name, text);
    this.#note({ name, text, isComputed: true });
    return value.next;
  }

  #readValue(at: number): number {
    const value = this.#values.read(at);
    if (!value || value.next <= at) return at + 1;
    const { text, isBuilt } = value;
    const type = this.#name === '@type' || this.#name === 'contactType' ? text : '';
    if (NAMES_KIND.has(this.#name) && CONTACT_KIND.test(text)) this.#nameKind(text);
    if (FOREIGN_TYPES.has(type)) this.#markForeign();
    if (/fax/i.test(type)) this.#frame().isFax = true;
    if (/[:=]/.test(this.#sign(at - 1))) this.#values.assign(this.#name, text);
    this.#note({ name: this.#name, text, isComputed: isBuilt });
    return value.next;
  }

  #note(found: Omit<ScriptString, 'isData' | 'holder'>): void {
    if (this.#foreign > 0) return;
    const frame = this.#frame();
    const isPart = PARTS_OF_VALUE.has(found.name);
    const name = (isPart && frame.holder) || found.name;
    const partOf = isPart && !frame.namesKind ? frame : null;
    this.found.push({ ...found, name, isData: frame.isData, holder: frame.holder, partOf });
  }

  /** Records the kind of an object's value; a fax has often the type of a phone besides. */
  #nameKind(kind: string): void {
    const frame = this.#frame();
    if (frame.namesKind && FAX_NAME.test(frame.holder)) return;
    Object.assign(frame, { holder: kind, namesKind: true });
  }

  #frame(): Frame {
    return this.#frames.at(-1) as Frame;
  }

  #markForeign(): void {
    if (this.#frame().isForeign || this.#frames.length === 1) return;
    this.#frame().isForeign = true;
    this.#foreign++;
  }

  #isInData(): boolean {
    return this.#frame().isData;
  }

  #open(at: number): void {
    if (this.#frames.length >= MAX_FRAMES) {
      this.#tooDeep++;
      return;
    }
    const isForeign = NOT_THE_OWNER.has(this.#name);
    if (isForeign) this.#foreign++;
    this.#frames.push({
      isForeign,
      isData: this.#isJson || BEFORE_DATA.has(this.#sign(at - 1)),
      isFax: false,
      holder: this.#name,
      namesKind: false,
      mark: this.found.length,
      name: this.#sign(at) === '[' ? this.#name : '',
    });
    this.#name = this.#frame().name;
  }

  #close(): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return;
    }
    if (this.#frames.length === 1) return;
    const frame = this.#frames.pop() as Frame;
    if (frame.namesKind) this.#nameParts(frame);
    if (frame.isForeign) {
      this.#foreign--;
      this.found.length = frame.mark;
    } else if (frame.isFax) this.#dropFaxes(frame.mark);
    this.#name = this.#frame().name;
  }

  /** Names the values before the kind too; a sentence stays one. */
  #nameParts(frame: Frame): void {
    for (const string of this.found.slice(frame.mark))
      if (string.partOf === frame && !isSentence(string.text)) string.name = frame.holder;
  }

  #dropFaxes(mark: number): void {
    const kept = this.found.slice(mark).filter((string) => !isFaxNumber(string));
    this.found.length = mark;
    for (const string of kept) this.found.push(string);
  }
}

/**
 * Extracts the strings of a script or of JSON with their keys. Constant expressions are evaluated;
 * no code is run. Data about reviewers, authors and visitors is skipped.
 * @param isJson the whole text is data
 */
function readScriptStrings(script: string, isJson: boolean): ScriptString[] {
  const walk = new StringWalk(tokenizeScript(script), isJson);
  walk.walk();
  return walk.found;
}

/** Contacts and texts found in the scripts of a page. */
interface EmbeddedContacts {
  statements: StatedContact[];
  /** Sentences and HTML fragments that the page displays. */
  fragments: string[];
}

const MAX_FRAGMENT_CHARS = 200_000;
const MAX_NESTED_CHARS = 1_000_000;
const MAX_STATEMENTS = 5_000;

const EMAIL_NAME = /e-?mail|mailto|correo|courriel|^mail$|^to$/i;
const NO_PHONE_NAME =
  /code|mask|format|country|placeholder|prefix|icon|label|regex|pattern|type|valid|hint/i;
const PHONE_NAME =
  /(?:^|[a-z_-])(?:phones?|tel|telephone|telefone?|telefono|mobile|cell|whats_?app|hotline)(?:[_-]?(?:number|no|nr|num|display|link|us|main|e164|raw|formatted|href|text|\d))*$/i;
const FAX_NAME = /fax/i;
const WORD_START = /^\p{L}{2}/u;
/** Whether a text has three words, unlike a number or an address with its label. */
const isSentence = (text: string): boolean =>
  text.split(' ').filter((word) => WORD_START.test(word)).length > 2;
const COUNTRY_NAME = /^(?:addressCountry|country_?Code|country)$/i;
const NOT_SHOWN =
  /placeholder|dsn|example|sample|regex|pattern|error|invalid|author_?url|avatar|image|src|icon|logo|token|hash|key$|^id$|sku|license|repository|homepage/i;
const WRITES =
  /^(?:write|writeln|innerHTML|outerHTML|insertAdjacentHTML|textContent|innerText|href|location|html|append)$/;
/** Calls and properties with which code opens an address. */
const OPENS = /^(?:open|href|location|assign|replace)$/;
const MESSENGER = /^https?:\/\/(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/)/i;
/** Contact links in HTML that code holds. */
const CONTACT_LINK =
  /<a\s[^<>]{0,200}href=["']?(?:tel:\+?\d|mailto:[\w.+-]{1,64}@|https?:\/\/wa\.me\/\d)/i;
/** The variable behind the start of a messenger's address: `https://wa.me/${numbers[name]}`. */
const MESSENGER_NUMBER =
  /(?:wa\.me\/|whatsapp\.com\/send\/?\?phone=)\+?(?:\$\{|["']\s{0,4}\+\s{0,4})([\w$]{1,60})/gi;
const MAX_MESSENGERS = 20;
const INTERNATIONAL = /^\+?[1-9]\d{9,14}$/;
const NESTED = /^\s*[[{]|":/;
const ADDRESS = /^(?:https?:)?\/\/[^\s]{4,500}$/i;
/** Three letters, or one letter of a script that writes no spaces between words. */
const WORD = /\p{L}{3}|[\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const DIGITS = /\d{3}|(?:\d\d[ .-]){3}\d\d/;
const MAX_NAME_CHARS = 80;

class EmbeddedContactReader {
  readonly state: EmbeddedContacts = { statements: [], fragments: [] };
  #fragmentChars = 0;
  #nestedChars = 0;

  read(script: string, isJson: boolean, depth: number): void {
    const dialled = new Set<string | undefined>();
    for (const [, variable] of isJson ? [] : script.matchAll(MESSENGER_NUMBER))
      if (dialled.add(variable).size >= MAX_MESSENGERS) break;
    for (const string of readScriptStrings(script, isJson)) {
      const isDialled = dialled.has(string.name) || dialled.has(string.holder);
      if (isDialled && INTERNATIONAL.test(string.text))
        this.#state('phone', `+${string.text.replace('+', '')}`);
      else this.#note(string, depth);
    }
  }

  #note(string: ScriptString, depth: number): void {
    const { text, isData, isComputed: isBuilt } = string;
    const name = string.name.slice(-MAX_NAME_CHARS);
    if (text.length < 5 && !COUNTRY_NAME.test(name)) return;
    if (depth < 2 && text.length > 20 && NESTED.test(text) && !/^\s*</.test(text)) {
      this.#nestedChars += text.length;
      if (this.#nestedChars <= MAX_NESTED_CHARS) this.read(text, isData, depth + 1);
      return;
    }
    const plain = text.includes('&') ? decodeHTML(text) : text;
    if (!isData && CONTACT_LINK.test(plain)) this.#fragment(plain);
    else if (FAX_NAME.test(name)) this.#state('fax', plain);
    else if (EMAIL_NAME.test(name) && !NOT_SHOWN.test(name)) this.#email(plain);
    else if (PHONE_NAME.test(name) && !NO_PHONE_NAME.test(name))
      this.#state('phone', plain.replace(/^tel:/i, ''));
    else if (isData && COUNTRY_NAME.test(name)) this.#state('country', plain);
    else if (/^mailto:/i.test(plain) || MESSENGER.test(plain)) this.#link(plain);
    else if (/^tel:/i.test(plain)) this.#state('phone', plain.slice(4));
    else if (ADDRESS.test(plain)) {
      if (isData && !NOT_SHOWN.test(name)) this.#state('profile', plain);
      else if (!isData && OPENS.test(name)) this.#link(plain);
    } else if (isBuilt || WRITES.test(name)) this.#shown(plain);
    else if (isData && !NOT_SHOWN.test(name)) this.#shown(plain);
    else this.#cloaked(plain);
  }

  #email(text: string): void {
    if (text.includes('<')) this.#fragment(text);
    else this.#state('email', decodeBase64Email(text) ?? text.replace(/^mailto:/i, ''));
  }

  #cloaked(text: string): void {
    const email = /^[a-z]{6,7}[:;A]/.test(text) ? decodeShiftedMailto(text) : null;
    if (email) this.#state('email', email);
  }

  /** Passes on only text that can contain a contact. */
  #shown(text: string): void {
    if (text.includes('@') || text.includes('href') || (WORD.test(text) && DIGITS.test(text)))
      this.#fragment(text);
    else this.#cloaked(text);
  }

  #link(address: string): void {
    this.#fragment(`<a href="${address.replaceAll('"', '')}"></a>`);
  }

  #fragment(text: string): void {
    this.#fragmentChars += text.length;
    if (this.#fragmentChars <= MAX_FRAGMENT_CHARS) this.state.fragments.push(text);
  }

  #state(kind: StatedContact['kind'], value: string): void {
    if (value.length <= 500 && this.state.statements.length < MAX_STATEMENTS)
      this.state.statements.push({ kind, value: value.trim() });
  }
}

/** Reads the scripts of one page: structured data, state, and what they write into the document. */
export function readEmbeddedContacts(scripts: readonly PageScript[]): EmbeddedContacts {
  const reader = new EmbeddedContactReader();
  for (const { text, isJson } of scripts) reader.read(text, isJson, 0);
  return reader.state;
}
