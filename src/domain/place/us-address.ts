import * as z from 'zod';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';
import { isNumberedRoad } from './numbered-roads.ts';
import { hintField } from './place.ts';
import type { Address } from './postal-address.ts';
import {
  BARE_STREETS,
  BARE_UNITS,
  type CityRegion,
  DIRECTIONALS,
  isCityWithDirection,
  NUMBERED_UNITS,
  PLAIN_UNITS,
  STREET_SUFFIXES,
  STRONG_SUFFIXES,
  spelledSuffix,
  withFigure,
  withNumberAhead,
} from './postal-spellings.ts';
import {
  isBareUnit,
  isUnit,
  parseBox,
  readStreetLine,
  unitLength,
  withUnitsApart,
} from './street-address.ts';
import { readRegion, usStateCode } from './us-states.ts';
import { zip5 } from './zip.ts';

/** A United States address in postal spelling (USPS Publication 28). */
export interface UsAddress extends Pick<Address, 'city' | 'state' | 'zip'> {
  /** House number and street in capitals: `120 BROADWAY`. */
  street: string;
  /** Identifier of an apartment or suite, without a plain designator; '' when there is none. */
  unit: string;
}

/** The parts of an address as sent; `address` may hold all of them. */
interface AddressParts extends Pick<Address, 'city' | 'state' | 'zip'> {
  address: string;
}

/**
 * Whether a word is a direction after the street (`N`, `NORTH`) and does not begin a city name with
 * the words after it.
 */
const isDirection = (words: readonly string[], at: number, region: CityRegion): boolean =>
  DIRECTIONALS.has(words[at] ?? '') && !isCityWithDirection(words.slice(at), region);

/** Words that may follow the number of a road: `FM 2244 Rd`, `Lane 8 1/2`. */
const BEHIND_NUMBER =
  /^(?:\d\/\d|BUSINESS|BUS|BYPASS|BYP|ALT|ALTERNATE|SPUR|TRUCK|SCENIC|RD|ROAD|HWY|HIGHWAY)$/;

const BESIDE_ROAD = /^(?:FRONTAGE|SERVICE|ACCESS|FEEDER) (?:RD|ROAD)$/;
const GRID_NUMBER = /^\d{1,5}$/;
/** Grid address of Utah, two numbers with their directions: `10 E 700 S`. */
const isGrid = ([, across = '', number = '', along = '']: readonly string[]): boolean =>
  GRID_NUMBER.test(number) && DIRECTIONALS.has(across) && DIRECTIONALS.has(along);

/** Street kinds that precede the name. */
const LEADING_KINDS =
  /^(?:CALLE|CALLEJON|AVENIDA|AVENUE|AVE|PASEO|CAMINO|VIA|RUE|CIRCULO|CORTE|PLACITA|PLAZA)$/;
/** Particles between such a street kind and the name, or before the kind. */
const NAME_PARTICLES = /^(?:DE|DEL|LA|LAS|EL|LOS|LE|LES|DU|DES|OF|THE)$/;

/** Street kinds that may follow another kind and begin no city: University Square Mall. */
const SECOND_KINDS = new Set(
  (
    'MALL MEWS RUE PLZ PLAZA LN LANE DR DRIVE RD ROAD AVE AVENUE BLVD WAY SQ SQUARE PL PKWY ' +
    'STREET CT CIR TER TRL'
  ).split(' '),
);

/** End of a street that begins with its kind, after one word of the name; 0 if it does not. */
function endBehindKind(words: readonly string[], region: CityRegion): number {
  let at = 1;
  while (DIRECTIONALS.has(words[at] ?? '') || NAME_PARTICLES.test(words[at] ?? '')) at += 1;
  if (at > 3 || !LEADING_KINDS.test(words[at] ?? '')) return 0;
  let end = at + 1;
  while (end < words.length - 1 && NAME_PARTICLES.test(words[end] as string)) end += 1;
  if (end >= words.length) return 0;
  return isDirection(words, end + 1, region) ? end + 2 : end + 1;
}

