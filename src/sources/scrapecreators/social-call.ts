import * as z from 'zod';
import type { PageState } from '../../core/social/facts.ts';
import type { VendorCall } from '../upstream/from-upstream.ts';
import { gatedPage, SCRAPECREATORS } from './client.ts';

/** A path of the vendor's that reads one public page, and how its reply is read. */
export interface PageCall<Reply> {
  path: string;
  query: Readonly<Record<string, string | null>>;
  maxBytes?: number;
  schema: z.ZodType<Reply>;
}

const stateOf = (words: string): PageState => (/\bprivate\b/i.test(words) ? 'private' : 'gated');

const refusedPage = z
  .object({ success: z.literal(false), message: z.string() })
  .transform(({ message }) => ({ hidden: stateOf(message) }));
const statusPage = gatedPage
  .refine(({ account_status }) =>
    /^(?:private|age[-_ ]restricted|restricted)$/i.test(account_status),
  )
  .transform(({ account_status }) => ({ hidden: stateOf(account_status) }));
const noPage = z
  .object({ data: z.object({ accountDoesNotExist: z.literal(true) }) })
  .transform(() => ({ hidden: null }));

/** What there is of a page, or how it is hidden; null where there is none. */
export type ReadPage<Reply> = { page: Reply } | { hidden: PageState } | null;

/** Reads one page: a refusal that is about the page ("age restricted") says that it is there. */
export async function readPage<Reply>(
  call: VendorCall,
  { schema, ...request }: PageCall<Reply>,
): Promise<ReadPage<Reply>> {
  const reply = await call({
    ...request,
    envelope: (body, status) =>
      status === 403 && SCRAPECREATORS.envelope?.(body, status) === 'none' ? 'answer' : undefined,
    schema: z.union([refusedPage, schema.transform((page) => ({ page })), statusPage, noPage]),
  });
  if (reply === null || 'page' in reply) return reply;
  return reply.hidden === null ? null : { hidden: reply.hidden };
}
