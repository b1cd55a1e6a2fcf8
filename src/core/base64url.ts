import { trimEndOf } from './trim-text.ts';
/** Bytes as text for addresses and headers: RFC 4648 section 5, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return trimEndOf(btoa(text).replaceAll('+', '-').replaceAll('/', '_'), '=');
}

/**
 * The bytes of such a text. Lenient about the unused bits of the last character: whoever needs one
 * spelling only compares texts, not bytes.
 * @returns null when it is none
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  );
}
