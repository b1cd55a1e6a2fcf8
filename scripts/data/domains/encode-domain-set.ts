import {
  bucketAndFingerprint,
  DOMAIN_SET_HEADER_U32S,
  DOMAIN_SET_MAGIC,
  FINGERPRINT_BYTES,
} from '../../../src/open-data/mail/domain-lists.ts';

/**
 * Chooses two to four names per bucket on average, so that the directory is small and a search
 * reads few bytes.
 */
const bucketBitsFor = (count: number): number =>
  Math.max(0, Math.min(20, Math.floor(Math.log2(Math.max(1, count))) - 1));

/** Encodes names in the format of `createDomainSet`. */
export function encodeDomainSet(names: Iterable<string>): Uint8Array {
  const unique = [...new Set(names)];
  const bucketBits = bucketBitsFor(unique.length);
  const buckets: number[][] = Array.from({ length: 2 ** bucketBits }, () => []);
  for (const name of unique) {
    const { bucket, fingerprint } = bucketAndFingerprint(name, bucketBits);
    buckets[bucket]?.push(fingerprint);
  }
  const bytes = new Uint8Array(
    DOMAIN_SET_HEADER_U32S * 4 + buckets.length + unique.length * FINGERPRINT_BYTES,
  );
  const view = new DataView(bytes.buffer);
  for (const [index, word] of [DOMAIN_SET_MAGIC, bucketBits, unique.length].entries())
    view.setUint32(index * 4, word, true);
  let at = DOMAIN_SET_HEADER_U32S * 4 + buckets.length;
  for (const [bucket, fingerprints] of buckets.entries()) {
    if (fingerprints.length > 255)
      throw new Error(`bucket ${bucket} has ${fingerprints.length} names`);
    bytes[DOMAIN_SET_HEADER_U32S * 4 + bucket] = fingerprints.length;
    for (const fingerprint of fingerprints.sort((a, b) => a - b)) {
      bytes.set([fingerprint & 255, (fingerprint >>> 8) & 255, fingerprint >>> 16], at);
      at += FINGERPRINT_BYTES;
    }
  }
  return bytes;
}
