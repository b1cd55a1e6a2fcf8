import { stat } from 'node:fs/promises';
import { type Connection, type Content, exchange } from './exchange.ts';
import { PART_BYTES } from './file-parts.ts';
import { sendParts } from './send-parts.ts';
import { fileBody } from './upload.ts';
import type { OperatorRequest } from './verbs.ts';

async function content({ body, file }: OperatorRequest): Promise<Content | undefined> {
  if (file !== undefined) return fileBody(file);
  return body && { contentType: 'application/json', body: JSON.stringify(body) };
}

/** Sends one request, a file too large for one in parts. @returns `data` of the answer. @throws Refused */
export async function send(request: OperatorRequest, connection: Connection): Promise<unknown> {
  const { file } = request;
  if (file !== undefined && (await stat(file)).size > PART_BYTES)
    return sendParts(request, file, connection);
  return exchange(request, connection, await content(request));
}