const HYPHENED_ROAD = /^(?:[KM]|[A-Z]{2})-\d{1,3}[A-Z]?$/;
const QUADRANT = /^[NS][EW]$/;

/** End of the street, after its suffix, road number and direction; 0 when it is not found. */
function streetEnd(words: readonly string[], region: CityRegion): number {
  if (isGrid(words)) return /^(?:RD|ROAD)$/.test(words[4] ?? '') ? 5 : 4;
  const suffixes = words.map((word) => STREET_SUFFIXES.get(word));
  // A suffix follows the house number and a name; the name is a direction only at need.
  const isStrong = (at: number) => at > 1 && STRONG_SUFFIXES.has(suffixes[at] ?? '');
  const named = words.findIndex((word, at) => at > 0 && !DIRECTIONALS.has(word));
  const behindName = words.findIndex((_, at) => at > named && isStrong(at));
  const strong = behindName > 0 ? behindName : words.findIndex((_, at) => isStrong(at));
  const weak = suffixes.findIndex((suffix, at) => at > 1 && suffix !== undefined);
  const road = words.findIndex((_, at) => {
    const isLane = at === 1 && suffixes[at] === 'LN' && /^\d/.test(words[at + 1] ?? '');
    return at > 0 && (isLane || isNumberedRoad(words, at));
  });
  // A state road written as one word with its number: M-28, NC-55.
  const hyphened = words.findIndex((word, at) => at > 0 && at < 3 && HYPHENED_ROAD.test(word));
  const numbered = road < 0 ? hyphened : road + 1;
  const bare = words.findIndex((word, at) => at > 0 && BARE_STREETS.has(word));
  const at = [numbered, strong, weak, bare].find((each) => each > 0);
  if (at === undefined || (strong < 0 && numbered < 0)) {
    const behindKind = endBehindKind(words, region);
    if (behindKind > 0) return behindKind;
  }
  // `THE` and a word are a whole name; else a quadrant, which begins no city, ends the street.
  if (at === undefined && words[1] === 'THE') return Math.min(3, words.length - 1);
  if (at === undefined)
    return words.findIndex((word, place) => place > 2 && QUADRANT.test(word)) + 1;
  const followed = at + 1 < words.length - 1 && SECOND_KINDS.has(words[at + 1] as string);
  const isBeside = numbered > 0 && BESIDE_ROAD.test(words.slice(at + 1, at + 3).join(' '));
  const hasMore = numbered > 0 ? BEHIND_NUMBER.test(words[at + 1] ?? '') : followed;
  const end = isBeside ? at + 3 : hasMore ? at + 2 : at + 1;
  return isDirection(words, end, region) ? end + 1 : end;
}

/** Units without an identifier that do not begin a city name. */
const CITYLESS_UNITS = new Set(
  'REAR BASEMENT BSMT LOBBY LBBY PENTHOUSE PH UPPR LOWR FRNT OFC'.split(' '),
);

