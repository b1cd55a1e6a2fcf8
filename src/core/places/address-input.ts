import * as z from 'zod';
import { lookedUp, UnusableInput } from '../inputs.ts';
import { helpful } from './place-input.ts';
import { type AddressParts, readUsAddress, type UsAddress } from './us-address.ts';

/** Read once the parts beside it are known. */
const line = lookedUp((text) => text as unknown as UsAddress, {
  description:
    'Address of the property in the United States: house number and street, with or without unit, city, state and ZIP code.',
  examples: ['120 Broadway, New York, NY 10271'],
});

function readAddress({ value, issues }: z.core.ParsePayload<unknown>): void {
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
    address: line,
    city: helpful('City, where the address does not name it.'),
    state: helpful('State, by code or name, where the address does not name it.'),
    zip: helpful('ZIP code, five digits or nine, where the address does not name it.'),
  })
  .check(readAddress);
