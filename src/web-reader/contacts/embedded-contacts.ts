import { decodeHTML } from 'entities';
import { decodeBase64Email, decodeShiftedMailto } from './email-cloaks.ts';
import type { PageScript } from './page-contents.ts';
import { readScriptStrings, type ScriptString } from './script-strings.ts';
import type { StatedContact } from './stated-contacts.ts';

/** What the scripts of a page say about reaching its owner. */
export interface EmbeddedContacts {
  statements: StatedContact[];
  /** Sentences and pieces of HTML, as the page shows them. */
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
const COUNTRY_NAME = /^(?:addressCountry|country_?Code|country)$/i;
const NOT_SHOWN =
  /placeholder|dsn|example|sample|regex|pattern|error|invalid|author_?url|avatar|image|src|icon|logo|token|hash|key$|^id$|sku|license|repository|homepage/i;
const WRITES =
  /^(?:write|writeln|innerHTML|outerHTML|insertAdjacentHTML|textContent|innerText|href|location|html|append)$/;
const NESTED = /^\s*[[{]|":/;
const ADDRESS = /^(?:https?:)?\/\/[^\s]{4,500}$/i;
const WORD = /\p{L}{3}/u;
const DIGITS = /\d{3}/;
const MAX_NAME_CHARS = 80;

class EmbeddedContactReader {
  readonly state: EmbeddedContacts = { statements: [], fragments: [] };
  #fragmentChars = 0;
  #nestedChars = 0;

  read(script: string, isJson: boolean, depth: number): void {
    for (const string of readScriptStrings(script, isJson)) this.#note(string, depth);
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
    if (FAX_NAME.test(name)) this.#state('fax', plain);
    else if (EMAIL_NAME.test(name) && !NOT_SHOWN.test(name)) this.#email(plain);
    else if (PHONE_NAME.test(name) && !NO_PHONE_NAME.test(name))
      this.#state('phone', plain.replace(/^tel:/i, ''));
    else if (isData && COUNTRY_NAME.test(name)) this.#state('country', plain);
    else if (/^mailto:/i.test(plain)) this.#fragment(`<a href="${plain.replaceAll('"', '')}"></a>`);
    else if (/^tel:/i.test(plain)) this.#state('phone', plain.slice(4));
    else if (ADDRESS.test(plain)) {
      if (isData && !NOT_SHOWN.test(name)) this.#state('profile', plain);
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

  /** Only what can hold a contact is read again. */
  #shown(text: string): void {
    if (text.includes('@') || text.includes('href') || (WORD.test(text) && DIGITS.test(text)))
      this.#fragment(text);
    else this.#cloaked(text);
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

/**
 * Reads the scripts of one page: structured data, state and settings, and what they write into the
 * page.
 */
export function readEmbeddedContacts(scripts: readonly PageScript[]): EmbeddedContacts {
  const reader = new EmbeddedContactReader();
  for (const { text, isJson } of scripts) reader.read(text, isJson, 0);
  return reader.state;
}
