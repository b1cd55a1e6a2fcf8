const words = (text: string): Set<string> => new Set(text.split(' '));

/** Titles that stand as a whole word in a mailbox name, highest first. */
const TITLES: readonly [string, ReadonlySet<string>][] = [
  [
    'EXECUTIVE',
    words(
      'ceo cfo cto coo cmo cio ciso cpo chairman chairwoman president founder cofounder ' +
        'owner partner managingdirector md gf',
    ),
  ],
  ['DIRECTOR', words('vp svp evp director head principal')],
  ['MANAGER', words('manager mgr lead teamlead supervisor')],
];

/**
 * The rank a mailbox name states, as "ceo@" does.
 * @returns UNKNOWN for the usual name of a person, which states none
 */
export function seniorityOf(local: string): string {
  const parts = local
    .toLowerCase()
    .replace(/\+.*/s, '')
    .split(/[._-]+/);
  return TITLES.find(([, titles]) => parts.some((word) => titles.has(word)))?.[0] ?? 'UNKNOWN';
}
