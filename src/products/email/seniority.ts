/** Titles that stand as a whole word in a mailbox name, highest first. */
const TITLES: readonly [string, RegExp][] = [
  [
    'EXECUTIVE',
    /^(?:ceo|cfo|cto|coo|cmo|cio|ciso|cpo|chairman|chairwoman|president|founder|cofounder|owner|partner|managingdirector|md|gf)$/,
  ],
  ['DIRECTOR', /^(?:vp|svp|evp|director|head|principal)$/],
  ['MANAGER', /^(?:manager|mgr|lead|teamlead|supervisor)$/],
];

/**
 * The rank a mailbox name states, as "ceo@" does.
 * @returns UNKNOWN for the usual name of a person, which states none
 */
export function seniorityOf(local: string): string {
  const words = local
    .toLowerCase()
    .replace(/\+.*$/, '')
    .split(/[._-]+/);
  return TITLES.find(([, title]) => words.some((word) => title.test(word)))?.[0] ?? 'UNKNOWN';
}
