import { UnusableInput } from '../inputs.ts';

/** The professional network takes 3 to 100 letters, digits and hyphens; other scripts come percent-encoded. */
const VANITY = /^[\p{L}\p{M}\p{N}_-]{3,100}$/u;

const PROFILE_PATH = /^\/in\/([^/]+)/;

/** Anything that looks like an address rather than a name. */
const isAddress = (text: string): boolean => /[/.:]/.test(text);

function vanityOf(text: string): string | null {
  if (!isAddress(text)) return text;
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  const step = url && PROFILE_PATH.exec(url.pathname)?.[1];
  if (!step) return null;
  try {
    return decodeURIComponent(step);
  } catch {
    return null;
  }
}

/**
 * Reads the address of a public profile on the professional network (`https://…/in/<name>`, with or without its
 * scheme and tracking parameters), or the bare name. The page itself is never fetched.
 * @returns the name in lower case: what a profile is known by
 * @throws UnusableInput
 */
export function parseProfile(text: string): string {
  const vanity = vanityOf(text.trim())?.normalize('NFC').toLowerCase();
  if (vanity && VANITY.test(vanity)) return vanity;
  throw new UnusableInput('must be the URL of a public profile, or its name');
}
