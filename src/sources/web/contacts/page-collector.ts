import type { Attributes } from '../html/attributes.ts';
import { emailInParts, isDescription } from './element-attributes.ts';
import type { PageContents, PageLink } from './page-contents.ts';
import { collapseBlanks } from './plain-text.ts';
import { metaStatement, type StatedKind } from './stated-contacts.ts';
import { TextRun } from './text-run.ts';

/** Limits per page; contacts stand at the top, at the bottom or on their own page. */
const MAX_TEXT_CHARS = 400_000;
const MAX_LINKS = 4_000;
const MAX_ADDRESS_CHARS = 4_000;
export const MAX_SCRIPT_CHARS = 1_500_000;
const MAX_SCRIPTS = 300;
const MAX_STATEMENTS = 2_000;
const MAX_ASIDE_CHARS = 60_000;
export const MAX_VALUE_CHARS = 500;

/** Attributes that carry an address for a script to use. */
const CARRIES =
  /mail|phone|tel|contact|clipboard|copy|href|url|link|user|domain|name|prop|setting|page|state|config|option|json/;
const LINK_SCHEME = /^\s*(?:mailto|tel|sms|callto|whatsapp|https?|javascript):/i;

/** Gathers what one page says, within its limits. */
export class PageCollector {
  readonly contents: Omit<PageContents, 'text' | 'asides'> = {
    links: [],
    scripts: [],
    statements: [],
    protectedEmails: [],
    language: null,
    baseHref: null,
  };
  readonly text = new TextRun(MAX_TEXT_CHARS);
  readonly asides = new TextRun(MAX_ASIDE_CHARS);
  /** How many of the open elements are hidden, and how many show posts of others. */
  hidden = 0;
  embeds = 0;
  /** Characters of scripts so far, attributes that hold scripts included. */
  rawChars = 0;

  finish(): PageContents {
    return { ...this.contents, text: this.text.toString(), asides: this.asides.toString() };
  }

  state(kind: StatedKind, text: string): void {
    const value = collapseBlanks(text).trim();
    if (value !== '' && this.hidden === 0 && this.contents.statements.length < MAX_STATEMENTS)
      this.contents.statements.push({ kind, value: value.slice(0, MAX_VALUE_CHARS) });
  }

  readMeta(attributes: Attributes): void {
    const statement = metaStatement(attributes);
    if (statement) this.state(statement.kind, statement.value);
    else if (/@|\d{3}/.test(attributes.get('content') ?? '') && isDescription(attributes))
      this.aside(attributes.get('content') ?? '');
  }

  readCarried(element: string, attributes: Attributes): void {
    for (const [name, value] of attributes.entries()) {
      if (value === '' || value.length > 100_000 || name === 'data-cfemail') continue;
      this.rawChars += value.length;
      if (/^on[a-z]{3,}$/.test(name)) this.addScript(value, false);
      else if (LINK_SCHEME.test(value) && name !== 'href' && name !== 'src')
        this.addLink(value, attributes, false);
      else if (/^\s*[[{]/.test(value)) this.addScript(value, true);
      else if ((name.startsWith('data-') || element.includes('-')) && CARRIES.test(name))
        this.#carry(name, value);
      else if (name === 'value' && element !== 'option' && attributes.get('readonly') !== null)
        this.aside(value);
    }
    const joined = attributes.mention('data-') ? emailInParts(attributes) : null;
    if (joined) this.state('email', joined);
  }

  #carry(name: string, value: string): void {
    if (/fax/.test(name)) return;
    if (/phone|tel(?:$|-)|telefon|mobile|whatsapp/.test(name)) this.state('phone', value);
    else if (/mail/.test(name)) this.state('email', value);
    else this.aside(value);
  }

  aside(text: string): void {
    if (text.length < 4 || text.length > 10_000) return;
    this.asides.break();
    this.asides.add(text);
  }

  addLink(href: string, attributes: Attributes, isStated: boolean): PageLink | null {
    if (href.length > MAX_ADDRESS_CHARS || this.contents.links.length >= MAX_LINKS) return null;
    if (this.embeds > 0) return null;
    const aloud = `${attributes.get('class') ?? ''} ${attributes.get('title') ?? ''} ${attributes.get('aria-label') ?? ''}`;
    if (/fax/i.test(aloud)) this.text.add(' Fax: ');
    const link = {
      href: href.trim(),
      label: '',
      before: this.text.tail,
      isHidden: this.hidden > 0,
      isOwn: isStated || /(?:^|\s)me(?:\s|$)/i.test(attributes.get('rel') ?? ''),
    };
    this.contents.links.push(link);
    return link;
  }

  addScript(text: string, isJson: boolean): void {
    if (this.contents.scripts.length < MAX_SCRIPTS && this.rawChars <= MAX_SCRIPT_CHARS)
      this.contents.scripts.push({ text, isJson });
  }
}
