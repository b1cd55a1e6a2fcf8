import { foldText } from '../../core/fold-text.ts';
import type { Source } from '../../core/lookup/source.ts';
import { nameSimilarity, SAME_NAME } from '../../core/places/same-place.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { listedFilers } from './filer-list.ts';
import type { NameQuery, RegisteredName } from './registered-name.ts';
import { SEC } from './sec.ts';

/** Where its longest word begins: few of the names have that, and only those are compared. */
const startOf = (name: string): string =>
  foldText(name)
    .split(' ')
    .reduce((longest, word) => (word.length > longest.length ? word : longest))
    .slice(0, 3);

/**
 * Whether a company of that name files with the Securities and Exchange Commission: none of another
 * country is looked for.
 */
export const filerName: Source<NameQuery, RegisteredName> = {
  ...fromUpstream<NameQuery, RegisteredName>(SEC, {
    name: 'sec_names',
    label: 'securities_register',
    idempotent: true,
    async ask({ name, country }, call) {
      if (country !== null && country !== 'US') return null;
      const start = startOf(name);
      const isThere = (await listedFilers(call)).some(
        ({ title }) =>
          title.toLowerCase().replaceAll('&', ' and ').includes(start) &&
          nameSimilarity(name, title) >= SAME_NAME,
      );
      return isThere ? { active: true, lei: null } : null;
    },
  }),
  notInBulk: () => true,
};
