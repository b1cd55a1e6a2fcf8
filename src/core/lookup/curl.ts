/** A POSIX shell word, whatever the text holds: the address may come from a Host header. */
const word = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** A call that works as pasted once API_KEY is set. @param more arguments as they are written */
export const curl = (address: string, body: unknown, more: readonly string[] = []): string =>
  [
    `curl ${word(address)}`,
    '-H "Authorization: Bearer $API_KEY"',
    "-H 'Content-Type: application/json'",
    ...more,
    `-d ${word(JSON.stringify(body))}`,
  ].join(' \\\n  ');
