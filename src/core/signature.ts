import { toBase64Url } from './base64url.ts';

const encoder = new TextEncoder();

/** HMAC-SHA256 (RFC 2104) of a text, base64url. The text begins with what it is for, so that it stands for nothing else. */
export async function signText(secret: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))));
}

/** Looks at every character always, so that the time taken says nothing about the signature. */
export function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
