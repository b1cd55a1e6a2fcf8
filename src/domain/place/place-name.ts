import { readOrNull, UnusableInput } from '../../lib/inputs.ts';
import { lazy } from '../../lib/lazy.ts';
import { foldText, trimEndOf } from '../../lib/text.ts';
import { isCommonWord } from './common-words.ts';
import { countryCodeOf } from './countries.ts';
import legalForms from './legal-forms.json' with { type: 'json' };

/** Abbreviations of the first word of a city name. */
const CITY_WORDS: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
]);

/** Cities by their other names, both without blanks. */
const CITY_NAMES: ReadonlyMap<string, string> = new Map([
  ...['nyc', 'newyorkcity', 'cityofnewyork'].map((name) => [name, 'newyork'] as const),
  ['washingtondc', 'washington'],
  ['la', 'losangeles'],
  ['sf', 'sanfrancisco'],
  ['philly', 'philadelphia'],
]);

// Legal forms of companies: ISO 20275, abbreviations and names, of the jurisdictions whose
// companies are looked up. Forms that are everyday words, such as the Norwegian DA, are left out.

/** The English article, which has no accent, unlike Thế Giới and Thé Noir. */
const LEADING_THE = /^[^\p{L}\p{N}]*the(?![\p{L}\p{M}\p{N}'’])/iu;

/** Nordic, Brazilian and Australian forms with a slash, after the name: G/S, S/A, P/L. */
const SLASHED_FORM = /(?<=\S[\s,]{1,3})(?:[AGIKPS]\/S|[BDS]\/A|[ABLPS]\/L|S\/C|P\/F)\.?$/iu;

/** Legal form as recited in American deeds: `, a Delaware corporation`. */
const RECITED_FORM =
  /,\s?an?\s(?:\p{L}[\p{L}-]{1,12}\s){0,5}(?:corporation|company|partnership|trust)\.?$/iu;

/** State that distinguishes filers of one name in EDGAR's conformed names: `CORP /DE/`. */
const CONFORMED_STATE = /(?<=\S\s{1,3})\/\p{L}{2,3}\/?$/u;

/**
 * Separators before another name: a trade name, a former name, the principal of an agency, or the
 * recipient of mail. Letters without slashes count only after a legal form: `Zenlen, Inc. dba
 * Native`, but not Remote DBA Experts.
 */
export const OTHER_NAME = new RegExp(
  [
    '[\\s,(](?:t/as?|d[./]b[./]a\\.?|[af][./]k[./]a\\.?|(dba|[af]ka|obo)|c/o|i\\.a\\.',
    '(?:trading|operating|doing business|(?:(?:also|formerly) )?known) as|trading under the name',
    'im auftrag von|formerly|vormals|vorm\\.|ehemals|on behalf of|as trustee for)[\\s:]',
  ].join('|'),
  'i',
);

/** A number of a register or a ticker in brackets behind a name: (ABN 49 004 028 077). */
const BRACKETED = /\s\(([^()]{4,40})\)$/;
const REGISTER = /^(?:[A-Z]{2,6}|[A-Z][a-z]{2,11})[ .:]/;
const TICKER = /^[A-Z]{2,6}: [A-Z]{1,6}$/;
const MIN_REGISTER_DIGITS = 5;

function withoutRegister(name: string): string {
  const written = name.trimEnd();
  const inner = BRACKETED.exec(written)?.[1] ?? '';
  const isNumber = REGISTER.test(inner) && inner.replace(/\D/g, '').length >= MIN_REGISTER_DIGITS;
  return isNumber || TICKER.test(inner) ? written.slice(0, -inner.length - 2).trimEnd() : name;
}

/**
 * Cuts a second name after {@link OTHER_NAME} and the number of a register; keeps a name that
 * begins with one.
 */
function withoutOtherName(given: string): string {
  const name = withoutRegister(given);
  const other = OTHER_NAME.exec(name);
  const own = trimEndOf(name.slice(0, other?.index ?? 0), ' ,(');
  if (!other || !/[\p{L}\p{N}]/u.test(own)) return name;
  return other[1] && !hasLegalForm(own) ? name : own;
}

/** Titles before firm names in India and before partnerships: M/s, Messrs. */
const MESSRS = /^\s*(?:m\/s|messrs)\.?\s+(?=\S)/i;

/** Forms that only full stops tell from words at the end of a name: AC, NP. */
const STOPPED_FORMS: ReadonlyMap<string, string> = new Map([
  ['a.c.', 'asociacion civil'],
  ['n.p.', 'narodni podnik'],
  ['n. p.', 'narodni podnik'],
]);

/** Spells out a form of {@link STOPPED_FORMS} at the end of a name. */
function withStoppedForm(name: string): string {
  const written = name.trimEnd();
  for (const [stopped, form] of STOPPED_FORMS) {
    const before = written.slice(0, -stopped.length);
    if (written.slice(before.length).toLowerCase() === stopped && /[\s,]$/.test(before))
      return before + form;
  }
  return name;
}

/** Letters with full stops between them, read as one word: S.A., e.V. */
const DOTTED_LETTERS = /(?<![\p{L}\p{N}.])\p{L}(?:\.\p{L})+\.?(?![\p{L}\p{N}])/gu;

/** Joins single letters to an abbreviation: L L C. */
const joinLetters = (folded: string): string =>
  folded.replace(/(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}\p{M}]))+/gu, (letters) =>
    letters.replaceAll(' ', ''),
  );

