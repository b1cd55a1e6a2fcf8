import { isGivenName } from '../../domain/person/name-parts.ts';
import { foldText, trimOf } from '../../lib/text.ts';
import { dayOf, writtenDates } from '../../lib/time.ts';
import { BLOCK, HEADINGS } from './element-kinds.ts';
import { tidyText } from './plain-text.ts';
import type { Attributes } from './tokenizer.ts';

const stemsOf = (stems: string): string[] => stems.split(';').map(foldText);
const wordsIn = (text: string): string[] => foldText(text).match(/\p{L}+/gu) ?? [];

/** Beginnings of words before a date of modification. */
const MODIFIED = stemsOf(
  'updat;modif;revis;edited;aktualis;geändert;mis à jour;mise à jour;actualiz;atualiz;aggiorn;' +
    'bijgewerkt;gewijzigd;aktualiz;zmien;oppdat;opdat;uppdat;ändrad;ændret;endret;päivit;muokat;' +
    'güncel;frissít;módosít;ažurir;posodob;uuend;atnauj;atjaun;actualitz;обновл;измен;оновл;' +
    'ενημερ;актуализ;ажурир;cập nhật;diperbar;تحديث;עודכן;अपडेट;अद्यतन;更新;修改;수정;업데이트',
);
/** Beginnings of words before a date of publication. */
const PUBLISHED = stemsOf(
  'publi;pubbli;posted;veröffentlicht;erschienen;stand;geplaatst;opublik;julkais;yayın;giriş;' +
    'опубл;публік;публик;размещ;објав;发布;發布;公開;掲載;投稿;vydán;zveřejn;közzétét;megjelen;' +
    'objavl;udgiv;δημοσι;đăng;terbit;نشر;פורסם;प्रकाशित;เผยแพร่;입력;등록;게시',
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

const BY = new Set('by von par por di door af av oleh bởi מאת بقلم كتب كتبت'.split(' '));
/** Prepositions that also mean of or for; they count only before a given name. */
const BY_OR_OF = new Set('de per da'.split(' '));
/** Labels of an author, folded, before a colon. */
const AUTHOR_LABELS = new Set(
  (
    'by author autor autora autorin auteur autrice autore auteurs authors text texte texto testo ' +
    'tekst words story von par por forfatter skribent kirjoittaja teksti szerzo yazar автор текст ' +
    'автори συντακτησ 文 作者 撰文 记者 記者 取材 文責 글 著者 筆者 執筆 執筆者 ライター 작성자 ' +
    'oleh penulis tác_giả autors autori pise napisal napisala napsal napsala door af av di scris_de ' +
    'a_cura_di kirjoittanut írta بقلم الكاتب كتب מאת כתב लेखक লেখক ผู้เขียน συγγραφεας γραφει'
  )
    .split(' ')
    .map((label) => foldText(label.replaceAll('_', ' '))),
);
/** Further words of such a label: `Text und Fotos`. */
const BESIDE_LABEL = new Set(
  'and und och og et y e i en foto fotos photo photos photography bild bilder video'.split(' '),
);
const isAuthorLabel = (label: string): boolean => {
  const [first = '', ...others] = foldText(label).split(' ');
  const isFirst = AUTHOR_LABELS.has(first) && others.every((word) => BESIDE_LABEL.has(word));
  return isFirst || AUTHOR_LABELS.has(foldText(label));
};
/** Beginnings of words for an author's work, folded. */
const ROLES =
  'writer reporter correspondent journalist redakt columnist редактор korrespondent'.split(' ');
const isRole = (word: string): boolean => ROLES.some((role) => foldText(word).startsWith(role));
/** Stems of words for writing, before a preposition and the author. */
const WRITING = stemsOf(
  'written;posted;publi;author;story;words;text;articl;artik;artíc;artig;report;column;opini;' +
    'analys;beitrag;bericht;verfasst;geschrieben;veröffentlicht;écrit;rédigé;escrit;scritt;skrev;cura',
);
const PARTICLES = new Set(
  'de da do dos del della der den di van von le la al el bin ter ten y'.split(' '),
);
const AND = new Set('and & und et e y og och i и'.split(' '));
/** Words behind a name, before a place, an agency or a day. */
const BEHIND_NAME = new Set('in avec with mit con com for för für pour from at on'.split(' '));
/** Words of headlines, which capitalize all others. */
const NO_NAMES = new Set('and or the of for with in on to our your'.split(' '));
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}・]{2,10}$/u;
const NAME_WORD = /^[\p{Lu}\p{Lo}][\p{L}\p{M}.'’-]*$/u;
const MAX_NAME_WORDS = 5;
/** An account's name, unlike a word of a sentence: it begins with a small letter or a digit. */
const ACCOUNT = /^[\p{Ll}\d][\w.-]{1,30}$/u;

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
function joinedPersons(text: string): string | null {
  const persons: string[][] = [[]];
  let isBehind = false;
  let conjunction = '';
  for (const word of trimOf(text, ' .:：-').split(/\s+/)) {
    if (AND.has(word)) {
      persons.push([]);
      conjunction ||= word;
    }
    isBehind = !AND.has(word) && (isBehind || BEHIND_NAME.has(word));
    const isStart = persons.at(-1)?.length === 0;
    if (!isBehind && !AND.has(word) && !(isStart && isRole(word))) persons.at(-1)?.push(word);
  }
  const named = persons.map(personIn);
  return named.includes(null) ? null : named.join(` ${conjunction} `);
}

/** Names of one person, of two, or of several with a conjunction before the last. */
function personsIn(text: string): string | null {
  const [stated = ''] = text.split(/[;(（]/, 1);
  const [first = '', ...others] = stated.split(',').map((part) => part.trim());
  const isList =
    others
      .at(-1)
      ?.split(/\s+/)
      .some((word) => AND.has(word)) === true;
  const listed = isList ? [first, ...others].map(joinedPersons) : [null];
  return listed.includes(null) ? joinedPersons(first) : listed.join(', ');
}

/** What a line names as its author. */
interface Named {
  text: string;
  /** Whether a word for writing says so, after which an account may stand. */
  isSaid: boolean;
}

/** Text behind a label or preposition of an author; null without one. */
function behindLabel(piece: string): Named | null {
  const colon = piece.search(/[:：]/);
  if (colon > 0 && isAuthorLabel(piece.slice(0, colon)))
    return { text: piece.slice(colon + 1).trim(), isSaid: false };
  const words = piece.split(/\s+/);
  const isBefore = (word: string, at: number) =>
    BY.has(word.toLowerCase()) ||
    (at === 0 && BY_OR_OF.has(word.toLowerCase()) && isGivenName(words[1] ?? ''));
  const at = words.slice(0, 3).findIndex(isBefore);
  const isSaid = at > 0 && isAnyIn(WRITING, words.slice(0, at).join(' '));
  if (at < 0 || (at > 0 && !isSaid)) return null;
  // Von unserer Redakteurin Ada Lund.
  const rest = words.slice(at + 1);
  const role = rest.slice(0, 2).findIndex(isRole);
  return { text: rest.slice(role + 1).join(' '), isSaid };
}

/** A reporter by the title before or after the name, in scripts that need no blank between. */
const REPORTER = /^(?:(\p{sc=Hangul}{2,4}) ?기자|(?:記者|记者) ?(\p{sc=Han}{2,4}))(?!\p{L})/u;

/** Separators of what is said in a line; a label in Chinese letters begins a piece too. */
const PIECES = /[|·•—–／\u3000]| - |\. (?=\p{L}{3,20} ?[:：])| (?=\p{sc=Han}{1,4} ?[:：])/u;

/** A line without its dates, in pieces. */
function piecesOf(line: string, language: string): string[] {
  let left = '';
  let after = 0;
  for (const { from, to } of writtenDates(line, language)) {
    left += `${line.slice(after, from)}|`;
    after = to;
  }
  return (left + line.slice(after)).split(PIECES).map((one) => trimOf(one, ' ,.-'));
}

/** The author that a line names by a label, a preposition or a role. */
function authorIn(line: string, language: string): string | null {
  for (const piece of piecesOf(line, language)) {
    const [, reporter = '', journalist = ''] = REPORTER.exec(piece) ?? [];
    if (reporter || journalist) return reporter || journalist;
    const labelled = behindLabel(piece);
    const [name = '', role = ''] = piece.split(',', 2);
    const isOfRole = role.split(/\s+/).some(isRole);
    const author = labelled === null ? isOfRole && personsIn(name) : personsIn(labelled.text);
    if (author) return author;
    const [account = '', next = 'on'] = labelled?.isSaid ? labelled.text.split(/\s+/) : [];
    if (ACCOUNT.test(account) && BEHIND_NAME.has(next)) return account;
  }
  return null;
}

const MAX_BARE_WORDS = 4;

/** A name that stands alone in a piece of a line, known by its given name. */
function bareNameIn(line: string, language: string): string | null {
  const names = piecesOf(line, language).filter((piece) => {
    const words = piece.split(/\s+/);
    const [first = ''] = words;
    return words.length <= MAX_BARE_WORDS && isGivenName(first) && personIn(words) !== null;
  });
  return names[0] ?? null;
}

/** An author's name in an element marked as such, without `By` and the like. */
function markedAuthor(text: string): string | null {
  const named = behindLabel(text)?.text ?? text;
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

/**
 * Author and date in the short lines between the only first heading and the text below it, and in
 * those of its article above it.
 */
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
    if (name === 'article') this.#openArticle();
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
    if (name === 'article') {
      this.#articles--;
      if (this.#headings === 0) this.#forget();
    }
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
    const dated = this.#lines.map((line) => publishedIn(line, this.#language));
    const dates = dated.filter((date) => date !== null);
    // A name by itself is the author's only beside the date.
    const bare = this.#lines
      .filter((_, at) => this.#isDated && dated.slice(Math.max(0, at - 1), at + 2).some(Boolean))
      .map((line) => bareNameIn(line, this.#language))
      .find(Boolean);
    const author = this.author ?? named ?? bare ?? null;
    const isDated = this.#isDated || author !== null;
    const date = dates.find(({ isSaid }) => isSaid || isDated)?.day;
    return { author, publishedAt: (isDated ? this.#time : null) ?? date ?? null };
  }

  /** Lines above the heading of an article are read too. */
  #openArticle(): void {
    this.#articles++;
    if (this.#headings > 0 || this.#articles > 1) return;
    this.#forget();
    this.#isReading = true;
    this.#isDated = true;
  }

  #forget(): void {
    this.#endLine();
    this.#lines.length = 0;
    this.#isReading = false;
    this.#isDated = false;
    this.author = null;
    this.#time = null;
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
    if (name === 'time' || name === 'abbr') {
      const isPublished = names.includes('published') || names.includes('dt-published');
      const date = tidyText(attributes.get(name === 'time' ? 'datetime' : 'title'));
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
