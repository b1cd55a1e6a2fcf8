import { lettersOf, trimEndOf } from '../../lib/text.ts';
import { countryCodeOf } from './countries.ts';
import stateNames from './us-states.json' with { type: 'json' };

/** Traditional abbreviations of newspapers and letterheads (GPO Style Manual, chapter 9). */
const TRADITIONAL: ReadonlyMap<string, readonly string[]> = new Map(
  (
    'AL Ala;AZ Ariz;AR Ark;CA Calif Cal;CO Colo;CT Conn;DE Del;FL Fla;IL Ill;IN Ind;KS Kan Kans;' +
    'MA Mass;MI Mich;MN Minn;MS Miss;MT Mont;NE Neb Nebr;NV Nev;NM NMex;OK Okla;OR Ore Oreg;' +
    'PA Penn Penna;TN Tenn;TX Tex;WA Wash;WI Wis Wisc;WY Wyo;NC NCarolina;SC SCarolina;' +
    'ND NDak NDakota;SD SDak SDakota;WV WVa'
  )
    .split(';')
    .map((row) => row.split(' '))
    .map(([code = '', ...names]) => [code, names]),
);

/** States, the District of Columbia, territories with ZIP codes (Publication 28, appendix B). */
const US_STATE_CODE_BY_NAME = new Map(
  Object.entries(stateNames).flatMap(([code, name]) => [
    [code.toLowerCase(), code] as const,
    ...[name, ...(TRADITIONAL.get(code) ?? [])].map((each) => [lettersOf(each), code] as const),
  ]),
);

/** Two-letter code of a state (`US-CA`, `Calif.` and California are CA); null for other text. */
export const usStateCode = (text: string | null | undefined): string | null =>
  US_STATE_CODE_BY_NAME.get(lettersOf(text?.replace(/^US-/i, '') ?? '')) ?? null;

/** State and ZIP code at the end of an address, null where missing, and the text before them. */
interface Region {
  state: string | null;
  zip: string | null;
  rest: string;
}

const MAX_LINE_CHARS = 400;
const COUNTRY = /(?<=[\s,])(?:u\.?s\.?a\.?|u\.s\.|united states(?: of america)?)$/i;
/** `US` only after a state or a ZIP code: it is also a road. */
const SHORT_COUNTRY = /[\s,]us$/i;
const LAST_ZIP = /(?<=^|[\s,])(\d{5})(?:[- \u2010-\u2014]?\d{4})?$/;
const UNIT_WORDS =
  /^(?:(?:apt|apartment|unit|ste|suite|fl|floor|rm|room|bldg|ph)\b\.?|#)[ #]{0,3}[\w-]{1,8}$/i;
const FLOOR_WORDS = /^\d{1,2}(?:st|nd|rd|th) fl(?:oo)?r?$/i;
const MAX_UNIT_WORDS = 3;

/** A unit after the ZIP code, as forms with a second line produce; null when there is none. */
function unitBehindZip(text: string): string | null {
  const words = text.split(' ');
  for (let count = 1; count <= Math.min(MAX_UNIT_WORDS, words.length - 1); count++) {
    const unit = words.slice(-count).join(' ');
    const isUnit = UNIT_WORDS.test(unit) || FLOOR_WORDS.test(unit);
    if (isUnit && LAST_ZIP.test(before(text, unit))) return unit;
  }
  return null;
}

const COUNTY_BEHIND = /(?<=\d),? [a-z.]{3,20}(?: [a-z]{3,20})? (?:county|parish)$/i;
/** A state and ZIP code without a space between them. */
const GLUED_ZIP = /(?<=[\s,][a-z]{2})[-.]?(?=\d{5}(?:-\d{4})?$)/i;
/** A ZIP code before or after the city when the state is last: `15219 Pittsburgh, PA`. */
const ZIP_AT_CITY =
  /, ?(?:(\d{5})(?:-\d{4})?( [a-z][a-z .'-]{1,40})?|([a-z][a-z .'-]{1,40} )(\d{5}))$/i;
const MAX_STATE_WORDS = 4;
/** Separators used instead of commas; between numbers they belong to the numbers. */
const LOOSE_COMMAS = /;|\t|\s[|\u2022\u00b7\u2010-\u2015/-]+\s(?!\d+\s[a-z])|\s[|\u2022]\s/gi;

/** The text before its last part, without trailing commas. */
const before = (text: string, part: string): string => trimEndOf(text.slice(0, -part.length), ' ,');

/** The longest state code or name at the end of a text; null when there is none. */
function readState(text: string): { state: string; rest: string } | null {
  const words = text.split(' ');
  for (let count = Math.min(MAX_STATE_WORDS, words.length - 1); count > 0; count--) {
    const name = words.slice(-count).join(' ');
    const state = usStateCode(name);
    if (state !== null) return { state, rest: before(text, name) };
  }
  return null;
}

/** Reads country, ZIP code and state from the end of a line; the rest is street and city. */
export function readRegion(line: string): Region {
  const plain = line
    .slice(0, MAX_LINE_CHARS)
    .replace(/[\u00bc-\u00be]/g, (fraction) => ` ${fraction.normalize('NFKC')}`)
    .replace(/\u2044/g, '/')
    .replace(/[\r\n]+|,(?=\S)/g, ', ')
    .replace(LOOSE_COMMAS, ', ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s("']+/, '');
  const named = trimEndOf(plain, ` .,)"'`).replace(COUNTY_BEHIND, '');
  const whole = trimEndOf(named.replace(COUNTRY, ''), ' ,');
  const unit = unitBehindZip(whole);
  const region = regionOf(unit ? before(whole, unit) : whole);
  if (unit) return { ...region, rest: `${unit}, ${region.rest}` };
  if (region.state !== null || region.zip !== null || !SHORT_COUNTRY.test(named)) return region;
  return regionOf(trimEndOf(named.replace(SHORT_COUNTRY, ''), ' ,'));
}

