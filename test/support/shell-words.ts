/**
 * The words of a POSIX command: quotes, escapes, variables by `env`, and `$(…)` and `$$` as a word
 * of their own. Enough for what the docs show; anything else fails the test that reads it.
 */
export function shellWords(command: string, env: Record<string, string>): string[] {
  const words: string[] = [];
  let word: string | null = null;
  const pattern = /\\\n|\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|\$([A-Z_]+)|([^\s'"\\$]+)/gy;
  const expanded = (text: string): string =>
    text
      .replace(/\$\([^)]*\)|\$\$/g, '7')
      .replace(/\$([A-Z_]+)/g, (_, name: string) => env[name] ?? '');
  let at = 0;
  for (const match of command.matchAll(pattern)) {
    at = match.index + match[0].length;
    const [whole, single, double, escaped, variable, plain] = match;
    if (/^\\?\s+$/.test(whole)) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    const part: string =
      single ??
      (double !== undefined ? expanded(double) : undefined) ??
      escaped ??
      (variable !== undefined ? (env[variable] ?? '') : undefined) ??
      plain ??
      '';
    word = (word ?? '') + part;
  }
  if (at !== command.length) throw new Error(`cannot read ${command.slice(at)}`);
  return word === null ? words : [...words, word];
}
