import { foldText } from '../fold-text.ts';
import { UnusableInput } from '../inputs.ts';
import { SENIORITIES, type Seniority } from './prospects.ts';

/** Other words for a level. */
const WORDS: ReadonlyMap<string, Seniority> = new Map([
  ...SENIORITIES.map((level): [string, Seniority] => [level, level]),
  ...Object.entries({
    'c level': 'cxo',
    'c suite': 'cxo',
    chief: 'cxo',
    executive: 'cxo',
    founder: 'owner',
    'vice president': 'vp',
    head: 'director',
    'entry level': 'entry',
    junior: 'entry',
    intern: 'training',
  } satisfies Record<string, Seniority>),
]);

/** @throws UnusableInput for a word that names no level */
export function parseSeniority(text: string): Seniority {
  const level = WORDS.get(foldText(text));
  if (level) return level;
  throw new UnusableInput(`must be one of ${SENIORITIES.join(', ')}`);
}
