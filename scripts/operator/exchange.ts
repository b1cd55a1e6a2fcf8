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

/** One request whose answer goes to standard output as it comes. @throws Refused */
export async function pass(request: OperatorRequest, connection: Connection): Promise<void> {
  for (let { path } = request; ; ) {
    const response = await ask({ ...request, path }, connection, undefined);
    if (!response.ok || !response.body) throw refusalOf(response, await response.text());
    // The last line is held back: it may have the cursor of the next step.
    let last = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const end = (last + text).lastIndexOf('\n', (last + text).length - 2) + 1;
      const lines = (last + text).slice(0, end);
      last = (last + text).slice(end);
      if (!process.stdout.write(lines))
        await new Promise((resolve) => process.stdout.once('drain', resolve));
    }
    const { kind, cursor } = JSON.parse(last) as { kind: string; cursor?: string };
    if (kind !== 'continued') return void process.stdout.write(last);
    path = `${request.path}?${new URLSearchParams({ cursor: String(cursor) })}`;
  }
}

/** One request and the `data` of its answer. @throws Refused with code, message and request id */
export async function exchange(
  request: OperatorRequest,
  connection: Connection,
  sent: Content | undefined,
): Promise<unknown> {
  const response = await ask(request, connection, sent);
  const text = await response.text().catch(unreachable(connection));
  const answer = parse(text);
  if (answer?.success) return answer.data;
  throw refusalOf(response, text);
}

const unreachable =
  ({ baseUrl }: Connection) =>
  (error: Error): never => {
    const reason = (error.cause as Error | undefined)?.message || error.message;
    throw new Refused(`${baseUrl} cannot be reached: ${reason}`, null);
  };

async function ask(
  request: OperatorRequest,
  connection: Connection,
  sent: Content | undefined,
): Promise<Response> {
  const url = `${connection.baseUrl.replace(/\/+$/, '')}/admin${request.path}`;
  return fetch(url, {
    method: request.method,
    // Followed, a redirect would make a GET of a POST.
    redirect: 'manual',
    headers: {
      Authorization: `Bearer ${connection.token}`,
      ...(sent && { 'Content-Type': sent.contentType }),
    },
    ...(sent && { body: sent.body }),
  }).catch(unreachable(connection));
}

function refusalOf(response: Response, text: string): Refused {
  const location = response.headers.get('Location');
  const { code, message } = parse(text)?.error ?? {
    code: `HTTP ${response.status}`,
    message: location ? `the address redirects to ${location}` : text.slice(0, 200),
  };
  return new Refused(
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