/**
 * Folded words of a name, with dotted and single letters joined: `S.A.S. E.S.P.` is sas and esp,
 * `S. de R.L.` is `s de rl`.
 */
const foldedWords = (name: string): string[] => {
  const undotted = withStoppedForm(name).replace(
    DOTTED_LETTERS,
    (letters) => `${letters.replaceAll('.', '')} `,
  );
  return joinLetters(foldText(undotted)).split(' ').filter(Boolean);
};

/** Legal forms, folded like names. */
const foldedForms = (forms: readonly string[]): ReadonlySet<string> =>
  new Set(forms.map((form) => foldedWords(form).join(' ')));

const EASTERN = /[\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}]/u;

/** Folded legal forms by position. */
const FORMS = lazy(() => {
  const unspaced = foldedForms(legalForms.unspaced);
  const endings = foldedForms(legalForms.endings).union(unspaced);
  const beginnings = foldedForms(legalForms.beginnings).union(unspaced);
  const beginningsAlone = foldedForms(legalForms.beginningsAlone).union(beginnings);
  const eastern = [...endings].filter((form) => EASTERN.test(form));
  return {
    /** Forms of scripts without spaces, before or after the name. */
    unspaced: [...unspaced],
    endings,
    /** Forms before a name, as common as after it. */
    beginnings,
    /** Forms before a name without a form after it: SAS Dupont, but SAS Institute Inc. */
    beginningsAlone,
    /** Forms before a quoted name, as in registers from Estonia to Central Asia: MB „Medus“. */
    beforeQuotes: new Set([
      ...beginningsAlone,
      ...eastern,
      ...foldedForms(legalForms.beforeQuotes),
    ]),
    /** Forms of a single natural person (ISO 20275: sole proprietorships). */
    soleTraders: foldedForms(legalForms.soleTraders),
  };
});

/** Forms before a name that also has one of these after it: SC Dedeman SRL, Oy Hartwall Ab. */
const BESIDES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(legalForms.besides).map(([form, behind]) => [form, new Set(behind)]),
);

const MAX_ABBREVIATION_CHARS = 4;
/** Length of the longest words in the list of common words. */
const MAX_LISTED_CHARS = 9;

/** Capitalized words that in capitals or with full stops are a legal form: Too, Ab, Spa. */
const WORD_BEFORE = /^\p{Lu}\p{Ll}{1,2}(?=\s)/u;
const WORD_BEHIND = /(?<=\s)\p{L}\p{Ll}{2,3}$/u;
/** Capitalized words of two letters, except forms written that way: Co, Oy Ab, hf. */
const SHORT_WORD_BEHIND = /(?<=\s)(?!Co|Oy|Ab|Hf)\p{Lu}\p{Ll}$/u;

/** Removes the ending of a word longer than the listed ones: electrical. */
const stemOf = (word: string): string =>
  word.length > MAX_LISTED_CHARS ? word.replace(/(?:al|ed|ing|[eo]rs?|ment|ly)$/, '') : word;

