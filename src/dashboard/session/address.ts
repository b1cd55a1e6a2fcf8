import { type RequestPlace, regionOf } from '../../core/account/regions.ts';
import type { PageContext } from '../context.ts';

/** Where the request came from, as the platform says; empty when it does not. */
export const addressOf = (c: PageContext): string => c.req.header('CF-Connecting-IP') ?? '';

/** Nearest region of whoever asks, for the account that is made for them. */
export const regionHere = (c: PageContext) =>
  regionOf((c.req.raw as Request & { cf?: RequestPlace }).cf ?? {});
