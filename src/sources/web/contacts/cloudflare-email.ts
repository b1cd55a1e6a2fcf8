const CODE = /^(?:[0-9a-f]{2}){4,160}$/i;
const PROTECTED_PATH = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i;

/**
 * Reads an address hidden by Cloudflare's Email Address Obfuscation: hex bytes, the first of which is XORed
 * onto each of the others, UTF-8.
 * @returns null for what is no such code
 */
export function cloudflareEmail(code: string): string | null {
  if (!CODE.test(code)) return null;
  const bytes = Uint8Array.from(code.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = bytes[0] ?? 0;
  const address = new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key));
  return address.includes('@') ? address : null;
}

/** The same for a link to `/cdn-cgi/l/email-protection#…`. */
export function cloudflareLinkEmail(href: string): string | null {
  const code = PROTECTED_PATH.exec(href)?.[1];
  return code ? cloudflareEmail(code) : null;
}
