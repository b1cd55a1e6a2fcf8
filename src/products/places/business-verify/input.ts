import * as z from 'zod';
import { type EmailAddress, parseEmailAddress } from '../../../core/email/address.ts';
import { lookedUpIfGiven, UnusableInput } from '../../../core/inputs.ts';
import { e164In } from '../../../core/phone/number.ts';
import { placeCacheKey, placeFields } from '../../../core/places/place-input.ts';
import { parseWebSite, type WebSite } from '../../../core/web/site.ts';

/** What a business says of itself, to be checked. */
export interface VerifyInput {
  name: string;
  city: string;
  state: string | null;
  country: string | null;
  /** E.164. */
  phone: string | null;
  email: EmailAddress | null;
  website: WebSite | null;
}

export const verifyInput = z
  .object({
    ...placeFields,
    phone: lookedUpIfGiven((text) => text, {
      description: 'Phone number the business gives as its own, read in its country without +.',
      examples: ['+12175550101'],
    }),
    email: lookedUpIfGiven(parseEmailAddress, {
      description: 'Email address it gives as its own.',
      examples: ['hello@example.com'],
    }),
    website: lookedUpIfGiven(parseWebSite, {
      description: 'Web site it gives as its own: a domain or an address.',
      examples: ['example.com'],
    }),
  })
  .check(({ value, issues }) => {
    if (value.phone === null) return;
    try {
      value.phone = e164In(value.phone, value.country);
    } catch (error) {
      if (!(error instanceof UnusableInput)) throw error;
      const place = { path: ['phone'], input: value.phone, params: { code: 'INVALID_INPUT' } };
      issues.push({ code: 'custom', message: error.message, ...place });
    }
  });

/** All that decides the answer. */
export const verifyCacheKey = (input: VerifyInput): string =>
  [
    placeCacheKey(input),
    input.phone ?? '',
    input.email?.text ?? '',
    input.website?.origins[0] ?? '',
  ].join(' ');