/** Whether words are common or name a country; an abbreviation beside them is rarely a form. */
const arePlain = (words: readonly string[]): boolean =>
  words.every((word) => word.length < 3 || isCommonWord(word) || isCommonWord(stemOf(word))) ||
  countryCodeOf(words.join(' ')) !== null;

const QUOTED_BEHIND = /^[^"„“”«»]{1,80}(?=["„“«])/u;

/** Removes a legal form before a quoted name. */
const fromQuotes = (text: string): string =>
  text.replace(QUOTED_BEHIND, (form) =>
    FORMS().beforeQuotes.has(foldedWords(form).join(' ')) ? '' : form,
  );

/** Words before the partners, after an Italian partnership's form: `S.a.s. di Mario Rossi & C.` */
const PARTNERS = new Set(['di', 'de']);
const PARTNERSHIPS = new Set(['sas', 'snc']);

/** Words before the owner, after a sole trader's business: `Inh. Erika Muster e.K.` */
const OWNERS = new Set(['inh', 'inhaber', 'inhaberin']);

const MAX_FORM_WORDS = 8;

/**
 * Number of words of the longest legal form at one end; 0 for none.
 * @param words those at one end of the name, at most one more than a form has
 */
function formLength(
  words: readonly string[],
  known: ReadonlySet<string>,
  end: 'first' | 'last',
): number {
  for (let count = words.length - 1; count > 0; count--) {
    const part = end === 'last' ? words.slice(-count) : words.slice(0, count);
    if (known.has(part.join(' '))) return count;
  }
  return 0;
}

/** Removes a form at one end of a word without spaces; keeps a word that is only a form. */
function withoutUnspaced(word: string, end: 'first' | 'last'): string {
  if (FORMS().unspaced.includes(word)) return word;
  const form = FORMS().unspaced.find((each) =>
    end === 'first' ? word.startsWith(each) : word.endsWith(each),
  );
  if (!form) return word;
  return end === 'first' ? word.slice(form.length) : word.slice(0, -form.length);
}

/** Cuts the partners after a partnership's form, and the named owner. */
function withoutPartners(name: readonly string[]): readonly string[] {
  const at = name.findIndex(
    (word, place) =>
      place > 1 &&
      (OWNERS.has(word) || (PARTNERS.has(word) && PARTNERSHIPS.has(name[place - 1] as string))),
  );
  return at < 0 ? name : name.slice(0, at);
}

/** Words that make a following word a thing, not a form: Build My PC. */
const OWNING = new Set(['my', 'your', 'our', 'this', 'every']);

/** Whether the last word of a name is an ordinary word, by its capitals: Ocean Spa. */
function endsInWord(name: readonly string[], written: string): boolean {
  const last = name.at(-1) ?? '';
  if (name.length > 2 && OWNING.has(name.at(-2) as string) && last.length < 3) return true;
  const isCommon = isCommonWord(last) && last.length <= MAX_ABBREVIATION_CHARS;
  const isWord = isCommon && (WORD_BEHIND.test(written) || !/\p{Ll}/u.test(written));
  return (isWord || SHORT_WORD_BEHIND.test(written)) && arePlain(name.slice(0, -1));
}

/**
 * Removes the legal forms from the folded words of a name: all forms at its end (`GmbH & Co. KG`),
 * one at its beginning. At least one word is left. An abbreviation before a name is a form unless
 * the name is plain words, or ends in a form of a country that does not use the abbreviation: AB
 * Volvo, PT Astra Tbk, but AS Colour, SIA Abrasives Industries AG.
 * @param isWhole keeps a form before the name
 */