/** A box after the street, neither unit nor city: `Ste 5 Lockbox 848104`, `RR 1 Box 297`. */
const BOX =
  /^(?:RR \d{1,4} )?(?:LOCK ?BOX|LBX|LB|POB|P ?O BOX|BOX) (?:# )?[A-Z]?\d{1,10}(?=\s)(?! ?BOX)/;

/**
 * Splits a unit from the city after it: a city has no digits, so it begins after the last word with
 * one. A box is in neither.
 */
function splitUnit(written: readonly string[]): { unit: string; city: string | null } {
  const start = written.slice(0, 8).join(' ').toUpperCase().replace(/[.']/g, '');
  const own = written.slice(BOX.exec(start)?.[0].split(' ').length ?? 0);
  const figures = own.findLastIndex((word) => /\d/.test(word)) + 1;
  const from = figures < own.length ? figures : 0;
  const unit = own.slice(0, from);
  return {
    unit: unit.length > 0 ? `# ${unit.join(' ')}` : '',
    city: own.slice(from).join(' ') || null,
  };
}

/** Whether a unit begins at a word, which a city does not. */
const isUnitAt = (words: readonly string[], at: number): boolean =>
  at > 1 &&
  (PLAIN_UNITS.has(words[at] as string) ||
    (/^\d/.test(words[at] as string) && unitLength(words, at) === 2) ||
    (NUMBERED_UNITS.has(words[at] as string) && /^\d/.test(words[at + 1] ?? '')));

/** Splits the street line from the city without a comma: `9 Elm Ct Salt Lake City`. */
function splitCity(text: string, region: CityRegion): { line: string; city: string | null } {
  const written = text.replace(/#\s*/g, '# ').split(' ').filter(Boolean);
  const words = written
    .map((word) => word.toUpperCase().replace(/[.']/g, ''))
    .map((word, at) => spelledSuffix(word, at));
  const unitAt = words.findIndex((_, at) => isUnitAt(words, at));
  let end = streetEnd(words, region);
  const isWeak = !STRONG_SUFFIXES.has(STREET_SUFFIXES.get(words[end - 1] ?? '') ?? '');
  if (unitAt > 0 && (end === 0 || unitAt < end || isWeak)) end = unitAt;
  if (end === 0)
    end = Math.max(
      0,
      DIRECTIONALS.has(words[1] ?? '') ? words.findIndex((_, at) => isBareUnit(words, at)) : 0,
    );
  if (end === 0) return { line: text, city: null };
  if (isBareUnit(words, end)) end += 1;
  for (let more = -1; more !== 0 && end < words.length; end += more)
    more = unitLength(words, end) || Number(CITYLESS_UNITS.has(words[end] as string));
  const { unit, city } = splitUnit(written.slice(end));
  return { line: [...written.slice(0, end), unit].join(' ').trim(), city };
}

const UNIT_PIECE =
  /^(?:#|(?:apt|apartment|unit|ste|suite|fl|floor|rm|room|bldg|building|\w{3,8} fl(?:oor|r)?)\b)/i;

const isUnitAlone = (piece: string): boolean =>
  isUnit(piece.toUpperCase().replace(/[.,]/g, '').split(' '));
const isUnitPiece = (piece: string): boolean => UNIT_PIECE.test(piece) || isUnitAlone(piece);
/** A unit before the house number: `#42 233 S Wacker Dr`, `lt42 99 Some Rd`, `2nd Fl 9 Elm St`. */
const LEADING_UNIT = /^(#\s?\w+|(?:lot|lt)\s?(\d+)|\d{1,3}(?:st|nd|rd|th)\s+fl(?:oo)?r?)\s+(?=\d)/i;

const COUNTY = /\s(?:county|parish|borough)$/i;
const HOUSE_NUMBER = /^\d{1,6}(?:-\d{1,5})?[a-z]?$/i;
const BEFORE_BOX = /^(?:p\.?\s?o\.?\s)?box\b/i;
/** Words before a number that is not a house number. */
const BEFORE_OTHER_NUMBERS = new Set(
  (
    '# no apt apartment unit ste suite fl floor rm room lot bldg building dept department box ' +
    'lockbox hwy highway rte route road rd mile exit fm cr sr us hc psc cmr rr'
  ).split(' '),
);

/**
 * A piece from its house number on, when a name or a unit precedes it: `Barboncino 781 Franklin
 * Ave`, `Apt 1B 626 E Kilbourn Ave`. The unit is moved after the street.
 */
function fromHouseNumber(piece: string, region: CityRegion): string | null {
  const words = piece.split(' ');
  const at = words.findIndex(
    (word, place) =>
      place > 0 &&
      words.length - place > 2 &&
      HOUSE_NUMBER.test(word) &&
      !BEFORE_BOX.test(words.slice(place + 1, place + 4).join(' ')) &&
      (word.includes('-') ||
        !BEFORE_OTHER_NUMBERS.has((words[place - 1] as string).toLowerCase().replace('.', ''))),
  );
  if (at < 0) return null;
  const ahead = words.slice(0, at).join(' ');
  const { line, city } = splitCity(words.slice(at).join(' '), region);
  if (city === null && !UNIT_PIECE.test(ahead)) return line;
  return [line, UNIT_PIECE.test(ahead) ? ahead : '', city ?? ''].filter(Boolean).join(' ');
}

const STARTS_WITH_NUMBER = /^(?:#\s?\w+\s+|(?:lot|lt)\s?\d+\s+)?[a-z]?\d/i;

/** Whether a numbered building precedes the street: `7 World Trade Center, 250 Greenwich St`. */
function isNumberedPlace(all: readonly string[], at: number): boolean {
  const next = (all[at + 1] ?? '').toUpperCase().replace(/[.']/g, '').split(' ');
  const suffix = STREET_SUFFIXES.get(next.at(-1) as string) ?? '';
  return (
    at >= 0 &&
    next.length > 2 &&
    HOUSE_NUMBER.test(next[0] as string) &&
    STRONG_SUFFIXES.has(suffix)
  );
}

/** Splits the pieces at the first with a house number. */
function fromStreet(
  all: readonly string[],
  region: CityRegion,
): { pieces: readonly string[]; ahead: string[] } {
  const first = all.findIndex((piece) => STARTS_WITH_NUMBER.test(piece) && !isUnitAlone(piece));
  const start = isNumberedPlace(all, first) ? first + 1 : first;
  if (start >= 0) return { pieces: all.slice(start), ahead: all.slice(0, start) };
  for (const read of [withFigure, withNumberAhead, fromHouseNumber])
    for (const [at, piece] of all.entries()) {
      const street = read(piece, region);
      if (street !== null)
        return { pieces: [street, ...all.slice(at + 1)], ahead: all.slice(0, at) };
    }
  return { pieces: all, ahead: [] };
}

/** Joins a direction between commas to the street: `1717 Elm Avenue, N.W., Washington`. */
function withDirection([street = '', next = '', ...others]: readonly string[]): readonly string[] {
  const isPart = others.length > 0 && DIRECTIONALS.has(next.toUpperCase().replace(/[. ]/g, ''));
  return isPart ? [`${street} ${next}`, ...others] : [street, ...(next ? [next] : []), ...others];
}

/** Reads the text before the state: the street line with its unit, and the city. */
function readStreetAndCity(
  text: string,
  hasCity: boolean,
  region: CityRegion,
): { line: string; city: string | null } {
  const written = withUnitsApart(text)
    .split(',')
    .map((piece) => piece.trim());
  const { pieces, ahead: before } = fromStreet(written.filter(Boolean), region);
  const [street = '', ...others] = withDirection(pieces);
  const rest = COUNTY.test(others.at(-1) ?? '') ? others.slice(0, -1) : others;
  const [, leading = '', lot] = LEADING_UNIT.exec(street) ?? [];
  const numbered = street.slice(leading.length).trimStart();
  const ahead = before.find(isUnitPiece);
  const place = rest.findIndex((piece) => !isUnitPiece(piece));
  const units = place < 0 ? rest.length : place;
  const [next = ''] = rest;
  const isBare = units === 0 && rest.length > 1 && !next.includes(' ') && /\d|^[a-z]$/i.test(next);
  const behind = isBare ? [`# ${next}`] : rest.slice(0, units);
  const places = rest.slice(behind.length);
  const last = places.length > 1 && isUnitPiece(places.at(-1) as string) ? places.pop() : undefined;
  const other = behind.length > 0 ? '' : (last ?? ahead);
  const own = [lot ? `LOT ${lot}` : leading, other].filter(Boolean);
  const whole = [numbered, ...behind, ...own].join(' ');
  if (places.length > 0 || hasCity) {
    const { unit, city } = splitUnit((places.at(-1) ?? '').split(' '));
    return { line: `${whole} ${unit}`.trim(), city };
  }
  const { line, city } = splitCity([numbered, ...behind].join(' '), region);
  return { line: [line, ...own].join(' '), city };
}

const MAX_LINE1_CHARS = 200;

/**
 * Line 1 from its house number on, in figures, with a unit before it moved behind it: `Apt 4, 1
 * Main St`, `c/o Bob, 1 Main St`, `One Main St`. A line that begins with its number or a box stays.
 */
export function fromHouse(line1: string): string {
  const line = line1.trim().slice(0, MAX_LINE1_CHARS);
  const isPlain = /^[a-z]?\d/i.test(line) && !LEADING_UNIT.test(line);
  if (isPlain || parseBox(line) !== null) return line1;
  return readStreetAndCity(line, true, { state: null, zip: null }).line;
}

/** Error in a part of the address, such as its state or ZIP code. */
class UnusablePart extends UnusableInput {
  readonly part: keyof AddressParts;
  constructor(part: keyof AddressParts, message: string) {
    super(message);
    this.part = part;
  }
}

/** Five digits of a ZIP code, sent as a part or within the address. @throws UnusablePart */
function zipPart(zip: string, part: 'zip' | 'address'): string {
  try {
    return zip5(zip);
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    throw new UnusablePart(
      part,
      part === 'zip' ? error.message : `has ${zip}, which ${error.message}`,
    );
  }
}

/** @throws UnusablePart */
function statePart(state: string): string {
  const code = usStateCode(state);
  if (code === null) throw new UnusablePart('state', 'is not a state of the United States');
  return code;
}

/** Text in brackets, except a state's code. */
const ASIDES = /(?<=\S)\s?\(([^()]{3,60})\)/g;
const asideOf = (_: string, aside: string): string => (isUnitPiece(aside) ? `, ${aside}` : '');

/**
 * Reads a United States address from its parts, or from one line of all parts, with or without
 * commas; a part sent separately wins.
 * @throws UnusableInput for a line that does not begin with a house number and street, an invalid
 * state or ZIP code, and an address that has neither a ZIP code nor city and state
 */
export function readUsAddress({ address, city, state, zip }: AddressParts): UsAddress {
  const region = readRegion(address.replace(ASIDES, asideOf));
  const isWhole = region.state !== null || region.zip !== null;
  const found = readStreetAndCity(region.rest, city !== null || !isWhole, region);
  const { street, unit } = readStreetLine(found.line);
  const read = {
    street,
    unit,
    city: (city ?? found.city)?.toUpperCase() ?? null,
    state: state === null ? region.state : statePart(state),
    zip: zip === null ? region.zip && zipPart(region.zip, 'address') : zipPart(zip, 'zip'),
  };
  if (read.zip === null && (read.city === null || read.state === null))
    throw new UnusableInput('needs a ZIP code, or a city and state, in the United States');
  return read;
}

/** The address in one line: `120 BROADWAY UNIT 4, NEW YORK, NY 10271`. */
export function formatUsAddress({ street, unit, city, state, zip }: UsAddress): string {
  const [designator = '', identifier] = unit.split(' ');
  const isSaid = identifier && (NUMBERED_UNITS.has(designator) || BARE_UNITS.has(designator));
  const line1 = unit === '' ? street : `${street} ${isSaid ? unit : `UNIT ${unit}`}`;
  const region = [state, zip].filter(Boolean).join(' ');
  return [line1, city, region].filter(Boolean).join(', ');
}

/** The raw text, typed as the address that {@link parseAddressParts} makes of all parts. */
const addressField = lookupField((text) => text as unknown as UsAddress, {
  description:
    'Address of the property in the United States: house number and street, with or without unit, city, state and ZIP code.',
  examples: ['120 Broadway, New York, NY 10271'],
});

function parseAddressParts({ value, issues }: z.core.ParsePayload<unknown>): void {
  const body = value as { address: unknown } & Omit<AddressParts, 'address'>;
  const sent = body.address as string;
  try {
    const { city, state, zip } = body;
    body.address = readUsAddress({ address: sent, city, state, zip });
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    const part = error instanceof UnusablePart ? error.part : 'address';
    const about = { path: [part], params: { code: 'INVALID_INPUT' }, input: sent };
    issues.push({ code: 'custom', message: error.message, ...about });
  }
}

/** The body of a property product: `address`, and parts sent separately. */
export const addressBody = z
  .object({
    address: addressField,
    city: hintField('City, if the address does not include it.'),
    state: hintField('State, by code or name, if the address does not include it.'),
    zip: hintField('ZIP code of five or nine digits, if the address does not include it.'),
  })
  .check(parseAddressParts);
