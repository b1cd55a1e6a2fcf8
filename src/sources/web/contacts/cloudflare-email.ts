const CODE = /^(?:[0-9a-f]{2}){4,160}$/i;

/**
 * Reads an address hidden by Cloudflare's Email Address Obfuscation: hex bytes, the first of which
 * is XORed onto each of the others, UTF-8.
 * @returns null for what is no such code
 */
export function cloudflareEmail(code: string): string | null {
  if (!CODE.test(code)) return null;
  const bytes = Uint8Array.from(code.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const key = bytes[0] ?? 0;
  const address = new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key));
  return address.includes('@') ? address : null;
}
