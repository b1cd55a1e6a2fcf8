import { lazy } from '../../lib/lazy.ts';

/** Soft hyphens, joiners, direction marks, byte order marks: invisible characters. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Fullwidth forms of ASCII (Unicode block FF00), and other variants of `.` and `@`. */
const WIDE = /[\uff01-\uff5e\u2024\ufe52\ufe6b]/g;
const NOT_ASCII = /[^\0-\x7f]/;
/** Arabic-Indic, Extended Arabic-Indic, Devanagari, Bengali and Thai digits. */
const FOREIGN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;
/** Chinese digits written one by one, in a run long enough for a phone number. */
const HAN_NUMBER =
  /[〇零○一二三四五六七八九](?:[-‐-―－()（）・~～ \u3000]{0,2}[〇零○一二三四五六七八九]){6,}/g;
const HAN_DIGIT = /[〇零○一二三四五六七八九]/g;
const HAN_DIGITS = '〇一二三四五六七八九';
const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

function narrow(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
  return code === 0xfe6b ? '@' : '.';
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return String(code - (DIGIT_ZEROS.findLast((zero) => zero <= code) ?? code));
}

const figures = (run: string): string =>
  run.replace(HAN_DIGIT, (digit) => String(Math.max(0, HAN_DIGITS.indexOf(digit))));

/**
 * Text normalization: removes invisible characters, converts fullwidth characters and other
 * scripts' digits to ASCII. Not NFKC, which takes quadratic time on runs of combining marks.
 */
export function normalizeText(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(WIDE, narrow)
    .replace(FOREIGN_DIGITS, asciiDigit)
    .replace(HAN_NUMBER, figures)
    .replaceAll('℡', 'TEL ');
}

const BLANKS = /\s+/g;

/** Replaces each run of white space by one space. */
export const collapseBlanks = (text: string): string => text.replace(BLANKS, ' ');

/** The beginning of a text, without half of a surrogate pair at its end. */
export const cutText = (text: string, maxChars: number): string =>
  text
    .slice(0, maxChars)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed();

/** Collapses and trims white space; cuts a longer text between two characters. */
export const tidyText = (text: string | undefined, maxChars = Number.POSITIVE_INFINITY): string =>
  cutText(collapseBlanks(text ?? '').trim(), maxChars);

/** Decodes base64 or base64url; '' when invalid. */
export function decodeBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

/** Percent-decodes a text; unchanged when it is malformed. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** ROT13. */
export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/**
 * Frequent function words of languages in Latin letters; behind a bar, letters that few others
 * have.
 */
const FUNCTION_WORDS = {
  en: 'the of and to in is that for with was are as by this from have who which would their they not',
  de: 'der die das und ist nicht von mit den dem des zu ein eine auf für im sich auch wird wie|ß',
  fr: 'le la les des et est une du dans que qui pour pas sur au avec ce ont aux plus par il elle|œ',
  es: 'el la los las de y que en es una por con para del se no su al como más pero quién|ñ¿¡',
  pt: 'o os as de e que em uma do da dos das não para com no na por ao mais mas foi quem é|ãõ',
  it: 'il la di che è un una per non con del della gli dei sono alla nel anche più si ma chi ha i',
  nl: 'de het een van en dat op te zijn voor niet met die aan door ook werd bij wordt hoe ze maar',
  sv: 'och det att som en på är av för med inte den till har de om var ett från hur skulle vem men sig|ä',
  da: 'og det at er en til af på for med ikke den som har de et var hvor der efter blev også skulle hvem men sig|øæ',
  nb: 'og det at er en til av på for med ikke den som har de et var hvor etter ble også skulle hvem men seg|øæ',
  fi: 'ja on ei se että oli ovat hän mutta kun ole myös joka sen kuin mukaan ne kuka kuinka|ä',
  et: 'ja on ei see et oli ka kui või mis aga oma kes nende kuid|õ',
  hu: 'a az és hogy nem is egy van volt meg de csak már mint azt ki ez|őű',
  pl: 'i w z na że nie do się jest to o jak po przez od dla są jako ale kto za|łżąę',
  cs: 'a v se na že je to s z do o i jsou pro by jak ale za který kdo|řůě',
  sk: 'a v sa na že je to s z do o i sú pre by ako ale za ktorý kto|ľĺ',
  ro: 'și de la în cu un o pe din nu că care este pentru mai sunt al vor au dar cine|șță',
  tr: 've bir bu da de için ile çok ne olarak daha gibi olan ancak kadar|şğı',
  id: 'yang dan di dengan untuk dari ini itu pada tidak dalam akan adalah oleh atau siapa',
  vi: 'của và là không có một được trong cho các với này những người sẽ ai nhưng|ếộườạữảấầẩậắằẳặẹẻẽềểễệỉịọỏốồổỗớởỡợụủứừử',
  hr: 'i u je na se da su za od koji što nije kao će ih ali ili|đ',
  sl: 'in je na v se za da so ki ne pri kot bo pa jih še kako',
  lt: 'ir kad į iš su bei tai yra buvo kas už dar kiek|ėų',
  lv: 'un ir ar no par ka uz bija kas vēl bet tika|āēņķļ',
  ca: 'el la els les de i que en amb per una del és no van però qui als',
  is: 'og að í á er sem ekki við það til um var|þð',
  sq: 'dhe të në për me një që është nga',
  af: 'die en van het is nie wat vir om ook sal',
};

