/**
 * Text that somebody chose, as one line: breaks no header of a mail, and has no character that
 * turns the reading direction of what stands behind it.
 */
export const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();

/** Long enough for ids, names and media types; too short for a text that instructs its reader. */
const MAX_QUOTED_CHARS = 64;

/**
 * What a stranger wrote, within a message of ours: one line of at most 64 characters in quotes that
 * it cannot end. Every error quotes by this; test/node/messages.test.ts refuses the others.
 */
export function quoted(text: string): string {
  const line = oneLine(text.slice(0, 4 * MAX_QUOTED_CHARS)).replaceAll('"', "'");
  const cut = [...line].slice(0, MAX_QUOTED_CHARS).join('');
  return `"${cut}${cut === line && text.length <= 4 * MAX_QUOTED_CHARS ? '' : '…'}"`;
}

/**
 * The media type of a reply, within a message; one that is no type (RFC 9110, section 8.3.1) is not
 * told.
 */
export const quotedType = (type: string): string =>
  /^[\w.+-]{1,40}\/[\w.+-]{1,60}$/.test(type) ? quoted(type) : 'unknown';
