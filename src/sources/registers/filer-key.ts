import { UnusableInput } from '../../core/inputs.ts';
import type { Source } from '../../core/lookup/source.ts';
import { foldCompanyName } from '../../core/places/place-name.ts';
import { fromUpstream } from '../upstream/from-upstream.ts';
import { listedFilers } from './filer-list.ts';
import { SEC } from './sec.ts';

/** Central Index Key, ten digits. */
interface FilerKey {
  cik: string;
}

const CIK_DIGITS = 10;

/** As names are compared; '' for a text that is no name, which no filer has. */
function foldedName(name: string): string {
  try {
    return foldCompanyName(name);
  } catch (error) {
    if (error instanceof UnusableInput) return '';
    throw error;
  }
}

/** Whether the first letter agrees, so that only few of the titles are folded. */
const beginsLike = (title: string, folded: string): boolean =>
  title.toLowerCase().replace(/^the\s+|^[^\p{L}\p{N}]+/u, '')[0] === folded[0];

/**
 * The key of the one filer that bears exactly this name but for its legal form.
 * A name says little: whoever uses the key has to see that the filer is the company that is meant.
 */
export const filerKey: Source<string, FilerKey> = {
  ...fromUpstream<string, FilerKey>(SEC, {
    name: 'sec_keys',
    label: 'securities_register',
    idempotent: true,
    async ask(name, call) {
      const asked = foldedName(name);
      if (asked === '') return null;
      const keys = (await listedFilers(call)).flatMap(({ title, cik_str: key }) =>
        key !== null && beginsLike(title, asked) && foldedName(title) === asked ? [key] : [],
      );
      const [only, ...others] = new Set(keys);
      if (only === undefined || others.length > 0) return null;
      return { cik: String(only).padStart(CIK_DIGITS, '0') };
    },
  }),
  notInBulk: () => true,
};
