import { concatBytes } from './bytes.ts';
import letters from './encoding-letters.json' with { type: 'json' };
import { lazy } from './lazy.ts';

/** Encodings of lists before Unicode, of those in the WHATWG Encoding Standard, likeliest first. */
const LEGACY = [
  ...['windows-1252', 'windows-1251', 'windows-1250', 'windows-1254', 'windows-1253'],
  ...['windows-1257', 'windows-1255', 'windows-1256', 'windows-874', 'windows-1258'],
  ...['koi8-r', 'koi8-u', 'ibm866', 'macintosh', 'x-mac-cyrillic'],
  ...['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp'],
] as const;

export type LegacyEncoding = (typeof LEGACY)[number];

export const isLegacyEncoding = (label: string): label is LegacyEncoding =>
  LEGACY.some((each) => each === label);

/** Bytes compared; more of them change no verdict. */
const COMPARED_BYTES = 2_048;

const LINE_FEED = 0x0a;

/** Advantages of the encodings that more or fewer lists are in, as natural logarithms. */
const PRIORS: Partial<Record<LegacyEncoding, number>> = {
  'windows-1252': 3,
  // Differs from it in six letters, which otherwise only Icelandic has.
  'windows-1254': 2,
  macintosh: -2,
  'x-mac-cyrillic': -2,
};

/** Logarithm of the share of a letter that a language lacks, and of a sign within a word. */
const FOREIGN = Math.log(1e-4);
const MISPLACED = Math.log(1e-5);
/** Of typographic signs between words: quotes, dashes, currencies. */
const SIGN = Math.log(0.05);
/** Cost of a capital behind a small letter, and of two scripts in one word. */
const UNUSUAL = Math.log(1e-2);
/** Cost of a vowel beside another, or a consonant between two. */
const UNEVEN = Math.log(0.15);

const SIGNS = /^[“”‘’„‚«»‹›–—…•·€£¥§©®™°ºª¿¡²³½¼¾´×№]$/;
/** Signs that stand within words: apostrophes, the middle dot. */
const INNER_SIGNS = /^[’‘´·–]$/;

/** Logarithms of the shares of letters, which fall with their rank (Zipf). */
const languages = lazy(() =>
  letters.languages.map((ranked) => {
    const chars = [...ranked];
    const sum = chars.reduce((all, _, rank) => all + 1 / (rank + 2), 0);
    return new Map(chars.map((char, rank) => [char, Math.log(1 / (rank + 2) / sum)]));
  }),
);

const common = lazy(() => new Set([...letters.han, ...letters.hangul]));

/** Characters of the standard's first level, by the lead byte; others are rare. */
const FIRST_LEVEL: Partial<Record<LegacyEncoding, readonly [from: number, to: number]>> = {
  shift_jis: [0x88, 0x98],
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  'euc-kr': [0xb0, 0xc8],
  'euc-jp': [0xb0, 0xcf],
};

/** Whether characters of two bytes and more are among those of an encoding. */
export const isWideEncoding = (encoding: LegacyEncoding): boolean => encoding in FIRST_LEVEL;

const COMMON = Math.log(1 / 500);
const KANA = Math.log(1 / 80);
const USUAL = Math.log(1 / 3_000);
const RARE = Math.log(1 / 100_000);
const HALF_WIDTH = Math.log(1 / 200);
const WIDE_SIGN = Math.log(1 / 300);

/** The logarithm of a character's share in East Asian text. */
function wideCharScore(char: string, lead: number, encoding: LegacyEncoding): number {
  if (/[\u3001-\u3011\uff01-\uff5e\u30fc]/.test(char)) return WIDE_SIGN;
  const isJapanese = encoding === 'shift_jis' || encoding === 'euc-jp';
  if (/[\u3040-\u30ff]/.test(char)) return isJapanese ? KANA : RARE;
  if (/[\uff61-\uff9f]/.test(char)) return HALF_WIDTH;
  if (common().has(char)) return COMMON;
  const [from, to] = FIRST_LEVEL[encoding] ?? [0, 0];
  return lead >= from && lead <= to ? USUAL : RARE;
}

/** Number of bytes of the character that begins with these, by the rules of its encoding. */
function charLength(bytes: Uint8Array, at: number, encoding: LegacyEncoding): number {
  const lead = bytes[at] ?? 0;
  const isSingle = encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf;
  if (lead <= 0x80 || isSingle) return 1;
  if (encoding === 'euc-jp' && lead === 0x8f) return 3;
  const next = bytes[at + 1] ?? 0;
  return encoding === 'gb18030' && next >= 0x30 && next <= 0x39 ? 4 : 2;
}

function wideScore(bytes: Uint8Array, text: string, encoding: LegacyEncoding): number {
  let score = 0;
  let at = 0;
  for (const char of text) {
    if (char > '\x7f') score += wideCharScore(char, bytes[at] ?? 0, encoding);
    at += charLength(bytes, at, encoding);
  }
  return score;
}

const isLetter = (char: string | undefined): boolean => /[\p{L}\p{M}]/u.test(char ?? '');
const isLatin = (char: string): boolean => /\p{sc=Latin}/u.test(char);
const isMark = (char: string): boolean => /\p{M}/u.test(char);

