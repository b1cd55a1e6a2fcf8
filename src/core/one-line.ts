/**
 * Text that somebody chose, as one line: breaks no header of a mail, and has no character that
 * turns the reading direction of what stands behind it.
 */
export const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim();
