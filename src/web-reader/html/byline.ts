import { foldText, trimOf } from '../../lib/text.ts';
import { monthNamed } from '../../lib/time.ts';
import { BLOCK, HEADINGS } from './element-kinds.ts';
import { tidyText } from './plain-text.ts';
import type { Attributes } from './tokenizer.ts';

interface WrittenDate {
  /** YYYY-MM-DD. */
  day: string;
  from: number;
  to: number;
}

const FIRST_YEAR = 1985;

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const holds = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return holds && year >= FIRST_YEAR ? date.toISOString().slice(0, 10) : null;
}

/** Words within a date: `3rd of May`, `3 de mayo de 2021`, `1º`. */
const WITHIN_DATE = new Set('of de del di the st nd rd th er º ª'.split(' '));
const isYear = (part: string): boolean => /^(?:19|20)\d\d$/.test(part);
const isDay = (part: string): boolean => /^\d\d?$/.test(part);

/** Dates written in a line, in any order of their parts that the language allows. */
function writtenDates(written: string, declared: string): WrittenDate[] {
  const [language = '', region = ''] = declared.toLowerCase().split(/[-_]/, 2);
  const line = written.replace(/[年月년월](?= ?\d)/g, '-');
  const parts = [...line.matchAll(/\p{L}+|\d+/gu)]
    .map(([text], at, all) => ({ text, from: all[at]?.index ?? 0 }))
    .filter(({ text }) => !WITHIN_DATE.has(text.toLowerCase()));
  const isUs = language === 'en' && region === 'us';
  const isOpen = language === '' || (language === 'en' && region === '');
  /** Month and day. */
  const numeric = (one: string, other: string, sign: string): string[] => {
    if (Number(one) > 12 || sign === '.') return [other, one];
    if (Number(other) > 12 || isUs) return [one, other];
    return isOpen ? [] : [other, one];
  };
  return parts.flatMap(({ text: first, from }, at) => {
    const [second, third] = parts.slice(at + 1, at + 3);
    if (!second || !third) return [];
    const gap = line.slice(from + first.length, second.from);
    const nextGap = line.slice(second.from + second.text.length, third.from);
    const gaps = gap + nextGap;
    const end = third.from + third.text.length;
    if (gaps.length > 12 || /[^\s\p{L}.,/ºª°-]/u.test(gaps)) return [];
    const sign = gap.trim();
    const month = isDay(second.text) ? 0 : monthNamed(second.text, language);
    let stated: string | null = null;
    if (isDay(second.text) && isDay(first) && isYear(third.text) && /^[./-]$/.test(sign)) {
      const [named = '', day = ''] = numeric(first, second.text, sign);
      stated = dayOf(Number(third.text), Number(named), Number(day));
    } else if (isYear(first) && isDay(second.text) && isDay(third.text) && /^[./-]$/.test(sign))
      stated = dayOf(Number(first), Number(second.text), Number(third.text));
    else if (month > 0 && isDay(first) && isYear(third.text))
      stated = dayOf(Number(third.text), month, Number(first));
    else if (month > 0 && isYear(first) && isDay(third.text))
      stated = dayOf(Number(first), month, Number(third.text));
    else if (
      isDay(second.text) &&
      isYear(third.text) &&
      !/\d/.test(first) &&
      !/[./-]/.test(nextGap)
    )
      stated = dayOf(Number(third.text), monthNamed(first, language), Number(second.text));
    return stated === null ? [] : [{ day: stated, from, to: end }];
  });
}

const stemsOf = (stems: string): string[] => stems.split(';').map(foldText);
const wordsIn = (text: string): string[] => foldText(text).match(/\p{L}+/gu) ?? [];

/** Beginnings of words before a date of modification. */
const MODIFIED = stemsOf(
  'updat;modif;revis;edited;aktualis;geändert;mis à jour;mise à jour;actualiz;atualiz;aggiorn;' +
    'bijgewerkt;gewijzigd;aktualiz;zmien;oppdat;opdat;uppdat;päivit;güncel;обновл;измен;оновл;' +
    '更新;修改;수정',
);
/** Beginnings of words before a date of publication. */
const PUBLISHED = stemsOf(
  'publi;posted;veröffentlicht;erschienen;stand;geplaatst;opublik;julkais;yayın;giriş;опубл;' +
    'размещ;发布;發布;公開;掲載;vydán;zveřejn;közzétét;입력;등록',
);

