import { UnusableInput } from '../../lib/inputs.ts';
import { lazy } from '../../lib/lazy.ts';
import { foldText, trimEndOf } from '../../lib/text.ts';
import { isCommonWord } from './common-words.ts';
import { countryCodeOf } from './countries.ts';
import legalForms from './legal-forms.json' with { type: 'json' };

/** Abbreviations of the first word of a city's name. */
const CITY_WORDS: ReadonlyMap<string, string> = new Map([
  ['st', 'saint'],
  ['ste', 'sainte'],
  ['ft', 'fort'],
  ['mt', 'mount'],
]);

// Legal forms of companies: ISO 20275, abbreviations and names, of the jurisdictions whose
// companies are met. A form that is an everyday word, such as the Norwegian DA, is not among them.

/** The article, which has no accent: Thế Giới, Thé Noir. */
const LEADING_THE = /^[^\p{L}\p{N}]*the(?![\p{L}\p{M}\p{N}'’])/iu;

/** A letter, a slash and a letter behind a name are a form of the North or of Brazil: I/S, S/A. */
const SLASHED_FORM = /(?<=\S[\s,]{1,3})\p{L}\/\p{L}\.?$/u;

/** A form as American deeds recite it: `, a Delaware corporation`. */
const RECITED_FORM =
  /,\s?an?\s(?:\p{L}[\p{L}-]{1,12}\s){0,5}(?:corporation|company|partnership|trust)\.?$/iu;

/** The state behind a filer's name that another bears, as EDGAR conforms names: `CORP /DE/`. */
const CONFORMED_STATE = /(?<=\S\s{1,3})\/\p{L}{2,3}\/?$/u;

/**
 * Between a name and another: a trade name, a former one, the principal of an agency, or who takes
 * the mail. Letters without slashes are such behind a legal form: `Zenlen, Inc. dba Native`, but
 * Remote DBA Experts.
 */
export const OTHER_NAME = new RegExp(
  [
    '[\\s,(](?:t/as?|d[./]b[./]a\\.?|[af][./]k[./]a\\.?|(dba|[af]ka|obo)|c/o|i\\.a\\.',
    '(?:trading|operating|doing business|(?:(?:also|formerly) )?known) as|trading under the name',
    'im auftrag von|formerly|vormals|vorm\\.|ehemals|on behalf of|as trustee for)[\\s:]',
  ].join('|'),
  'i',
);

/** A name without another behind it. */
function withoutOtherName(name: string): string {
  const other = OTHER_NAME.exec(name);
  const own = trimEndOf(name.slice(0, other?.index ?? 0), ' ,(');
  if (!other || !/[\p{L}\p{N}]/u.test(own)) return name;
  return other[1] && !hasLegalForm(own) ? name : own;
}

/** The address of a firm before its name in India and of partners: M/s, Messrs. */
const MESSRS = /^\s*(?:m\/s|messrs)\.?\s+(?=\S)/i;

/** Letters with full stops between them, which are one word: S.A., e.V. */
const DOTTED_LETTERS = /(?<![\p{L}\p{N}.])\p{L}(?:\.\p{L})+\.?(?![\p{L}\p{N}])/gu;

/** Letters one by one are an abbreviation: L L C. */
const joinLetters = (folded: string): string =>
  folded.replace(/(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}\p{M}]))+/gu, (letters) =>
    letters.replaceAll(' ', ''),
  );

/**
 * A name in folded words, dotted and single letters written together: `S.A.S. E.S.P.` is sas and
 * esp, `S. de R.L.` is `s de rl`.
 */
const foldedWords = (name: string): string[] => {
  const undotted = name.replace(DOTTED_LETTERS, (letters) => `${letters.replaceAll('.', '')} `);
  return joinLetters(foldText(undotted)).split(' ').filter(Boolean);
};

/** Forms as names are compared. */
const foldedForms = (forms: readonly string[]): ReadonlySet<string> =>
  new Set(forms.map((form) => foldedWords(form).join(' ')));

const CYRILLIC = /\p{Script=Cyrillic}/u;

