/**
 * Bounded read of a body's text; null past `maxBytes`, without buffering more than that.
 */
export async function readBodyText(request: Request, maxBytes: number): Promise<string | null> {
  const declared = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declared > maxBytes) return null;
  if (!Number.isNaN(declared) || !request.body) return request.text();
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
