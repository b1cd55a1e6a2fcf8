import legalForms from './legal-forms.json' with { type: 'json' };

// Legal forms of companies as they are folded: ISO 20275, abbreviations and names, of the
// jurisdictions whose companies are met; single letters are written together (S.A. de C.V. is
// `sa de cv`). A form that is an everyday word, such as the Norwegian DA, is not among them.

/** Forms of scripts without spaces, before or behind the name. */
const UNSPACED = legalForms.unspaced.map((form) => form.normalize('NFKD'));

/** At the end of a name. */
const ENDINGS = new Set([...UNSPACED, ...legalForms.endings]);

/** Before a name, where they are as usual as behind it. */
const BEGINNINGS = new Set([...UNSPACED, ...legalForms.beginnings]);

const MAX_FORM_WORDS = 8;

/**
 * How many words are a legal form: the longest there is, 0 for none.
 * @param words those at one end of the name, one more than a form may have at most
 */
function formLength(words: readonly string[], known: ReadonlySet<string>, atEnd: boolean): number {
  for (let count = words.length - 1; count > 0; count--) {
    const part = atEnd ? words.slice(-count) : words.slice(0, count);
    if (known.has(part.join(' '))) return count;
  }
  return 0;
}

/** One word without a form of a script that writes no spaces; a word of nothing else stays. */
function withoutUnspacedForm(word: string): string {
  if (UNSPACED.includes(word)) return word;
  for (const form of UNSPACED) {
    if (word.endsWith(form)) return word.slice(0, -form.length);
    if (word.startsWith(form)) return word.slice(form.length);
  }
  return word;
}

/**
 * A name in folded words without its legal forms: at its end one after the other (`GmbH & Co. KG`),
 * at its beginning one. One word is always left.
 */
export function withoutLegalForms(name: readonly string[]): readonly string[] {
  let end = name.length;
  while (end > 1) {
    const last = name.slice(Math.max(0, end - 1 - MAX_FORM_WORDS), end);
    const count = last.at(-1) === 'and' ? 1 : formLength(last, ENDINGS, true);
    if (count === 0) break;
    end -= count;
  }
  const begin = formLength(name.slice(0, Math.min(end, 1 + MAX_FORM_WORDS)), BEGINNINGS, false);
  const words = name.slice(begin, end);
  return words.length === 1 ? [withoutUnspacedForm(words[0] as string)] : words;
}
