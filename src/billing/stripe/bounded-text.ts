/**
 * The body of a reply or request as text. @throws RangeError past `maxBytes`, before the rest is
 * read
 */
export async function readText({ body }: Body, maxBytes: number): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new RangeError(`longer than ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
