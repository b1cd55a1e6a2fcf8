/** Finalizer of MurmurHash3 (public domain): every input bit affects every output bit. */
function mix(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * 64-bit hash of a domain name as two unsigned words, from two FNV-1a lanes with different offsets
 * and primes. Not for security: names can be chosen to collide.
 */
export function hashDomain(name: string): { high: number; low: number } {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
    second ^= second >>> 15;
  }
  const high = mix(first ^ name.length);
  return { high, low: mix(second ^ high) };
}