/** Words before a date of something else than the page. */
const OTHER_DAYS = stemsOf(
  'born;geboren;né;née;nacido;nacida;nascido;died;deadline;due;expires;valid;event;' +
    'start;starts;begins;open;opens;doors;until;founded;gegründet',
);

const isAnyIn = (stems: readonly string[], text: string): boolean => {
  const folded = foldText(text);
  return stems.some((stem) => folded.includes(stem));
};

/** The first date of a line that no word marks as one of a modification or of something else. */
function publishedIn(line: string, language: string): { day: string; isSaid: boolean } | null {
  let after = 0;
  for (const { day, from, to } of writtenDates(line, language)) {
    const label = line.slice(after, from);
    const isOther =
      isAnyIn(MODIFIED, label) || wordsIn(label).some((word) => OTHER_DAYS.includes(word));
    if (!isOther) return { day, isSaid: isAnyIn(PUBLISHED, label) };
    after = to;
  }
  return null;
}

const BY = new Set('by von par por di door af av'.split(' '));
/** Labels of an author, folded, before a colon. */
const AUTHOR_LABELS = new Set(
  (
    'by author autor autora autorin auteur autrice autore auteurs authors text texte texto testo ' +
    'tekst words story von par por forfatter skribent kirjoittaja teksti szerzo yazar автор текст ' +
    'автори συντακτησ 文 作者 撰文 记者 記者 取材 文責 글'
  )
    .split(' ')
    .map(foldText),
);
/** Beginnings of words for an author's work, folded. */
const ROLES =
  'writer reporter correspondent journalist redakt columnist редактор korrespondent'.split(' ');
const isRole = (word: string): boolean => ROLES.some((role) => foldText(word).startsWith(role));
/** Stems of words for writing, before a preposition and the author. */
const WRITING = stemsOf(
  'written;posted;publi;author;story;words;text;articl;artik;artíc;artig;report;column;opini;' +
    'analys;beitrag;bericht;verfasst;geschrieben;veröffentlicht;écrit;rédigé;escrit;scritt;skrev',
);
const PARTICLES = new Set(
  'de da do dos del della der den di van von le la al el bin ter ten y'.split(' '),
);
const AND = new Set('and & und et e y og och i и'.split(' '));
/** Words of headlines, which capitalize all others. */
const NO_NAMES = new Set('and or the of for with in on to our your'.split(' '));
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}・]{2,10}$/u;
const NAME_WORD = /^\p{Lu}[\p{L}\p{M}.'’-]*$/u;
const MAX_NAME_WORDS = 5;

/** One person's name as written; null for other words. */
function personIn(words: readonly string[]): string | null {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length === 1) return UNSPACED.test(first) ? first : null;
  const isName =
    words.length <= MAX_NAME_WORDS &&
    words.every((word) => NAME_WORD.test(word) || PARTICLES.has(word)) &&
    !words.some((word) => NO_NAMES.has(word.toLowerCase())) &&
    [first, last].every((word) => NAME_WORD.test(word));
  return isName ? words.join(' ') : null;
}