/** The legal forms by where they stand, folded. */
const FORMS = lazy(() => {
  const unspaced = foldedForms(legalForms.unspaced);
  const endings = foldedForms(legalForms.endings).union(unspaced);
  const beginnings = foldedForms(legalForms.beginnings).union(unspaced);
  const beginningsAlone = foldedForms(legalForms.beginningsAlone).union(beginnings);
  const cyrillic = [...endings].filter((form) => CYRILLIC.test(form));
  return {
    /** Of scripts without spaces, before or behind the name. */
    unspaced: [...unspaced],
    endings,
    /** Before a name, where they are as usual as behind it. */
    beginnings,
    /** Before a name that has no form behind it: SAS Dupont, but SAS Institute Inc. */
    beginningsAlone,
    /** Before a quoted name, as registers from Estonia to Central Asia write it: MB „Medus“. */
    beforeQuotes: new Set([
      ...beginningsAlone,
      ...cyrillic,
      ...foldedForms(legalForms.beforeQuotes),
    ]),
    /** Of one natural person (ISO 20275: sole proprietorships). */
    soleTraders: foldedForms(legalForms.soleTraders),
  };
});

/** Before a name that has one of these behind it: SC Dedeman SRL, Oy Hartwall Ab. */
const BESIDES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(legalForms.besides).map(([form, behind]) => [form, new Set(behind)]),
);

const MAX_ABBREVIATION_CHARS = 4;
/** Letters of the longest common words that are listed. */
const MAX_LISTED_CHARS = 9;

/** A small letter makes a word of what is a form in capitals or with full stops: Too, Ab, Spa. */
const WORD_BEFORE = /^\p{Lu}\p{Ll}{1,2}(?=\s)/u;
const WORD_BEHIND = /(?<=\s)\p{L}\p{Ll}{2,3}$/u;
/** Of two letters, none of those that are written so: Co, Oy Ab, hf. */
const SHORT_WORD_BEHIND = /(?<=\s)(?!Co|Oy|Ab|Hf)\p{Lu}\p{Ll}$/u;

/** A word longer than the list of common ones has them, without its ending: electrical. */
const stemOf = (word: string): string =>
  word.length > MAX_LISTED_CHARS ? word.replace(/(?:al|ed|ing|[eo]rs?|ment|ly)$/, '') : word;

/** Whether words are common ones or a country's, beside which an abbreviation is hardly a form. */
const arePlain = (words: readonly string[]): boolean =>
  words.every((word) => word.length < 3 || isCommonWord(word) || isCommonWord(stemOf(word))) ||
  countryCodeOf(words.join(' ')) !== null;

const QUOTED_BEHIND = /^[^"„“”«»]{1,80}(?=["„“«])/u;

/** A text without the form before its quoted name. */
const fromQuotes = (text: string): string =>
  text.replace(QUOTED_BEHIND, (form) =>
    FORMS().beforeQuotes.has(foldedWords(form).join(' ')) ? '' : form,
  );

/** The partners that Italian partnerships name behind their form: `S.a.s. di Mario Rossi & C.` */
const PARTNERS = new Set(['di', 'de']);
const PARTNERSHIPS = new Set(['sas', 'snc']);

/** Before the owner whom a sole trader names behind the business: `Inh. Erika Muster e.K.` */
const OWNERS = new Set(['inh', 'inhaber', 'inhaberin']);

const MAX_FORM_WORDS = 8;

/**
 * How many words are a legal form: the longest there is, 0 for none.
 * @param words those at one end of the name, one more than a form may have at most
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

/** A word without a form at one end, in a script that writes no spaces; a form alone stays. */
function withoutUnspaced(word: string, end: 'first' | 'last'): string {
  if (FORMS().unspaced.includes(word)) return word;
  const form = FORMS().unspaced.find((each) =>
    end === 'first' ? word.startsWith(each) : word.endsWith(each),
  );
  if (!form) return word;
  return end === 'first' ? word.slice(form.length) : word.slice(0, -form.length);
}

/** Up to the partners of a partnership, whose form stands before them, or to a named owner. */
function withoutPartners(name: readonly string[]): readonly string[] {
  const at = name.findIndex(
    (word, place) =>
      place > 1 &&
      (OWNERS.has(word) || (PARTNERS.has(word) && PARTNERSHIPS.has(name[place - 1] as string))),
  );
  return at < 0 ? name : name.slice(0, at);
}

/** Behind these a word is a thing, no form: Build My PC. */
const OWNING = new Set(['my', 'your', 'our', 'this', 'every']);

/** Whether a name ends in a word that is a form only if it is written as one: Ocean Spa. */
function endsInWord(name: readonly string[], written: string): boolean {
  const last = name.at(-1) ?? '';
  if (name.length > 2 && OWNING.has(name.at(-2) as string) && last.length < 3) return true;
  const isCommon = isCommonWord(last) && last.length <= MAX_ABBREVIATION_CHARS;
  const isWord = isCommon && (WORD_BEHIND.test(written) || !/\p{Ll}/u.test(written));
  return (isWord || SHORT_WORD_BEHIND.test(written)) && arePlain(name.slice(0, -1));
}

