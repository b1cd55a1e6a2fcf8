import * as z from 'zod';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';
import { trimEndOf } from '../../lib/text.ts';
import { hintField } from './place.ts';
import type { Address } from './postal-address.ts';
import { readStreetLine, splitCity } from './street-address.ts';
import { usStateCode } from './us-states.ts';
import { zip5 } from './zip.ts';

/** An address of the United States in its postal spelling (USPS Publication 28). */
export interface UsAddress extends Pick<Address, 'city' | 'state' | 'zip'> {
  /** House number and street, capitals: `120 BROADWAY`. */
  street: string;
  /** Of an apartment or suite, without the word before it; '' without one. */
  unit: string;
}

/** The parts of an address as they are sent; the first may hold all of it. */
interface AddressParts extends Pick<Address, 'city' | 'state' | 'zip'> {
  address: string;
}

const MAX_LINE_CHARS = 400;
const COUNTRY = /(?<=[\s,])(?:u\.?s\.?a\.?|u\.s\.|united states(?: of america)?)$/i;
const LAST_ZIP = /(?<=^|[\s,])(\d{5})(?:[- ]?\d{4})?$/;
const MAX_STATE_WORDS = 4;

/** The text before its last part, without the commas between them. */
const before = (text: string, part: string): string => trimEndOf(text.slice(0, -part.length), ' ,');

/** The state a text ends with, by code or name, as long as can be; null where it ends otherwise. */
function readState(text: string): { state: string; rest: string } | null {
  const words = text.split(' ');
  for (let count = Math.min(MAX_STATE_WORDS, words.length - 1); count > 0; count--) {
    const name = words.slice(-count).join(' ');
    const state = usStateCode(name);
    if (state !== null) return { state, rest: before(text, name) };
  }
  return null;
}

/** Country, ZIP code and state are read from the end of a line; the rest is street and city. */
function readRegion(line: string): Pick<AddressParts, 'state' | 'zip'> & { rest: string } {
  const plain = line
    .slice(0, MAX_LINE_CHARS)
    .replace(/[\r\n]+/g, ', ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s("']+/, '');
  const named = trimEndOf(plain, ` .,)"'`);
  const text = trimEndOf(named.replace(COUNTRY, ''), ' ,');
  const zip = LAST_ZIP.exec(text)?.[0] ?? null;
  const placed = zip === null ? text : before(text, zip);
  const found = readState(placed);
  return { zip, state: found?.state ?? null, rest: found?.rest ?? placed };
}

const UNIT_PIECE = /^(?:#|apt|apartment|unit|ste|suite|fl|floor|rm|room|bldg|building)\b|^#/i;
/** A unit before the house number: `#42 233 S Wacker Dr`, `lt42 99 Some Road`. */
const LEADING_UNIT = /^(#\s?\w+|(?:lot|lt)\s?(\d+))\s+(?=\d)/i;

/** The street line, with its unit, and the city, of what stands before the state. */
function readStreetAndCity(text: string, hasCity: boolean): { line: string; city: string | null } {
  const pieces = text.split(',').map((piece) => piece.trim());
  const start = Math.max(
    pieces.findIndex((piece) => /^(?:#\s?\w+\s+|(?:lot|lt)\s?\d+\s+)?[a-z]?\d/i.test(piece)),
    0,
  );
  const [street = '', ...rest] = pieces.slice(start).filter(Boolean);
  const [, leading, lot] = LEADING_UNIT.exec(street) ?? [];
  const numbered = leading
    ? `${street.slice(leading.length)} ${lot ? `LOT ${lot}` : leading}`
    : street;
  const ahead = pieces.slice(0, start).find((piece) => UNIT_PIECE.test(piece));
  const [next = ''] = rest;
  const isUnit =
    UNIT_PIECE.test(next) || (rest.length > 1 && !next.includes(' ') && /\d/.test(next));
  const unit = isUnit && !UNIT_PIECE.test(next) ? `# ${next}` : next;
  const line = isUnit ? `${numbered} ${unit}` : ahead ? `${numbered} ${ahead}` : numbered;
  const places = isUnit ? rest.slice(1) : rest;
  if (places.length > 0 || hasCity) return { line, city: places.at(-1) ?? null };
  return splitCity(line);
}

/**
 * Reads an address of the United States from its parts, or from one line of all of them, with or
 * without commas; what stands in a part of its own wins.
 * @throws UnusableInput for a line that does not begin with a house number and street, an invalid
 * ZIP code, and an address that has neither a ZIP code nor city and state
 */
export function readUsAddress({ address, city, state, zip }: AddressParts): UsAddress {
  const region = readRegion(address);
  const isWhole = region.state !== null || region.zip !== null;
  const found = readStreetAndCity(region.rest, city !== null || !isWhole);
  const read = {
    ...readStreetLine(found.line),
    city: (city ?? found.city)?.toUpperCase() ?? null,
    state: usStateCode(state) ?? region.state,
    zip: zip !== null ? zip5(zip) : region.zip && zip5(region.zip),
  };
  if (read.zip === null && (read.city === null || read.state === null))
    throw new UnusableInput('needs a ZIP code, or a city and state');
  return read;
}

/** The address in one line: `120 BROADWAY UNIT 4, NEW YORK, NY 10271`. */
export function formatUsAddress({ street, unit, city, state, zip }: UsAddress): string {
  const line1 = unit === '' ? street : `${street} ${/\s/.test(unit) ? unit : `UNIT ${unit}`}`;
  const region = [state, zip].filter(Boolean).join(' ');
  return [line1, city, region].filter(Boolean).join(', ');
}

/** Text until {@link parseAddressParts} parses it with the parts beside it. */
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
    const about = { path: ['address'], params: { code: 'INVALID_INPUT' }, input: sent };
    issues.push({ code: 'custom', message: error.message, ...about });
  }
}

/** The body of a property product: `address`, and its parts where they are sent apart. */
export const addressBody = z
  .object({
    address: addressField,
    city: hintField('City, where the address does not name it.'),
    state: hintField('State, by code or name, where the address does not name it.'),
    zip: hintField('ZIP code, five digits or nine, where the address does not name it.'),
  })
  .check(parseAddressParts);
