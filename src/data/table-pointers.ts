import * as z from 'zod';

/** Names the current version of the compiled address table. Written last, so that it never names a half-written one. */
export const ADDRESS_POINTER_KEY = 'ip/current';
export const addressKeys = (version: string) => ({
  blocks: `ip/v${version}/blocks.bin`,
  index: `ip/v${version}/index.bin`,
});

export const addressPointer = z.object({
  version: z.string().regex(/^[\w-]+$/),
  rows: z.object({ v4: z.int().min(1), v6: z.int().min(1) }),
  sources: z.array(
    z.object({ feed: z.string(), name: z.string(), licence: z.string(), asOf: z.iso.date() }),
  ),
  attribution: z.array(z.string()),
});
export type AddressPointer = z.infer<typeof addressPointer>;

/** Names the current version of the table joined from all loaded feeds, and the state of every feed. */
export const OVERLAY_POINTER_KEY = 'overlay/current';
export const overlayKeys = (version: string) => ({
  blocks: `overlay/v${version}/blocks.bin`,
  index: `overlay/v${version}/index.bin`,
});

export const feedState = z.object({
  /** Date or time of the content, as the publisher states it, else when it was fetched; null while never loaded. */
  asOf: z.string().nullable(),
  rows: z.int().min(0),
  fetchedAt: z.iso.datetime().nullable(),
  /** Why the last attempt failed; null after a success. */
  lastError: z.string().nullable(),
  triedAt: z.iso.datetime(),
});
export type FeedState = z.infer<typeof feedState>;

export const overlayPointer = z.object({
  version: z
    .string()
    .regex(/^[\w-]+$/)
    .nullable(),
  /** The version before, kept for readers that still hold the older pointer. */
  previous: z.string().nullable(),
  feeds: z.record(z.string(), feedState),
});
export type OverlayPointer = z.infer<typeof overlayPointer>;