/**
 * A name in folded words without its legal forms: at its end one after the other (`GmbH & Co. KG`),
 * at its beginning one. One word is always left. Before a name an abbreviation is a form where the
 * name is no plain words and has none behind it that its country has not: AB Volvo, PT Astra Tbk,
 * but AS Colour, SIA Abrasives Industries AG.
 * @param isWhole whether what stands before the name is left
 */
function withoutLegalForms(
  all: readonly string[],
  written: string,
  isWhole = false,
): readonly string[] {
  const name = withoutPartners(all);
  if (endsInWord(name, written)) return name;
  let end = name.length;
  while (end > 1) {
    const last = name.slice(Math.max(0, end - 1 - MAX_FORM_WORDS), end);
    const count = last.at(-1) === 'and' ? 1 : formLength(last, FORMS().endings, 'last');
    if (count === 0) break;
    end -= count;
  }
  const isBeside = BESIDES.get(name[0] as string)?.has(name[end] ?? '') === true;
  // "AB Volvo (publ)": that it is listed is no form.
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
    // The Finnish form is a word of no language.
    form !== 'oy' &&
    (WORD_BEFORE.test(written) || (isBare ? arePlain(name.slice(1, end)) : /^[a-z]/.test(form)));
  const words = name.slice(isWord ? 0 : begin, end);
  const bare = words.with(-1, withoutUnspaced(words.at(-1) as string, 'last'));
  return bare[0] === words[0] ? bare.with(0, withoutUnspaced(bare[0] as string, 'first')) : bare;
}

/**
 * A company's or shop's name as it is compared: folded, single letters written together, a leading
 * "the", another name behind it and legal forms cut (Inc, L.L.C., GmbH & Co. KG, S.A. de C.V.). A
 * name made of nothing else keeps a word.
 * @throws UnusableInput for a text without letters or digits
 */
export function foldCompanyName(text: string): string {
  const written = fromQuotes(withoutOtherName(text.trim()).replace(MESSRS, ''))
    .trim()
    .replace(CONFORMED_STATE, '')
    .replace(RECITED_FORM, '')
    .replace(SLASHED_FORM, '');
  const words = foldedWords(written);
  if (LEADING_THE.test(text) && words.length > 1) words.shift();
  if (words.length === 0) throw new UnusableInput('is not a name');
  return withoutLegalForms(words, written).join(' ');
}

/** Whether a name has a legal form: it is a company's. */
export function hasLegalForm(name: string): boolean {
  const own = withoutOtherName(name);
  const written = fromQuotes(own).trim();
  const bare = withoutLegalForms(foldedWords(written), written);
  return bare.join(' ') !== foldedWords(own).join(' ');
}

/** Whether a name is one person's, who belongs to no group: a sole trader's form, or its owner. */
export function isSoleTrader(name: string): boolean {
  const words = foldedWords(name);
  return (
    words.slice(1, -1).some((word) => OWNERS.has(word)) ||
    formLength(words.slice(-1 - MAX_FORM_WORDS), FORMS().soleTraders, 'last') > 0 ||
    formLength(words.slice(0, 1 + MAX_FORM_WORDS), FORMS().soleTraders, 'first') > 0
  );
}

/** Whether a text is a legal form alone, as commas part it from a name: `Acme, S.A., Grupo`. */
export const isLegalForm = (text: string): boolean =>
  FORMS().endings.has(foldedWords(text).join(' '));

/** Words of a folded company name, with a form before it; none without letters or digits. */
export function wholeNameWords(name: string): readonly string[] {
  const written = fromQuotes(withoutOtherName(name)).trim();
  const words = foldedWords(written);
  return words.length === 0 ? [] : withoutLegalForms(words, written, true);
}

/** Words of a folded company name; null for a name without letters or digits. */
export function companyNameWords(name: string): string[] | null {
  try {
    return foldCompanyName(name).split(' ');
  } catch (error) {
    if (error instanceof UnusableInput) return null;
    throw error;
  }
}

/**
 * A city as it is compared: folded, its first word spelled out (St Paul is Saint Paul).
 * @throws UnusableInput for a text without letters
 */
export function foldCity(text: string): string {
  const [first = '', ...others] = foldText(text).split(' ');
  const city = [CITY_WORDS.get(first) ?? first, ...others].join(' ');
  if (!/\p{L}/u.test(city)) throw new UnusableInput('is not a city');
  return city;
}

/** Key of a business: `name|city`, both folded, legal forms cut. @throws UnusableInput */
export const placeKey = (name: string, city: string): string =>
  `${foldCompanyName(name)}|${foldCity(city)}`;
