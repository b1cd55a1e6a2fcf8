/** Keys left and right of, above and below each letter on a QWERTY keyboard. */
const NEIGHBOURS: ReadonlyMap<string, string> = new Map(
  `qwa wqesa ewrsd retdf tryfg ytugh uyihj iuojk oipkl pol
   asqwz sawedzx dserfcx fdrtgvc gftyhbv hgyujnb jhuikmn kjiolm lkop
   zxas xzcsd cvxdf vcbfg bvngh nbmhj mnjk`
    .split(/\s+/)
    .map((keys) => [keys[0] as string, keys.slice(1)] as const),
);

/** What is left of two texts without what they begin and end with alike. */
function differences(one: string, other: string): [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

const areSwapped = (left: string, right: string): boolean =>
  left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];

/**
 * Whether one insertion, deletion, substitution or swap of neighbours turns one text into the
 * other.
 */
export function isOneSlipAway(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  const [left, right] = differences(one, other);
  return (left.length <= 1 && right.length <= 1) || areSwapped(left, right);
}

/**
 * The slips that fingers make even in a word so short that every other change makes another word:
 * two keys swapped, one struck twice, its neighbour struck instead.
 */
export function isFingerSlip(typed: string, meant: string): boolean {
  if (typed === meant || !isOneSlipAway(typed, meant)) return false;
  if (typed.length === meant.length + 1)
    return [...typed].some(
      (key, at) => key === typed[at + 1] && typed.slice(0, at) + typed.slice(at + 1) === meant,
    );
  const [left, right] = differences(typed, meant);
  return areSwapped(left, right) || (left !== '' && NEIGHBOURS.get(right)?.includes(left) === true);
}
