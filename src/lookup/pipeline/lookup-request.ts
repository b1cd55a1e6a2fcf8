import { ApiError } from '../../lib/errors.ts';
import { parseInput } from '../../lib/inputs.ts';
import { BYPASS_NAMES, lookupBody } from '../body.ts';
import type { LookupData } from '../envelope.ts';
import { type IdempotencyPorts, idempotentLookup } from './idempotency.ts';
import { type LookupRequest, lookup } from './lookup.ts';

/** What a surface knows of a lookup before it reads the body. */
export type IncomingLookup = Omit<LookupRequest, 'body'>;

/** What was sent: the body as JSON was parsed, and the Idempotency-Key beside it. */
export interface SentLookup {
  sent: unknown;
  idempotencyKey: string | null;
}

/**
 * Validation error as a value and no exception: the caller's key, plan and windows are checked
 * before it is thrown.
 */
async function readBody({ product }: IncomingLookup, read: () => SentLookup | Promise<SentLookup>) {
  try {
    const { sent, idempotencyKey } = await read();
    const input = parseInput(lookupBody(product), sent) as Record<string, unknown>;
    return { ok: true, input, sent, idempotencyKey } as const;
  } catch (problem) {
    if (problem instanceof ApiError) return { ok: false, problem } as const;
    throw problem;
  }
}

/**
 * Request assembly of every surface: one lookup of one product from what was sent.
 * @param incoming its `bypass` is what was asked beside the body, which may ask for it too
 * @param read may refuse with an ApiError, which the caller gets after admission
 * @returns `replayed` where an earlier answer to the same Idempotency-Key came back
 * @throws ApiError as {@link lookup}, and IDEMPOTENCY_CONFLICT
 */
export async function requestLookup(
  incoming: IncomingLookup,
  read: () => SentLookup | Promise<SentLookup>,
  ports: IdempotencyPorts,
): Promise<{ data: LookupData; replayed: boolean }> {
  const body = await readBody(incoming, read);
  const principal = { ...incoming.principal, resource: incoming.product.type };
  const bypass =
    incoming.bypass || (body.ok && BYPASS_NAMES.some((name) => body.input[name] === true));
  const request = { ...incoming, principal, body, bypass };
  if (!body.ok || body.idempotencyKey === null)
    return { data: await lookup(request, ports), replayed: false };
  return idempotentLookup(
    request,
    { ...body, body: body.sent, idempotencyKey: body.idempotencyKey },
    ports,
  );
}
