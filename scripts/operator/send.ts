import { stat } from 'node:fs/promises';
import { PART_BYTES } from './file-parts.ts';
import { sendParts } from './send-parts.ts';
import { fileBody } from './upload.ts';
import type { OperatorRequest } from './verbs.ts';

export interface Connection {
  baseUrl: string;
  token: string;
}

/** The service said no, or could not be reached. */
export class Refused extends Error {}

interface Content {
  contentType: string;
  body: string | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;
}

async function content({ body, file }: OperatorRequest): Promise<Content | undefined> {
  if (file !== undefined) return fileBody(file);
  return body && { contentType: 'application/json', body: JSON.stringify(body) };
}

/** Sends one request, a file too large for one in parts. @returns `data` of the answer. @throws Refused */
export async function send(request: OperatorRequest, connection: Connection): Promise<unknown> {
  const { file } = request;
  if (file !== undefined && (await stat(file)).size > PART_BYTES) return sendParts(request, file, connection);
  return exchange(request, connection, await content(request));
}

/** One request and the `data` of its answer. @throws Refused with code, message and request id */
export async function exchange(request: OperatorRequest, { baseUrl, token }: Connection, sent: Content | undefined): Promise<unknown> {
  const url = `${baseUrl.replace(/\/+$/, '')}/admin${request.path}`;
  const response = await fetch(url, {
    method: request.method,
    headers: { Authorization: `Bearer ${token}`, ...(sent && { 'Content-Type': sent.contentType }) },
    ...(sent && { body: sent.body, duplex: 'half' }),
  }).catch((error: Error) => {
    throw new Refused(`${baseUrl} cannot be reached: ${(error.cause as Error | undefined)?.message || error.message}`);
  });
  const text = await response.text();
  const answer = parse(text);
  if (answer?.success) return answer.data;
  const { code, message } = answer?.error ?? { code: `HTTP ${response.status}`, message: text.slice(0, 200) };
  throw new Refused(`${code}: ${message} (request ${response.headers.get('X-Request-Id') ?? 'unknown'})`);
}

interface Answer {
  success: boolean;
  data?: unknown;
  error?: { code: string; message: string };
}

function parse(text: string): Answer | null {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return null;
  }
}
