/** The part of Node's own crypto with which the tests stand in for a receiver. */
declare module 'node:crypto' {
  interface Hmac {
    update(bytes: Uint8Array): Hmac;
    digest(encoding: 'hex'): string;
  }
  export function createHmac(algorithm: 'sha256', secret: string): Hmac;
  export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean;
}
