import type { ErrorCode } from '../../lib/errors.ts';
import type { KeyMode } from './caller.ts';

export const REQUEST_LOG_DAYS = 30;

/** Log entry of a call: its outcome, and never what was looked up. */
export interface LoggedRequest {
  /** Id of the request; an entry of a batch has its own. */
  id: string;
  /** Id of the batch that contains it; null for none. */
  batchId: string | null;
  /** When it arrived, milliseconds since the epoch. */
  at: number;
  /** HTTP method; absent for POST. */
  method?: string;
  /**
   * Path of the call: of the API as documented, with parameters by name, of agents, or of the
   * dashboard.
   */
  path: string;
  /** Name of the agent tool called; absent for other calls. */
  tool?: string;
  /** Product type; null for a call that is not a lookup, or a batch entry without a product. */
  product: string | null;
  mode: KeyMode;
  keyId: string;
  status: number;
  /** Null for an answered call. */
  code: ErrorCode | null;
  credits: number;
  durationMs: number;
}

/** Request log, written without waiting and without errors. */
export interface RequestLog {
  record(organizationId: string, request: LoggedRequest): void;
}
