/** As Stripe signs a delivery: one `v1` for each secret of the endpoint, old and new. */
export async function signatureHeader(
  body: string,
  secrets: readonly string[],
  seconds: number,
): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const parts = [`t=${seconds}`];
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
      'sign',
    ]);
    const signed = await crypto.subtle.sign('HMAC', key, encoder.encode(`${seconds}.${body}`));
    const hex = [...new Uint8Array(signed)].map((byte) => byte.toString(16).padStart(2, '0'));
    parts.push(`v1=${hex.join('')}`);
  }
  return parts.join(',');
}
