const encoder = new TextEncoder();

/** Bytes of context around an identifier that show whether it is part of a longer one. */
const CONTEXT_BYTES = 48;

/** URL or JSON escape, whose last letter or digit is not part of the text; a quote may follow. */
const ESCAPE = /(?:%(?!2[5b])[\da-f]{2}|\\[bfnrt]|\\u[\da-f]{4})'?$/;

/**
 * Before an email address: the local part is the end of a longer one. Other characters that a local
 * part may have (RFC 5322, atext) are more often delimiters, such as = and /.
 */
const LONGER_LOCAL_PART = /(?:[a-z\d._%+-]|[a-z\d]')$/;

/** After an email address: the domain goes on, unless what follows is a file extension. */
const LONGER_DOMAIN =
  /^(?!(?:-[a-z\d]{1,12}){0,2}\.(?:csv|gz|json|ndjson|tsv|txt|xlsx|zip)(?![a-z\d]))[.-]?[a-z\d]/;

/** Before a number: it continues to the left, or is the fraction of another number. */
const LONGER_NUMBER = /\d\.?$/;

/** Before a number: another country's code, or a trunk prefix zero. */
const OTHER_COUNTRY =
  /(?:(?:\+|%2b|(?<!\d)00)\d{1,3}(?:[ ()./-]|%20){1,3}(?:[01][ )]{0,2})?|(?<!\d)0[ )./-]{1,2})$/;

/** International prefix before a country code (ITU-T E.123 and E.164). */
const INTERNATIONAL_PREFIX = /(?:\+|%2b|(?<!\d)(?:00|011))(?:[ ().-]|%20){0,2}$/;

/** Separators within a number, including "(0)", a trunk prefix not dialled from abroad. */
const PUNCTUATION = ['(0)', ' ', '.', '-', '/', '(', ')', '\u00a0', '\u202f', '\u2011', '\u2013'];

const MAX_PUNCTUATION = 4;

/** The three parts of a North American number; separators may stand between them. */
const NANP = /^\+1(\d{3})(\d{3})(\d{4})$/;

const lowerCaseByte = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);

/** Replaces each byte of an occurrence, so that offsets in an object stay correct. */
const MASK_BYTE = 120;

const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at++)
    new DataView(bytes.buffer).setUint16(at * 2, text.charCodeAt(at), isLittle);
  return bytes;
};

const percentEncoded = (text: string): string =>
  text.replace(/[^a-z\d._~-]/gu, (char) =>
    [...encoder.encode(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );

/** Encodings in stores: UTF-8, percent-encoded, and UTF-16, whose zero bytes are skipped. */
const writings = (text: string): Uint8Array[] =>
  [
    encoder.encode(text),
    encoder.encode(percentEncoded(text)),
    ...(text > '\x7f' ? [utf16(text, true), utf16(text, false)] : []),
  ].filter((bytes, at, all) => at !== 1 || bytes.length !== all[0]?.length);

const PUNCTUATION_WRITINGS = PUNCTUATION.flatMap(writings).sort((a, b) => b.length - a.length);
const PUNCTUATION_BY_START = Array.from({ length: 256 }, (_, byte) =>
  PUNCTUATION_WRITINGS.filter(([first]) => first === byte),
);
const PUNCTUATION_BYTES =
  MAX_PUNCTUATION * 2 * Math.max(...PUNCTUATION_WRITINGS.map(({ length }) => length));

/** One character of a form, with its encodings. */
interface FormCharacter {
  writings: readonly Uint8Array[];
  /** Whether separators may come before it. */
  isSpaced: boolean;
}

/** One way to write an identifier. */
interface IdentifierForm {
  characters: readonly FormCharacter[];
  /** Whether this is the whole identifier between these texts, not part of another. */
  isAlone(before: string, after: string): boolean;
}

/** @returns end of the text if it starts at `from`, skipping zeros of UTF-16; else -1 */
function endOfText(bytes: Uint8Array, from: number, text: Uint8Array): number {
  let at = from;
  for (let of = 0; of < text.length; of++) {
    const sought = text[of] as number;
    if (bytes[at] === 0 && sought !== 0 && at > from) at += 1;
    if (lowerCaseByte(bytes[at] ?? 0) !== sought) return -1;
    at += 1;
  }
  return at;
}

/** @returns end of the first of these texts that starts at `from`; -1 if none does */
function endOfAny(bytes: Uint8Array, from: number, texts: readonly Uint8Array[]): number {
  for (const text of texts) {
    const end = endOfText(bytes, from, text);
    if (end >= 0) return end;
  }
  return -1;
}

const skipZero = (bytes: Uint8Array, at: number): number => (bytes[at] === 0 ? at + 1 : at);

function skipPunctuation(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let count = 0; count < MAX_PUNCTUATION; count++) {
    const end = endOfAny(bytes, at, PUNCTUATION_BY_START[bytes[at] ?? 0] as Uint8Array[]);
    if (end < 0) break;
    at = skipZero(bytes, end);
  }
  return at;
}

/** @returns end of the form if it starts at `from`; else -1 */
function endOfForm(bytes: Uint8Array, from: number, { characters }: IdentifierForm): number {
  let at = from;
  for (let index = 0; index < characters.length; index++) {
    const { writings: written, isSpaced } = characters[index] as FormCharacter;
    if (at > from) at = skipZero(bytes, at);
    let end = endOfAny(bytes, at, written);
    if (end < 0 && isSpaced) end = endOfAny(bytes, skipPunctuation(bytes, at), written);
    if (end < 0) return -1;
    at = end;
  }
  return at;
}

const contextText = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.filter((byte) => byte !== 0)).toLowerCase();

