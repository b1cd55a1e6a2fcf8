import { foldText } from './text.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A UUID of version 7 (RFC 9562, section 5.7), which begins with the time.
 * @param uuid of version 4, for the random part
 */
export function timeOrderedUuid(at: number, uuid: string): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${uuid.slice(15)}`;
}

/** The time in a UUID of version 7, in milliseconds since the epoch. */
export const timeOfUuid = (uuid: string): number =>
  Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);

/** The last result, because the lookups of a call format the same times repeatedly. */
let last = { at: 0, iso: new Date(0).toISOString() };

/**
 * ISO 8601 in UTC, the format of times on the wire.
 * @param at milliseconds since the epoch
 * @throws RangeError for an invalid time
 */
export function toIso(at: number): string {
  if (at !== last.at) last = { at, iso: new Date(at).toISOString() };
  return last.iso;
}

/** The day in UTC, YYYY-MM-DD. @param at milliseconds since the epoch */
export const utcDay = (at: number): string => toIso(at).slice(0, 10);

/** The hour in UTC, YYYY-MM-DDTHH. */
export const utcHour = (at: number): string => toIso(at).slice(0, 13);

export const toIsoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

/** Stems of folded month names by language, those of one month with bars between them. */
const MONTHS: ReadonlyMap<string, readonly string[][]> = new Map(
  Object.entries({
    en: 'jan feb mar apr may jun jul aug sep oct nov dec',
    de: 'jan feb mar|mrz apr mai jun jul aug sep okt nov dez',
    fr: 'janv fev mars avr mai juin juil aout sept oct nov dec',
    es: 'ene feb mar abr may jun jul ago sep|set|setiembre oct nov dic',
    pt: 'jan fev mar abr mai jun jul ago set out nov dez',
    it: 'gen feb mar apr mag giu lug ago set ott nov dic',
    ca: 'gen feb mar abr mai jun jul ago set oct nov des',
    nl: 'jan feb maa|mrt apr mei jun jul aug sep okt nov dec',
    sv: 'jan feb mar apr maj|mai jun jul aug sep okt nov dec|des',
    fi: 'tammi helmi maalis huhti touko kesa heina elo syys loka marras joulu',
    et: 'jaan veeb mart apr mai juun juul aug sept okt nov dets',
    pl: 'sty lut mar kwi maj cze lip sie wrz paz lis gru',
    cs: 'led uno bre dub kve cervn|cerven cervenc srp zar rij lis pro',
    hr: 'sij velj ozu tra svi lip srp kol ruj lis stu pro',
    hu: 'jan feb mar apr maj jun jul aug szep okt nov dec',
    ro: 'ian feb mar apr mai iun iul aug sep oct noi dec',
    tr: 'oca sub mar nis may haz tem agu eyl eki kas ara',
    id: 'jan feb mar apr mei jun jul agu sep okt nov des',
    ru: 'янв фев мар апр мая|маи июн июл авг сен окт ноя дек',
    uk: 'січ лют бер кв тра чер лип сер вер жов лис гру',
    bg: 'яну фев мар апр маи юни юли авг сеп окт ное дек',
    el: 'ιαν φεβ μαρ απρ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ',
  }).map(([language, stems]) => [language, stems.split(' ').map((one) => one.split('|'))]),
);
/** Languages with the month names of another. */
const SAME_MONTHS = new Map(
  Object.entries({ da: 'sv', nb: 'sv', nn: 'sv', no: 'sv', sk: 'hu', sl: 'hu' }),
);

/** Languages that add case endings to the names of months. */
const INFLECTED = ['et', 'fi', 'hu', 'tr'];
const MAX_ENDING_CHARS = 3;

/** Folded names of the months by language, each alone and within a date. */
const monthNames = new Map<string, readonly string[][]>();

function monthNamesOf(language: string): readonly string[][] {
  const known = monthNames.get(language);
  if (known) return known;
  const formats = [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const;
  const named = formats.map(
    (format) => new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' }),
  );
  const names = Array.from({ length: 12 }, (_, month) =>
    named.map((format) => {
      const parts = format.formatToParts(Date.UTC(2020, month, 15));
      const name = parts.find(({ type }) => type === 'month')?.value ?? '';
      // De gener, d’abril.
      return foldText(name.split(/[ '’]/).at(-1) ?? '');
    }),
  );
  monthNames.set(language, names);
  return names;
}

/** Number of the month whose name, or its beginning from the stem on, a word is; 0 for none. */
function monthIn(language: string, word: string): number {
  const stems = MONTHS.get(SAME_MONTHS.get(language) ?? language) ?? [];
  const lengths = stems.map((ones) =>
    Math.max(0, ...ones.map((stem) => (word.startsWith(stem) ? stem.length : 0))),
  );
  const longest = Math.max(...lengths);
  if (longest === 0) return 0;
  const month = lengths.indexOf(longest);
  // Marathon, Augsburg and Decision begin like months too.
  const isNamed =
    longest === word.length ||
    (monthNamesOf(language)[month] ?? []).some(
      (name) =>
        name.startsWith(word) ||
        (INFLECTED.includes(language) &&
          word.startsWith(name) &&
          word.length <= name.length + MAX_ENDING_CHARS),
    );
  return isNamed ? month + 1 : 0;
}

/** Number of the month that a word names in a language or English; 0 if unknown or ambiguous. */
export function monthNamed(word: string, language: string): number {
  const folded = foldText(word);
  if (MONTHS.has(SAME_MONTHS.get(language) ?? language))
    return monthIn(language, folded) || monthIn('en', folded);
  const found = new Set([...MONTHS.keys()].map((each) => monthIn(each, folded)));
  found.delete(0);
  return found.size === 1 ? ([...found][0] as number) : 0;
}