function regionOf(text: string): Region {
  const spaced = text.replace(GLUED_ZIP, ' ');
  const [written = '', zip = null] = LAST_ZIP.exec(spaced) ?? [];
  const placed = zip === null ? text : before(spaced, written);
  const found = readState(placed);
  const [own, ahead, city = '', name = city, behind] =
    (zip === null && found && ZIP_AT_CITY.exec(found.rest)) || [];
  if (found && own) {
    const rest = `${before(found.rest, own)}, ${name.trim()}`;
    return { zip: ahead ?? behind ?? null, state: found.state, rest };
  }
  return { zip, state: found?.state ?? null, rest: found?.rest ?? placed };
}

/** A state's code behind a city without a comma; its name may be part of the city's. */
const STATE_CODE_BEHIND = / (?:[A-Z]{2}|D\.C\.?)$/;

/**
 * A US state behind the name of a city: `Boston, MA`, `San Francisco, California`, `Washington DC`.
 * Null when there is none, and for a name with further commas.
 */
export function splitCityAndState(text: string): { city: string; state: string } | null {
  if (!text.includes(',') && !STATE_CODE_BEHIND.test(text)) return null;
  const { state, rest } = readRegion(text);
  const isCity = /\p{L}/u.test(rest) && !rest.includes(',');
  return state !== null && isCity ? { city: rest, state } : null;
}

/** {@link US_STATE_CODE_BY_NAME} and the armed forces (USPS Publication 28, appendix B). */
const US_STATE_CODES = new Set([...US_STATE_CODE_BY_NAME.values(), 'AA', 'AE', 'AP']);

/** Where a person lives; null when unknown. */
interface Residence {
  /** Two-letter code or name. */
  country: string | null;
  /** Code or name. */
  state: string | null;
}

/** The United States and the territories that are states here, with their ISO 3166-1 codes. */
const US_COUNTRIES = new Set<string | null>(['US', 'AS', 'GU', 'MP', 'PR', 'VI']);

/**
 * Whether a person lives in the United States, to which consumer products are limited. The country
 * decides when given, else the state. Null when neither is known, or the state may be another
 * country (Georgia), which does not count as yes.
 */
export function isInUnitedStates({ country, state }: Residence): boolean | null {
  const named = country?.trim();
  if (named) return US_COUNTRIES.has(countryCodeOf(named));
  const written = state?.trim();
  if (!written) return null;
  if (US_STATE_CODES.has(written.toUpperCase())) return true;
  if (usStateCode(written) === null) return false;
  const namesake = countryCodeOf(written);
  return namesake === null || US_COUNTRIES.has(namesake) || null;
}