function withoutLegalForms(
  all: readonly string[],
  written: string,
  isWhole = false,
): readonly string[] {
  const name = withoutPartners(all);
  if (name.length === 0 || endsInWord(name, written)) return name;
  let end = name.length;
  while (end > 1) {
    const last = name.slice(Math.max(0, end - 1 - MAX_FORM_WORDS), end);
    const count = last.at(-1) === 'and' ? 1 : formLength(last, FORMS().endings, 'last');
    if (count === 0) break;
    end -= count;
  }
  const isBeside = BESIDES.get(name[0] as string)?.has(name[end] ?? '') === true;
  // In "AB Volvo (publ)", `publ` means listed and is not a form.
  const isBare = end === name.length || (end === name.length - 1 && name[end] === 'publ');
  const known = isBare ? FORMS().beginningsAlone : FORMS().beginnings;
  const first = name.slice(0, Math.min(end, 1 + MAX_FORM_WORDS));
  const begin = isBeside ? 1 : isWhole ? 0 : formLength(first, known, 'first');
  const [form = ''] = name;
  const isDoubtful =
    begin === 1 && (form.length <= MAX_ABBREVIATION_CHARS || !FORMS().beginnings.has(form));
  const isWord =
    isDoubtful &&
    !isBeside &&
    // The Finnish form is not a word of any language.
    form !== 'oy' &&
    (WORD_BEFORE.test(written) || (isBare ? arePlain(name.slice(1, end)) : /^[a-z]/.test(form)));
  const words = name.slice(isWord ? 0 : begin, end);
  const bare = words.with(-1, withoutUnspaced(words.at(-1) as string, 'last'));
  return bare[0] === words[0] ? bare.with(0, withoutUnspaced(bare[0] as string, 'first')) : bare;
}

/**
 * Normalizes the name of a company or shop for comparison: folded, single letters joined, a leading
 * "the", another name after it and legal forms cut (Inc, L.L.C., GmbH & Co. KG, S.A. de C.V.). One
 * word always remains.
 * @throws UnusableInput for a text without letters or digits
 */
export function foldCompanyName(text: string): string {
  const written = fromQuotes(withoutOtherName(text.trim()).replace(MESSRS, ''))
    .trim()
    .replace(CONFORMED_STATE, '')
    .replace(RECITED_FORM, '')
    .replace(SLASHED_FORM, '');
  const words = foldedWords(written);
  if (LEADING_THE.test(written) && words.length > 1) words.shift();
  if (words.length === 0) throw new UnusableInput('is not a name');
  return withoutLegalForms(words, written).join(' ');
}

/** Whether a name has a legal form, and so belongs to a company. */
export function hasLegalForm(name: string): boolean {
  const own = withoutOtherName(name);
  const written = fromQuotes(own).trim();
  if (SLASHED_FORM.test(written)) return true;
  const bare = withoutLegalForms(foldedWords(written), written);
  return bare.join(' ') !== foldedWords(own).join(' ');
}

/** Whether a name has a sole trader's form or a named owner, and so belongs to one person. */
export function isSoleTrader(name: string): boolean {
  const words = foldedWords(name);
  return (
    words.slice(1, -1).some((word) => OWNERS.has(word)) ||
    formLength(words.slice(-1 - MAX_FORM_WORDS), FORMS().soleTraders, 'last') > 0 ||
    formLength(words.slice(0, 1 + MAX_FORM_WORDS), FORMS().soleTraders, 'first') > 0
  );
}

/** Whether a text is only a legal form, as when commas split a name: `Acme, S.A., Grupo`. */
export const isLegalForm = (text: string): boolean =>
  FORMS().endings.has(foldedWords(text).join(' '));

/** Words of a folded company name, with a form before it; empty without letters or digits. */
export function wholeNameWords(name: string): readonly string[] {
  const written = fromQuotes(withoutOtherName(name)).trim();
  return withoutLegalForms(foldedWords(written), written, true);
}

/** Words of a folded company name; null for a name without letters or digits. */
export const companyNameWords = (name: string): string[] | null =>
  readOrNull(() => foldCompanyName(name).split(' '));

/**
 * A city name: folded, the first word spelled out (St Paul is Saint Paul).
 * @throws UnusableInput for a text without letters
 */
export function citySpelling(text: string): string {
  const [first = '', ...others] = foldText(text).split(' ');
  const city = [CITY_WORDS.get(first) ?? first, ...others].join(' ');
  if (!/\p{L}/u.test(city)) throw new UnusableInput('is not a city');
  return city;
}

/**
 * A city name for comparison: its spelling without blanks (De Kalb is DeKalb, O Fallon O'Fallon),
 * or that of its usual name (NYC is New York).
 * @throws UnusableInput for a text without letters
 */
export function foldCity(text: string): string {
  const city = citySpelling(text).replaceAll(' ', '');
  return CITY_NAMES.get(city) ?? city;
}

/** Key of a business: `name|city`, both folded, without legal forms. @throws UnusableInput */
export const placeKey = (name: string, city: string, fold = foldCity): string =>
  `${foldCompanyName(name)}|${fold(city)}`;
