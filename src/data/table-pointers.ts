import * as z from 'zod';
import { TABLE_LAYOUT } from './ranges/block-index.ts';

/** A version's name, which is part of its keys. */
const version = z.string().regex(/^[\w-]+$/);

/**
 * Names the current version of the compiled address table. Written last, so that it never names a
 * half-written one.
 */
export const ADDRESS_POINTER_KEY = `ip/current.${TABLE_LAYOUT}`;
export const addressKeys = (name: string) => ({
  blocks: `ip/${TABLE_LAYOUT}/${name}/blocks.bin`,
  index: `ip/${TABLE_LAYOUT}/${name}/index.bin`,
});

export const addressPointer = z.object({
  version,
  /** The version before, kept for readers that still hold the older pointer. */
  previous: version.nullable(),
  rows: z.object({ v4: z.int().min(1), v6: z.int().min(1) }),
  sources: z.array(
    z.object({ feed: z.string(), name: z.string(), licence: z.string(), asOf: z.iso.date() }),
  ),
  attribution: z.array(z.string()),
});
export type AddressPointer = z.infer<typeof addressPointer>;

/**
 * Names the current version of the table joined from all loaded feeds, and what is said of each.
 */
export const OVERLAY_POINTER_KEY = `overlay/current.${TABLE_LAYOUT}`;
export const overlayKeys = (name: string) => ({
  blocks: `overlay/${TABLE_LAYOUT}/${name}/blocks.bin`,
  index: `overlay/${TABLE_LAYOUT}/${name}/index.bin`,
});

/** What an answer says of a loaded feed. */
export const feedState = z.object({
  /** Date or time of the content, as the publisher states it, else when it was fetched. */
  asOf: z.string(),
  fetchedAt: z.iso.datetime(),
});
export type FeedState = z.infer<typeof feedState>;

export const overlayPointer = z.object({
  version: version.nullable(),
  /** The version before, kept for readers that still hold the older pointer. */
  previous: version.nullable(),
  feeds: z.record(z.string(), feedState),
});
export type OverlayPointer = z.infer<typeof overlayPointer>;
