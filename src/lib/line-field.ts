import * as z from 'zod';

/**
 * Characters refused in names: controls (Cc), unpaired surrogates (Cs), line and paragraph
 * separators (Zl, Zp), and bidirectional embeddings, overrides and isolates (UAX #9), which reverse
 * the text after them. The direction marks of Arabic and Hebrew texts are allowed.
 */
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u;

/** A name, label or description that a caller gives and that is shown to people. */
export const lineField = (maxChars: number) =>
  z
    .string()
    .trim()
    .max(maxChars)
    .refine(
      (text) => !UNSHOWN.test(text),
      'must be a single line without control characters or marks that reverse the text direction',
    );
