import * as z from 'zod';
import { foldText } from '../../core/fold-text.ts';
import type { Source } from '../../core/lookup/source.ts';
import { nameSimilarity, SAME_NAME } from '../../core/places/same-place.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import type { NameQuery, RegisteredName } from './registered-name.ts';
import { SEC } from './sec.ts';

/** Ten thousand companies with shares on an exchange, in one file. */
const MAX_BYTES = 8 * 1_048_576;

const titles = z
  .record(z.string(), z.object({ title: z.string() }))
  .refine((listed) => Object.keys(listed).length > 0);

/** Where its longest word begins: few of the names have that, and only those are compared. */
const startOf = (name: string): string =>
  foldText(name)
    .split(' ')
    .reduce((longest, word) => (word.length > longest.length ? word : longest))
    .slice(0, 3);

/**
 * Whether a company of that name files with the Securities and Exchange Commission: none of another
 * country is looked for. The whole list is read each time, which is no way to look up a job's rows.
 */
export const filerName: Source<NameQuery, RegisteredName> = {
  ...fromUpstream<NameQuery, RegisteredName>(SEC, {
    name: 'sec_names',
    label: 'securities_register',
    idempotent: true,
    async ask({ name, country }, call) {
      if (country !== null && country !== 'US') return null;
      const listed = await call({
        host: 'www.sec.gov',
        path: '/files/company_tickers.json',
        schema: titles,
        maxBytes: MAX_BYTES,
        // The list is always there.
        statuses: { 404: 'later' },
      });
      const start = startOf(name);
      const isThere = Object.values(listed ?? {}).some(
        ({ title }) =>
          title.toLowerCase().includes(start) && nameSimilarity(name, title) >= SAME_NAME,
      );
      return isThere ? { active: true, lei: null } : null;
    },
  }),
  notInBulk: () => true,
};
