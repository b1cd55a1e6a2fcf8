import { type Connection, exchange } from './exchange.ts';
import { sendParts } from './send-parts.ts';
import type { OperatorRequest } from './verb.ts';

/** Sends one request, or a file in as many as it takes. @returns `data` of the answer. @throws Refused */
export async function send(request: OperatorRequest, connection: Connection): Promise<unknown> {
  const { body, file } = request;
  if (file !== undefined) return sendParts(request, file, connection);
  const sent = body && { contentType: 'application/json', body: JSON.stringify(body) };
  return exchange(request, connection, sent);
}
