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
    es: 'ene feb mar abr may jun jul ago sep|set oct nov dic',
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

/** The month of the longest stem that a word begins with; 0 for none. */
function monthIn(stems: readonly string[][], word: string): number {
  const lengths = stems.map((ones) =>
    Math.max(0, ...ones.map((stem) => (word.startsWith(stem) ? stem.length : 0))),
  );
  const longest = Math.max(...lengths);
  return longest === 0 ? 0 : lengths.indexOf(longest) + 1;
}

/** Number of the month that a word names in a language or English; 0 if unknown or ambiguous. */
export function monthNamed(word: string, language: string): number {
  const folded = foldText(word);
  const own = MONTHS.get(SAME_MONTHS.get(language) ?? language);
  const english = MONTHS.get('en') ?? [];
  if (own) return monthIn(own, folded) || monthIn(english, folded);
  const found = new Set([...MONTHS.values()].map((stems) => monthIn(stems, folded)));
  found.delete(0);
  return found.size === 1 ? ([...found][0] as number) : 0;
}