/** Names joined by a conjunction, without roles before them and places after `in`. */
function personsIn(text: string): string | null {
  const persons: string[][] = [[]];
  let isPlace = false;
  let conjunction = '';
  const [stated = ''] = text.split(/[,;(]/, 1);
  for (const word of trimOf(stated, ' .:：-').split(/\s+/)) {
    if (AND.has(word)) {
      persons.push([]);
      conjunction ||= word;
    }
    isPlace = !AND.has(word) && (isPlace || word === 'in');
    const isStart = persons.at(-1)?.length === 0;
    if (!isPlace && !AND.has(word) && !(isStart && isRole(word))) persons.at(-1)?.push(word);
  }
  const named = persons.map(personIn);
  return named.includes(null) ? null : named.join(` ${conjunction} `);
}

/** Text behind a label or preposition of an author; null without one. */
function behindLabel(piece: string): string | null {
  const colon = piece.search(/[:：]/);
  if (colon > 0 && AUTHOR_LABELS.has(foldText(piece.slice(0, colon))))
    return piece.slice(colon + 1).trim();
  const words = piece.split(/\s+/);
  const at = words.slice(0, 3).findIndex((word) => BY.has(word.toLowerCase()));
  if (at < 0 || (at > 0 && !isAnyIn(WRITING, words.slice(0, at).join(' ')))) return null;
  // Von unserer Redakteurin Ada Lund.
  const rest = words.slice(at + 1);
  const role = rest.slice(0, 2).findIndex(isRole);
  return rest.slice(role + 1).join(' ');
}

const REPORTER = /^(\p{sc=Hangul}{2,4}) ?기자$/u;

/** The author that a line names by a label, a preposition or a role. */
function authorIn(line: string, language: string): string | null {
  let left = '';
  let after = 0;
  for (const { from, to } of writtenDates(line, language)) {
    left += `${line.slice(after, from)}|`;
    after = to;
  }
  const pieces = (left + line.slice(after)).split(/[|·•—–\u3000]| - |\. (?=\p{L}{3,20} ?[:：])/u);
  for (const piece of pieces.map((one) => trimOf(one, ' ,.-'))) {
    const reporter = REPORTER.exec(piece)?.[1];
    if (reporter) return reporter;
    const labelled = behindLabel(piece);
    const [name = '', role = ''] = piece.split(',', 2);
    const isOfRole = role.split(/\s+/).some(isRole);
    const author = labelled === null ? isOfRole && personsIn(name) : personsIn(labelled);
    if (author) return author;
  }
  return null;
}

/** An author's name in an element marked as such, without `By` and the like. */
function markedAuthor(text: string): string | null {
  const named = behindLabel(text) ?? text;
  const words = named.split(/\s+/);
  const isName =
    words.length <= MAX_NAME_WORDS &&
    /\p{L}{2}/u.test(named) &&
    !/[:,]/.test(named) &&
    (words.length === 1 || words.every((word) => !/^[\p{Ll}\d]/u.test(word)));
  return personsIn(named) ?? (isName ? named : null);
}

const MAX_BYLINE_CHARS = 120;
/** A longer line below a heading is the article's text. */
const MAX_LINE_CHARS = 150;
const MAX_LINES = 12;
const AUTHOR_CLASS =
  /(?:^|[-_])(?:author|byline|autor|auteur|autore|writer|verfasser)(?:[-_]{0,2}name)?$/;
const DATE_CLASS = /date|time|publish|posted|meta|datum|fecha|^data$/;
const OTHER_DAY_CLASS = /updat|modif|event|birth|deadline/;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/;
const wordsOf = (names: string | undefined): string[] => (names ?? '').toLowerCase().split(/\s+/);

/** Author and date in the short lines between the only first heading and the text below it. */
class Dateline {
  #language = '';
  #headings = 0;
  #articles = 0;
  #isReading = false;
  #isDated = false;
  readonly #lines: string[] = [];
  #line = '';
  #marked: { ordinal: number; text: string } | null = null;
  author: string | null = null;
  #time: string | null = null;
  #ofHeading = -1;

  open(name: string, attributes: Attributes, ordinal: number): void {
    if (name === 'html') this.#language = attributes.get('lang') ?? '';
    if (name === 'article') this.#articles++;
    if (HEADINGS.has(name)) this.#openHeading(name, ordinal);
    if (BLOCK.has(name) || name === 'br') this.#endLine();
    if (!this.#isReading || attributes.size === 0) return;
    const names = wordsOf(attributes.get('class'));
    const isOther = names.some((one) => OTHER_DAY_CLASS.test(one));
    const isAuthor =
      attributes.get('rel') === 'author' || names.some((one) => AUTHOR_CLASS.test(one));
    if (isAuthor && !this.#marked) this.#marked = { ordinal, text: '' };
    this.#isDated ||= isAuthor || (!isOther && names.some((one) => DATE_CLASS.test(one)));
    if (name !== 'time' || isOther || this.#time !== null) return;
    const stated = attributes.get('datetime')?.trim() ?? '';
    const [, year, month, day] = ISO_DAY.exec(stated) ?? [];
    const isValid = dayOf(Number(year), Number(month), Number(day)) !== null;
    if (isValid && !isAnyIn(MODIFIED, this.#line)) this.#time = stated;
  }

  text(text: string): void {
    if (!this.#isReading) return;
    this.#line += text;
    if (this.#marked && this.#marked.text.length <= MAX_BYLINE_CHARS) this.#marked.text += text;
    if (this.#line.length > 4 * MAX_LINE_CHARS) this.#endLine();
  }

  close(name: string, ordinal: number): void {
    if (name === 'article') this.#articles--;
    if (this.#marked?.ordinal === ordinal) {
      const text = tidyText(this.#marked.text);
      this.#marked = null;
      if (text.length <= MAX_BYLINE_CHARS) this.author ??= markedAuthor(text);
    }
    if (BLOCK.has(name)) this.#endLine();
    if (ordinal !== this.#ofHeading) return;
    this.#isReading = this.#headings === 1;
    this.#isDated = this.#articles > 0;
    this.#ofHeading = -1;
  }

  get found(): { author: string | null; publishedAt: string | null } {
    this.#endLine();
    if (this.#headings !== 1) return { author: null, publishedAt: null };
    const named = this.#lines.map((line) => authorIn(line, this.#language)).find(Boolean);
    const author = this.author ?? named ?? null;
    const dates = this.#lines.flatMap((line) => publishedIn(line, this.#language) ?? []);
    const isDated = this.#isDated || author !== null;
    const date = dates.find(({ isSaid }) => isSaid || isDated)?.day;
    return { author, publishedAt: (isDated ? this.#time : null) ?? date ?? null };
  }

  #openHeading(name: string, ordinal: number): void {
    this.#endLine();
    this.#isReading = false;
    if (name !== 'h1') return;
    this.#headings++;
    this.#ofHeading = ordinal;
  }

  #endLine(): void {
    if (!this.#isReading || this.#line === '') return;
    const line = tidyText(this.#line);
    this.#line = '';
    if (line === '') return;
    if (line.length > MAX_LINE_CHARS || this.#lines.length >= MAX_LINES) this.#isReading = false;
    else this.#lines.push(line);
  }
}

/**
 * Reads the byline of a page from microformats (hAtom `author vcard` and `published`; h-entry
 * `p-author` and `dt-published`) and microdata, else from the lines below its heading. A page with
 * several authors or dates is a list of articles, and has neither.
 */
export class Byline {
  readonly #authors = new Set<string>();
  readonly #dates = new Set<string>();
  readonly #dateline = new Dateline();
  /** The open element with an author, and its text so far. */
  #reading: { ordinal: number; text: string } | null = null;

  open(name: string, attributes: Attributes, ordinal: number): void {
    this.#dateline.open(name, attributes, ordinal);
    if (this.#reading !== null || attributes.size === 0) return;
    const names = wordsOf(attributes.get('class'));
    const property = attributes.get('itemprop')?.toLowerCase();
    if (name === 'time') {
      const isPublished = names.includes('published') || names.includes('dt-published');
      const date = tidyText(attributes.get('datetime'));
      if (date !== '' && (isPublished || property === 'datepublished')) this.#dates.add(date);
      return;
    }
    const isCard = names.includes('vcard') || names.includes('h-card');
    if ((names.includes('author') && isCard) || names.includes('p-author'))
      this.#reading = { ordinal, text: '' };
  }

  text(text: string): void {
    this.#dateline.text(text);
    if (this.#reading && this.#reading.text.length <= MAX_BYLINE_CHARS) this.#reading.text += text;
  }

  close(name: string, ordinal: number): void {
    this.#dateline.close(name, ordinal);
    if (this.#reading?.ordinal !== ordinal) return;
    const author = tidyText(this.#reading.text);
    this.#reading = null;
    if (author !== '' && author.length <= MAX_BYLINE_CHARS) this.#authors.add(author);
  }

  get found(): { author: string | null; publishedAt: string | null } {
    const { author, publishedAt } = this.#dateline.found;
    const only = ([first, ...others]: ReadonlySet<string>, otherwise: string | null) =>
      first === undefined ? otherwise : others.length === 0 ? first : null;
    return { author: only(this.#authors, author), publishedAt: only(this.#dates, publishedAt) };
  }
}
