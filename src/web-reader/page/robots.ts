/** RFC 9309 section 2.5: at least 500 kibibytes are read. What stands behind them is not. */
export const MAX_ROBOTS_CHARS = 512_000;

const MAX_RULES = 5_000;
const MAX_PATTERN_CHARS = 2_000;
/** Longer paths are not allowed: a matching costs at most the rules times this. */
const MAX_PATH_CHARS = 2_048;

interface Rule {
  allow: boolean;
  pattern: string;
}

/** Robots Exclusion rules of a site for one crawler (RFC 9309). */
export interface Robots {
  /** @param path path and query of the address */
  allows(path: string): boolean;
}

export const ALLOW_ALL: Robots = { allows: () => true };
export const DISALLOW_ALL: Robots = { allows: () => false };

interface Group {
  agents: string[];
  rules: Rule[];
}

/** `key: value # comment` (RFC 9309 section 2.2), read by its two marks in linear time. */
function readLine(line: string): { key: string; value: string } | null {
  const comment = line.indexOf('#');
  const said = comment < 0 ? line : line.slice(0, comment);
  const colon = said.indexOf(':');
  if (colon < 0) return null;
  return { key: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim() };
}

/**
 * Groups of a robots.txt file (RFC 9309 section 2.2.1); lines that are nothing known are passed
 * over.
 */
function readGroups(text: string): Group[] {
  const groups: Group[] = [];
  let current: Group | null = null;
  let rules = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const { key, value } = readLine(line) ?? { key: '', value: '' };
    if (key === 'user-agent') {
      if (!current || current.rules.length > 0) {
        current = { agents: [], rules: [] };
        groups.push(current);
      }
      current.agents.push(value.toLowerCase());
    } else if ((key === 'allow' || key === 'disallow') && current && rules < MAX_RULES) {
      rules++;
      // An empty pattern matches nothing; it still closes the list of agents.
      current.rules.push({ allow: key === 'allow', pattern: value.slice(0, MAX_PATTERN_CHARS) });
    }
  }
  return groups;
}

/** Percent-encoding is compared in one spelling (RFC 9309 section 2.2.2). */
function normalise(text: string): string {
  // A pattern or path that was cut may end in half a character, which encodeURI refuses.
  return encodeURI(text.toWellFormed()).replace(/%25([0-9a-f]{2})/gi, (_, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[a-z0-9\-._~]/i.test(character) ? character : `%${hex.toUpperCase()}`;
  });
}

/**
 * `*` is any run of characters and a final `$` the end (RFC 9309 section 2.2.3), matched without
 * backtracking.
 */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    if (index === 0) {
      if (!path.startsWith(piece)) return false;
      at = piece.length;
      if (isLast && anchored) return at === path.length;
      continue;
    }
    if (isLast && anchored) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/**
 * robots.txt parser for one crawler (RFC 9309): the groups that name it, together, else the groups
 * for `*`; the longest matching pattern decides, and of two as long the one that allows.
 */
export function parseRobots(text: string, productToken: string): Robots {
  const groups = readGroups(text.slice(0, MAX_ROBOTS_CHARS).replace(/^\ufeff/, ''));
  const token = productToken.toLowerCase();
  const own = groups.filter(({ agents }) =>
    agents.some((agent) => agent.split(/[\s/]/, 1)[0] === token),
  );
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen
    .flatMap((group) => group.rules)
    .filter((rule) => rule.pattern !== '')
    .map(({ allow, pattern }) => ({ allow, pattern: normalise(pattern) }))
    .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
  return {
    allows(path) {
      if (rules.length === 0) return true;
      if (path.length > MAX_PATH_CHARS) return false;
      const asked = normalise(path);
      return rules.find((rule) => matches(rule.pattern, asked))?.allow ?? true;
    },
  };
}
