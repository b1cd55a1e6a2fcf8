import * as z from 'zod';
import { lookupField, UnusableInput } from '../../lib/inputs.ts';
import { trimEndOf } from '../../lib/text.ts';
import { hintField } from './place.ts';
import type { Address } from './postal-address.ts';
import { readStreetLine } from './street-address.ts';
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

const COUNTRY = /,\s*(?:u\.?s\.?a?\.?|united states(?: of america)?)\.?\s*$/i;
const ONLY_ZIP = /^\s*\d{5}(?:-?\d{4})?\s*$/;
const LAST_ZIP = /\d{5}(?:-?\d{4})?$/;

/** Parses the text after the street from its end: `Berkeley, CA 94704`. */
function readTail(pieces: readonly string[]): Omit<AddressParts, 'address'> {
  const last = pieces.at(-1) ?? '';
  // The Census Bureau writes a comma before the ZIP code too.
  if (pieces.length > 1 && ONLY_ZIP.test(last))
    return { ...readTail(pieces.slice(0, -1)), zip: last.trim() };
  const zip = LAST_ZIP.exec(last.trim())?.[0] ?? null;
  const words = trimEndOf(last.trim().replace(LAST_ZIP, ''), ' ,');
  const state = usStateCode(words);
  const before = pieces.at(-2)?.trim() || null;
  if (state !== null) return { city: before, state, zip };
  const cityAndState = /^(.*\S)\s+([a-z]{2})$/i.exec(words);
  const behind = usStateCode(cityAndState?.[2]);
  if (cityAndState && behind !== null)
    return { city: cityAndState[1] as string, state: behind, zip };
  return { city: words.trim() || before, state: null, zip };
}

const UNIT_PIECE = /^(?:#|apt|apartment|unit|ste|suite|fl|floor|rm|room|bldg|building)\b|^#/i;

/**
 * Reads an address of the United States from its parts, or from one line of all of them; what
 * stands in a part of its own wins.
 * @throws UnusableInput for a line that does not begin with a house number and street, an invalid
 * ZIP code, and an address that has neither a ZIP code nor city and state
 */
export function readUsAddress({ address, city, state, zip }: AddressParts): UsAddress {
  const [line = '', ...rest] = address.replace(COUNTRY, '').split(',');
  const isUnit = rest[0] !== undefined && UNIT_PIECE.test(rest[0].trim());
  const { street, unit } = readStreetLine(isUnit ? `${line} ${rest[0]}` : line);
  const pieces = isUnit ? rest.slice(1) : rest;
  const tail = pieces.length > 0 ? readTail(pieces) : { city: null, state: null, zip: null };
  const found = {
    street,
    unit,
    city: (city ?? tail.city)?.toUpperCase() ?? null,
    state: usStateCode(state) ?? tail.state,
    zip: zip !== null ? zip5(zip) : tail.zip && zip5(tail.zip),
  };
  if (found.zip === null && (found.city === null || found.state === null))
    throw new UnusableInput('needs a ZIP code, or a city and state');
  return found;
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
