/** A POSIX shell word, whatever the text holds. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A call that works as pasted once API_KEY is set. */
export const curl = (address: string, body: unknown): string =>
  [
    `curl ${address}`,
    '-H "Authorization: Bearer $API_KEY"',
    "-H 'Content-Type: application/json'",
    `-d ${quote(JSON.stringify(body))}`,
  ].join(' \\\n  ');