const isVowel = (char: string): boolean => /^[aeiouyæøœı]/i.test(char.normalize('NFD'));
/** Diaereses mark a vowel behind another: naïve. */
const isDiaeresis = (char: string): boolean => char.normalize('NFD')[1] === '\u0308';

/** Whether a letter is alone, begins no word, or stands beside its like. */
function isUneven(before: string, char: string, after: string): boolean {
  if (before === '' && (after === '' || /^ğ/i.test(char))) return true;
  if (isDiaeresis(char) || ![before, char, after].every((each) => each === '' || isLatin(each)))
    return false;
  const [isSameBefore, isSameAfter] = [before, after].map(
    (each) => each !== '' && isVowel(each) === isVowel(char),
  );
  return isVowel(char)
    ? Boolean(isSameBefore || isSameAfter)
    : Boolean(isSameBefore && isSameAfter);
}

/** The cost of what is unusual in a word: signs, capitals behind small letters, two scripts. */
function oddityScore(chars: readonly string[]): number {
  let score = 0;
  for (const [at, char] of chars.entries()) {
    const before = chars[at - 1] ?? '';
    const after = chars[at + 1] ?? '';
    // Ordinals stand behind a figure or one letter: nº.
    const isOrdinal = char === 'ª' || char === 'º';
    if (isOrdinal && (isLetter(after) || (isLetter(before) && isLetter(chars[at - 2]))))
      score += MISPLACED;
    if (char > '\x7f' && isLetter(char) && isUneven(before, char, after)) score += UNEVEN;
    if (!isLetter(char)) {
      const isInside = isLetter(before) && isLetter(after);
      const isSign = SIGNS.test(char) && (!isInside || INNER_SIGNS.test(char));
      if (char > '\x7f') score += isSign ? SIGN : MISPLACED;
      if (char > '\x7f' && before > '\x7f' && !isLetter(before)) score += UNEVEN;
    } else if (isLetter(before) && (char > '\x7f' || before > '\x7f')) {
      if (/\p{Lu}/u.test(char) && /\p{Ll}/u.test(before)) score += UNUSUAL;
      if (![char, before].some(isMark) && isLatin(char) !== isLatin(before)) score += UNUSUAL;
    }
  }
  return score;
}

/** Cost of a word of another language than the most of a text. */
const OTHER_LANGUAGE = -3;

/** The score of words in the language that suits most of them best, or else each its own. */
function narrowScore(words: readonly string[]): number {
  const shareIn = (shares: ReadonlyMap<string, number>, char: string) =>
    shares.get(char) ?? shares.get(char.toLowerCase()) ?? FOREIGN;
  let oddity = 0;
  const scores = words.map((word) => {
    const chars = Array.from(word);
    oddity += oddityScore(chars);
    const others = chars.filter((char) => char > '\x7f' && isLetter(char));
    const each = languages().map((shares) =>
      others.reduce((sum, char) => sum + shareIn(shares, char), 0),
    );
    return { each, best: Math.max(...each) };
  });
  const ofText = languages().map((_, at) =>
    scores.reduce((sum, { each, best }) => sum + Math.max(each[at] ?? 0, best + OTHER_LANGUAGE), 0),
  );
  return oddity + Math.max(...ofText);
}

/** All of ASCII but letters, apostrophe and hyphen. */
const BETWEEN_WORDS = /[\0-&(-,./:-@[-`{-\x7f\d]+/;

/** Lines with other bytes than ASCII, as far as they are compared. */
function comparedBytes(bytes: Uint8Array): Uint8Array {
  const kept: Uint8Array[] = [];
  let length = 0;
  for (let from = 0; from < bytes.length && length < COMPARED_BYTES; ) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const line = bytes.subarray(from, feed < 0 ? bytes.length : feed + 1);
    if (line.some((byte) => byte > 0x7f)) kept.push(line);
    length += kept.at(-1) === line ? line.length : 0;
    from += line.length;
  }
  return concatBytes(kept).subarray(0, COMPARED_BYTES);
}

/** The logarithm of a text's likelihood in an encoding; null for bytes that it does not have. */
function likelihood(bytes: Uint8Array, encoding: LegacyEncoding): number | null {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    const text = decoder.decode(bytes, { stream: true });
    if (isWideEncoding(encoding)) return wideScore(bytes, text, encoding);
    const words = text.split(BETWEEN_WORDS).filter((word) => /[^\0-\x7f]/.test(word));
    return narrowScore(words);
  } catch {
    return null;
  }
}

/**
 * Detection of an encoding before Unicode: the one in which the letters of the text are likeliest,
 * by the ranks of the letters of each language and the first levels of the East Asian standards.
 * Windows-1252 unless another is clearly likelier, as for few letters. Of 66 short lists in 19 of
 * these encodings it reads 65, `jschardet` 4.1 55 and `chardet` 2.2 34; see bench/RESULTS.md.
 * @param head first bytes of a text that is neither UTF-8 nor UTF-16
 */
export function legacyEncodingOf(head: Uint8Array): LegacyEncoding {
  const bytes = comparedBytes(head);
  let [best, highest]: [LegacyEncoding, number] = ['windows-1252', Number.NEGATIVE_INFINITY];
  for (const encoding of LEGACY) {
    const score = likelihood(bytes, encoding) ?? Number.NEGATIVE_INFINITY;
    const prior = score + (PRIORS[encoding] ?? 0);
    if (prior > highest) [best, highest] = [encoding, prior];
  }
  return best;
}
