import * as z from 'zod';
import { lookedUp, UnusableInput } from '../inputs.ts';
import type { PlaceQuery } from './place.ts';
import { foldCity, foldCompanyName } from './place-name.ts';

const MAX_CHARS = 200;

/** The text with single spaces, once `fold` can read it. */
const readable =
  (fold: (text: string) => string) =>
  (text: string): string => {
    if (text.length > MAX_CHARS)
      throw new UnusableInput(`must have at most ${MAX_CHARS} characters`);
    fold(text);
    return text.replace(/\s+/g, ' ');
  };

/** A text that only helps; absent, null and '' are the same. */
export const helpful = (what: string) =>
  z
    .string('must be a string')
    .max(MAX_CHARS)
    .nullish()
    .transform((text) => text?.trim().replace(/\s+/g, ' ') || null)
    .describe(what);

const country = z
  .string('must be a string')
  .nullish()
  .transform((code) => code?.trim().toUpperCase() || null)
  .refine((code) => code === null || /^[A-Z]{2}$/.test(code), {
    error: 'must be a two-letter country code, such as DE',
    params: { code: 'INVALID_INPUT' },
  })
  .describe('Country the business is in: ISO 3166-1 alpha-2.');

/** The fields every business product is asked by. */
export const placeFields = {
  name: lookedUp(readable(foldCompanyName), {
    description: 'Name of the business. Legal forms, accents and capitals do not matter.',
    examples: ['Example Books'],
  }),
  city: lookedUp(readable(foldCity), {
    description: 'City the business is in.',
    examples: ['Springfield'],
  }),
  state: helpful('State or region, by code or name: tells cities of one name apart.'),
  country,
};

/** Name, city, state and country as they are compared: spellings of one business are one lookup. */
export const placeCacheKey = ({ name, city, state, country: code }: PlaceQuery): string =>
  JSON.stringify([foldCompanyName(name), foldCity(city), state?.toLowerCase() ?? null, code]);
