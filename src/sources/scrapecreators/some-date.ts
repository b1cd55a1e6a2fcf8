import * as z from 'zod';
import { text, unixSeconds } from '../upstream/fields.ts';

/** A date as any of the platforms writes it: ISO 8601, seconds, `Thu Feb 23 14:52:10 +0000 2023`. */
export const someDate = z
  .unknown()
  .optional()
  .transform((value): string | null => {
    if (typeof value === 'number') return unixSeconds.parse(value);
    const written = text.parse(value);
    if (written === null || !/\d{4}/.test(written)) return null;
    if (/^\d{9,11}$/.test(written)) return unixSeconds.parse(written);
    const at = Date.parse(written);
    return Number.isNaN(at) ? null : new Date(at).toISOString();
  });
