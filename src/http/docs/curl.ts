/** A POSIX shell word, whatever the text holds. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A call that works as pasted once API_KEY is set. @param more arguments as they are written */
export const curl = (address: string, body: unknown, more: readonly string[] = []): string =>
  [
    `curl ${address}`,
    '-H "Authorization: Bearer $API_KEY"',
    "-H 'Content-Type: application/json'",
    ...more,
    `-d ${quote(JSON.stringify(body))}`,
  ].join(' \\\n  ');
