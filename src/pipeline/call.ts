import type { Caller } from '../core/account/caller.ts';
import type { AnyProduct } from '../core/lookup/product.ts';

/** One call of one product: its parsed input and everything about the caller that matters. */
export interface LookupCall {
  id: string;
  product: AnyProduct;
  input: unknown;
  caller: Caller;
  /** Look up afresh at full price, replacing the stored record. */
  bypass: boolean;
  /** Milliseconds since the epoch, when the request arrived. */
  startedAt: number;
}
