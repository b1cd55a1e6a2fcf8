import * as z from 'zod';
import { type EmailAddress, parseEmailAddress } from '../../../core/email/address.ts';
import { UnusableInput } from '../../../core/inputs.ts';
import { e164In } from '../../../core/phone/number.ts';
import { placeCacheKey, placeFields } from '../../../core/places/place-input.ts';
import { parseWebSite, type WebSite } from '../../../core/web/site.ts';

const MAX_CHARS = 2_048;

/** A value to be checked: absent, null and '' are the same, what cannot be read is INVALID_INPUT. */
const checked = <Read>(read: (text: string) => Read, what: string) =>
  z
    .string()
    .max(MAX_CHARS)
    .nullish()
    .transform((text, context): Read | null => {
      if (!text?.trim()) return null;
      try {
        return read(text.trim());
      } catch (error) {
        if (!(error instanceof UnusableInput)) throw error;
        const { message } = error;
        context.addIssue({ code: 'custom', message, params: { code: 'INVALID_INPUT' } });
        return z.NEVER;
      }
    })
    .describe(what);

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
    phone: checked((text) => text, 'Phone number the business gives as its own.'),
    email: checked(parseEmailAddress, 'Email address it gives as its own.'),
    website: checked(parseWebSite, 'Web site it gives as its own: a domain or an address.'),
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