/** @param spaced whether separators may come before the character at an index */
const formOf = (
  text: string,
  spaced: (index: number) => boolean,
  isAlone: IdentifierForm['isAlone'],
): IdentifierForm => ({
  characters: [...text].map((character, index) => ({
    writings: writings(character),
    isSpaced: index > 0 && spaced(index),
  })),
  isAlone,
});

const isLongerNumber = (before: string, after: string): boolean =>
  /^\d/.test(after) || (LONGER_NUMBER.test(before) && !ESCAPE.test(before));

/** Forms with the country code, and for North America without it, as is usual there. */
function phoneForms(e164: string): IdentifierForm[] {
  const digits = e164.slice(1);
  const abroad = formOf(
    digits,
    () => true,
    (before, after) => INTERNATIONAL_PREFIX.test(before) && !/^\d/.test(after),
  );
  const isAlone = (before: string, after: string) =>
    !isLongerNumber(before, after) && !OTHER_COUNTRY.test(before);
  if (!NANP.test(e164)) return [abroad, formOf(digits, () => false, isAlone)];
  const national = digits.slice(1);
  return [
    abroad,
    formOf(digits, (index) => [1, 4, 7].includes(index), isAlone),
    formOf(national, (index) => [3, 6].includes(index), isAlone),
  ];
}

const emailForm = (email: string): IdentifierForm =>
  formOf(
    email,
    () => false,
    (before, after) =>
      !LONGER_DOMAIN.test(after) && (!LONGER_LOCAL_PART.test(before) || ESCAPE.test(before)),
  );

/**
 * Search for a person's identifier in texts, bytes and SQL. Finds it in any case, in UTF-8, UTF-16
 * and percent-encoding, and numbers with separators, but not as part of another identifier. Linear:
 * each byte can start only a few forms, each of bounded length.
 */
export class IdentifierSearch {
  /** Bytes before and after a position that can affect a match there. */
  readonly reach: number;
  /** Lower-case text to search for in {@link searchedColumn}. */
  readonly searchedText: string;
  /** In lower case. */
  readonly identifier: string;
  readonly #forms: readonly IdentifierForm[];
  readonly #formsByStart: readonly IdentifierForm[][];

  /** @param identifier email address, or phone number in E.164 */
  constructor(identifier: string) {
    this.identifier = identifier.toLowerCase();
    const isPhone = identifier.startsWith('+');
    this.#forms = isPhone ? phoneForms(identifier) : [emailForm(this.identifier)];
    this.searchedText = isPhone ? identifier.slice(NANP.test(identifier) ? 2 : 1) : this.identifier;
    const lengths = this.#forms.map(({ characters }) =>
      characters.reduce((sum, { writings: written, isSpaced }) => {
        const longest = Math.max(...written.map(({ length }) => length));
        return sum + 2 * longest + (isSpaced ? PUNCTUATION_BYTES : 0);
      }, 0),
    );
    this.reach = CONTEXT_BYTES + Math.max(...lengths);
    this.#formsByStart = Array.from({ length: 256 }, (_, byte) =>
      this.#forms.filter(({ characters }) =>
        characters[0]?.writings.some(([first]) => first === lowerCaseByte(byte)),
      ),
    );
  }

  /** Lookup inputs that name the identifier; cache keys of facts are hashes of them. */
  get inputs(): string[] {
    const digits = this.identifier.slice(1);
    if (!this.identifier.startsWith('+')) return [this.identifier];
    return [...new Set([this.identifier, digits, this.searchedText])];
  }

  /** Whether a text is exactly the identifier, in any case. */
  equals(text: string): boolean {
    return text.toLowerCase() === this.identifier;
  }

  contains(text: string | null | undefined): boolean {
    if (!text) return false;
    const bytes = encoder.encode(text.toLowerCase());
    return this.mask(bytes, 0, bytes.length);
  }

  /** Masks in place each occurrence that starts in this range. @returns whether any was found */
  mask(bytes: Uint8Array, from: number, until: number): boolean {
    let isFound = false;
    for (let at = from; at < until; at++)
      for (const form of this.#formsByStart[bytes[at] as number] as IdentifierForm[]) {
        const end = endOfForm(bytes, at, form);
        if (end < 0) continue;
        const before = contextText(bytes.subarray(Math.max(0, at - CONTEXT_BYTES), at));
        const after = contextText(bytes.subarray(end, end + CONTEXT_BYTES));
        if (!form.isAlone(before, after)) continue;
        for (let of = at; of < end; of++) if (bytes[of] !== 0) bytes[of] = MASK_BYTE;
        isFound = true;
        break;
      }
    return isFound;
  }

  /**
   * SQL expression of a normalised column, which contains {@link searchedText} if the column
   * contains the identifier. Only {@link contains} tells whether it is part of another one.
   * @param column quoted
   */
  searchedColumn(column: string): string {
    const replaced = this.identifier.startsWith('+')
      ? PUNCTUATION.flatMap((text) => [text, percentEncoded(text)]).map((text) => [text, ''])
      : [...new Set(this.identifier)].map((text) => [percentEncoded(text), text]);
    const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
    return replaced
      .filter(([text, by]) => text !== by)
      .filter(([text], at, all) => all.findIndex(([other]) => other === text) === at)
      .reduce(
        (column, [text = '', by = '']) => `replace(${column}, ${quoted(text)}, ${quoted(by)})`,
        `lower(${column})`,
      );
  }
}
