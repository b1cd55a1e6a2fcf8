import * as z from 'zod';
import type { AnyProduct } from './product.ts';

const flag = z
  .boolean()
  .optional()
  .describe('Skip the 7-day cache and look up afresh at full price.');

/** The one option every lookup has, under its three names. */
export const bypassFlags = z.object({ bypass_cache: flag, bypassCache: flag, forceFresh: flag });

export const BYPASS_NAMES = Object.keys(bypassFlags.shape) as (keyof typeof bypassFlags.shape)[];

/** The body of a lookup: the product's own fields and the bypass flag. */
export const lookupBody = (product: AnyProduct) => product.input.safeExtend(bypassFlags.shape);
