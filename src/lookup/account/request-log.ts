import type { ErrorCode } from '../../lib/errors.ts';
import type { KeyMode } from './caller.ts';

export const REQUEST_LOG_DAYS = 30;

/** A call as the log of its organization has it: how it went, and never what was looked up. */
export interface LoggedRequest {
  /** The request's id; of an entry of a batch, its own. */
  id: string;
  /** The batch it came in; null for none. */
  batchId: string | null;
  /** When it arrived, milliseconds since the epoch. */
  at: number;
  /** Absent for POST. */
  method?: string;
  /**
   * Where it came in: a path of the API as it is documented, its parameters by name, of agents or
   * of the dashboard.
   */
  path: string;
  /** Tool of agents that was called; absent for none. */
  tool?: string;
  /** Product type; null for what is no lookup, or an entry of a batch that named none. */
  product: string | null;
  mode: KeyMode;
  keyId: string;
  status: number;
  /** Null where it was answered. */
  code: ErrorCode | null;
  credits: number;
  durationMs: number;
}

/** Where calls are logged: without waiting, and without failing. */
export interface RequestLog {
  record(organizationId: string, request: LoggedRequest): void;
}
