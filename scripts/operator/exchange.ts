import type { OperatorRequest } from './verb.ts';

export interface Connection {
  baseUrl: string;
  token: string;
}

export interface Content {
  contentType: string;
  body: string | Uint8Array<ArrayBuffer>;
}

/** The service said no, or could not be reached: `status` is then null. */
export class Refused extends Error {
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}

/** One request and the `data` of its answer. @throws Refused with code, message and request id */
export async function exchange(
  request: OperatorRequest,
  { baseUrl, token }: Connection,
  sent: Content | undefined,
): Promise<unknown> {
  const url = `${baseUrl.replace(/\/+$/, '')}/admin${request.path}`;
  const response = await fetch(url, {
    method: request.method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(sent && { 'Content-Type': sent.contentType }),
    },
    ...(sent && { body: sent.body }),
  }).catch((error: Error) => {
    throw new Refused(
      `${baseUrl} cannot be reached: ${(error.cause as Error | undefined)?.message || error.message}`,
      null,
    );
  });
  const text = await response.text();
  const answer = parse(text);
  if (answer?.success) return answer.data;
  const { code, message } = answer?.error ?? {
    code: `HTTP ${response.status}`,
    message: text.slice(0, 200),
  };
  throw new Refused(
    `${code}: ${message} (request ${response.headers.get('X-Request-Id') ?? 'unknown'})`,
    response.status,
  );
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
