import { fileBody } from './upload.ts';
import type { OperatorRequest } from './verbs.ts';

export interface Connection {
  baseUrl: string;
  token: string;
}

/** The service said no, or could not be reached. */
export class Refused extends Error {}

async function content({ body, file }: OperatorRequest) {
  if (file !== undefined) return fileBody(file);
  return body && { contentType: 'application/json', body: JSON.stringify(body) };
}

/** Sends one request. @returns `data` of the answer. @throws Refused with code, message and request id */
export async function send(request: OperatorRequest, { baseUrl, token }: Connection): Promise<unknown> {
  const sent = await content(request);
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
