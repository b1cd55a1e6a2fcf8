import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
// The checker alone: its main module looks for a Java or a native one beside it.
import recheck from 'recheck/lib/browser.js';

/** A pattern with so few ways to match at one place needs no proof: its work there is bounded. */
const FEW_WAYS = 1_000;
/** Repetitions up to this are left as they are; longer ones are proved as if they had no end. */
const SHORT = 4;
const TIMEOUT_MS = 60_000;
/**
 * A fuzzer's attack that takes this long is one: on a busy machine an honest match does too, so a
 * suspect is attacked again with more time.
 */
const ATTACK_TIMEOUTS_MS = [500, 10_000];

const parser = new RegExpParser({ ecmaVersion: 2025 });
const parse = (source: string, flags: string): AST.Pattern =>
  parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });

/**
 * The most paths that backtracking can take from one place; Infinity with an endless repetition.
 */
function waysOf(node: AST.Node): number {
  const inOrder = (parts: readonly AST.Node[]) =>
    parts.reduce((ways, part) => ways * waysOf(part), 1);
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives.reduce((ways, one) => ways + inOrder(one.elements), 0);
    case 'Assertion':
      return 'alternatives' in node
        ? node.alternatives.reduce((ways, one) => ways + inOrder(one.elements), 0)
        : 1;
    case 'Quantifier': {
      if (node.max === Number.POSITIVE_INFINITY) return node.max;
      const body = waysOf(node.element);
      let ways = 0;
      for (let count = node.min; count <= node.max; count++) ways += body ** count;
      return ways;
    }
    default:
      return 1;
  }
}

/**
 * The pattern with long repetitions made endless. It does at least as much, and the proof does not
 * count to four hundred.
 */
function relaxed(source: string, pattern: AST.Pattern): string {
  const long: AST.Quantifier[] = [];
  visitRegExpAST(pattern, {
    onQuantifierEnter(node) {
      if (node.max > SHORT && node.max !== Number.POSITIVE_INFINITY) long.push(node);
    },
  });
  let text = source;
  // From the end, so that earlier places stay where they are.
  for (const { element, end, min, greedy } of long.sort((a, b) => b.element.end - a.element.end))
    text = `${text.slice(0, element.end)}${min === 0 ? '*' : '+'}${greedy ? '' : '?'}${text.slice(end)}`;
  return text;
}

/** The answer about a pattern of which nothing could be proved in time. */
export const NOT_PROVED = 'not proved';

/**
 * Why matching may take more than linear time; null when it cannot. What cannot be proved in time
 * is refused.
 */
export function superlinear(source: string, flags: string, timeout = TIMEOUT_MS): string | null {
  const pattern = parse(source, flags);
  if (waysOf(pattern) <= FEW_WAYS) return null;
  let reason = NOT_PROVED;
  for (const attackTimeout of ATTACK_TIMEOUTS_MS) {
    const params = { timeout, attackTimeout, incubationTimeout: attackTimeout * 0.3 };
    const proof = recheck.checkSync(relaxed(source, pattern), flags, params);
    if (proof.status === 'safe') return null;
    if (proof.status !== 'vulnerable') return NOT_PROVED;
    reason = proof.complexity.summary;
    if (!proof.complexity.isFuzz) break;
  }
  return reason;
}
