import { VERBS } from './verbs.ts';

const column = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

const CONNECTION = column([
  ['--base-url', 'Address of the service (LOOKUP_URL); by default localhost, at PORT or 8787'],
  ['--token', 'Operator token (ADMIN_TOKEN); the local default is admin_local'],
  ['--help', 'This text, or that of one verb'],
]);

/** Every verb in one line. */
export function overview(): string {
  const verbs = Object.entries(VERBS).map(
    ([name, { args, summary }]) =>
      [[name, ...args.map((arg) => `<${arg}>`)].join(' '), summary] as const,
  );
  return `Usage: npm run -s operator -- <verb> [options]\n\nVerbs\n${column(verbs)}\n\nOptions of every verb\n${CONNECTION}\n\nAnswers are JSON on standard output, alone (variables: Markdown); what a person watches goes to standard error (-s keeps\nnpm's own lines out). Exit code 0: done; 1: refused or failed; 2: wrong usage.`;
}

/** One verb with its options. */
export function helpOf(name: string): string {
  const verb = VERBS[name];
  if (!verb) return overview();
  const usage = ['Usage: npm run -s operator --', name, ...verb.args.map((arg) => `<${arg}>`)].join(
    ' ',
  );
  const options = Object.entries(verb.options).map(
    ([option, { about, required }]) =>
      [`--${option}`, required ? `${about} (required)` : about] as const,
  );
  return `${usage}\n\n${verb.summary}.\n${options.length > 0 ? `\n${column(options)}\n` : ''}\nOptions of every verb\n${CONNECTION}`;
}