/** By word, and by letter, the languages that have it. */
const MARKS = lazy(() => {
  const [words, letters] = [new Map<string, string[]>(), new Map<string, string[]>()];
  for (const [language, listed] of Object.entries(FUNCTION_WORDS)) {
    const [own = '', rare = ''] = listed.split('|');
    for (const [marks, found] of [[words, own.split(' ')] as const, [letters, [...rare]] as const])
      for (const mark of found) marks.set(mark, [...(marks.get(mark) ?? []), language]);
  }
  return { words, letters };
});

/** Scripts of one language, or with the letters that tell the languages of a script apart. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Han}/gu, 'zh'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Georgian}/gu, 'ka'],
  [/\p{sc=Armenian}/gu, 'hy'],
  [/[ٹڈڑےں]/gu, 'ur'],
  [/[پچژگ]/gu, 'fa'],
  [/\p{sc=Arabic}/gu, 'ar'],
  [/\p{sc=Devanagari}/gu, 'hi'],
  [/\p{sc=Bengali}/gu, 'bn'],
  [/\p{sc=Tamil}/gu, 'ta'],
  [/[қңғұәһ]/gu, 'kk'],
  [/ў/gu, 'be'],
  [/[іїєґ]/gu, 'uk'],
  [/[ыэё]/gu, 'ru'],
  [/[ђћ]/gu, 'sr'],
  [/[ѓќѕ]/gu, 'mk'],
  [/[јљњџ]/gu, 'sr'],
  [/ъ/gu, 'bg'],
  [/\p{sc=Cyrillic}/gu, 'ru'],
];

const MAX_RECOGNIZED_CHARS = 20_000;
const MIN_LETTERS = 40;
/** Least share of a script's letters: a text may quote a word of another. */
const MIN_LETTERS_SHARE = 0.005;
const MIN_WEIGHT = 2;
/** Least weight of a word of the text: in a language that is not listed, few are known. */
const MIN_WEIGHT_OF_WORD = 0.08;

/** How many words of a text in Latin letters are of each language, the likeliest first. */
function languagesOf(words: readonly string[]): [language: string, weight: number][] {
  const weights = new Map<string, number>();
  const add = (languages: readonly string[] = [], share: number) => {
    for (const language of languages)
      weights.set(language, (weights.get(language) ?? 0) + share / languages.length);
  };
  const { words: known, letters } = MARKS();
  for (const word of words) {
    add(known.get(word), 1);
    for (const letter of word.match(/[^a-z]/g) ?? []) add(letters.get(letter), 0.5);
  }
  return [...weights].sort(([, one], [, other]) => other - one);
}

/**
 * The language of a page: as declared, unless none is, or English is and the text has hardly a word
 * of it, as templates declare English. Recognized by its script, or by its frequent words.
 * @param declared a language tag
 * @param markdown the page's text
 */
export function languageOfPage(declared: string | null, markdown: string): string | null {
  if (declared !== null && !/^en(?:[-_]|$)/i.test(declared)) return declared;
  const text = markdown.slice(0, MAX_RECOGNIZED_CHARS).replace(/\]\([^()\s]*\)|https?:\S+/g, ' ');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{sc=Latin}/gu)?.length ?? 0;
  if (letters < MIN_LETTERS) return declared;
  if (latin < letters / 2) {
    const foreign = text.replace(/\p{sc=Latin}+/gu, ' ').toLowerCase();
    const least = MIN_LETTERS_SHARE * letters;
    const known = SCRIPTS.find(([script]) => (foreign.match(script)?.length ?? 0) > least);
    return known?.[1] ?? declared;
  }
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{sc=Latin}+/gu) ?? [];
  const ranked = languagesOf(words);
  const [[language, weight] = ['', 0], [, next] = ['', 0]] = ranked;
  const isSure = weight >= MIN_WEIGHT && weight >= MIN_WEIGHT_OF_WORD * words.length;
  const english = declared === null ? 0 : (ranked.find(([one]) => one === 'en')?.[1] ?? 0);
  return isSure && weight > next && weight > 4 * english ? language : declared;
}
