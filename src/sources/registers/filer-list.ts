import * as z from 'zod';
import { count } from '../upstream/fields.ts';
import type { VendorCall } from '../upstream/from-upstream.ts';

/** Ten thousand companies with shares on an exchange, in one file. */
const MAX_BYTES = 8 * 1_048_576;

const filer = z.object({ title: z.string(), cik_str: count });

const listed = z
  .record(z.string(), filer)
  .refine((filers) => Object.keys(filers).length > 0)
  .transform((filers) => Object.values(filers));

/** A company with shares on an exchange, by its registered name and its key there. */
export type ListedFiler = z.output<typeof filer>;

/**
 * Every filer with shares on an exchange; a company with several kinds of shares stands there once
 * for each. The whole list is read each time, which is no way to look up a job's rows.
 */
export async function listedFilers(call: VendorCall): Promise<ListedFiler[]> {
  const filers = await call({
    host: 'www.sec.gov',
    path: '/files/company_tickers.json',
    schema: listed,
    maxBytes: MAX_BYTES,
    // The list is always there.
    statuses: { 404: 'later' },
  });
  return filers ?? [];
}
