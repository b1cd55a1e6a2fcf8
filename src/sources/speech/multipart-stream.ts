/** A form with one file in it, as it goes over the wire. */
export interface StreamedForm {
  body: ReadableStream<Uint8Array>;
  /** With its boundary. */
  type: string;
}

/**
 * A form of multipart/form-data (RFC 7578) whose file is read while it is sent.
 * @param fields in the order sent; their names and values are ours, and have no quotes or breaks
 */
export function streamForm(
  fields: readonly (readonly [name: string, value: string])[],
  file: { name: string; fileName: string; type: string; body: ReadableStream<Uint8Array> },
): StreamedForm {
  const boundary = `form-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const part = (disposition: string, rest: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${rest}`;
  const head = [
    ...fields.map(([name, value]) => part(`name="${name}"`, `\r\n${value}\r\n`)),
    part(`name="${file.name}"; filename="${file.fileName}"`, `Content-Type: ${file.type}\r\n\r\n`),
  ].join('');
  const reader = file.body.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(head)),
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`));
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}
