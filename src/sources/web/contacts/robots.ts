/** RFC 9309 section 2.5: at least 500 kibibytes are read. */
export const MAX_ROBOTS_BYTES = 512_000;

const MAX_RULES = 5_000;
const MAX_PATTERN_CHARS = 2_000;

interface Rule {
  allow: boolean;
  pattern: string;
}

/** What a site asks of crawlers. */
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

/**
 * Groups of a robots.txt file (RFC 9309 section 2.2.1); lines that are nothing known are passed
 * over.
 */
function readGroups(text: string): Group[] {
  const groups: Group[] = [];
  let current: Group | null = null;
  let rules = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/i.exec(line) ?? [];
    const name = key.toLowerCase();
    if (name === 'user-agent') {
      if (!current || current.rules.length > 0) {
        current = { agents: [], rules: [] };
        groups.push(current);
      }
      current.agents.push(value.toLowerCase());
    } else if ((name === 'allow' || name === 'disallow') && current && rules < MAX_RULES) {
      rules++;
      // An empty pattern matches nothing; it still closes the list of agents.
      current.rules.push({ allow: name === 'allow', pattern: value.slice(0, MAX_PATTERN_CHARS) });
    }
  }
  return groups;
}

/** Percent-encoding is compared in one spelling (RFC 9309 section 2.2.2). */
function normalise(text: string): string {
  return encodeURI(text).replace(/%25([0-9a-f]{2})/gi, (_, hex: string) => {
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
 * Reads a robots.txt file for one crawler (RFC 9309): the groups that name it, together, else the
 * groups for `*`; the longest matching pattern decides, and of two as long the one that allows.
 */
export function parseRobots(text: string, productToken: string): Robots {
  const groups = readGroups(text.replace(/^\ufeff/, ''));
  const token = productToken.toLowerCase();
  const own = groups.filter(({ agents }) =>
    agents.some((agent) => agent.split(/[\s/]/, 1)[0] === token),
  );
  const chosen = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules).filter((rule) => rule.pattern !== '');
  const patterns = rules.map(({ allow, pattern }) => ({ allow, pattern: normalise(pattern) }));
  return {
    allows(path) {
      const asked = normalise(path);
      let best: Rule | null = null;
      for (const rule of patterns) {
        if (!matches(rule.pattern, asked)) continue;
        if (
          !best ||
          rule.pattern.length > best.pattern.length ||
          (rule.pattern.length === best.pattern.length && rule.allow)
        )
          best = rule;
      }
      return best?.allow ?? true;
    },
  };
}
