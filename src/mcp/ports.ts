import type { BulkPorts } from '../bulk/ports.ts';
import type { Authenticate, Principal } from '../core/account/access.ts';
import type { Accounts, Admission } from '../core/account/account.ts';
import type { ProductFamily } from '../core/lookup/product.ts';
import type { OncePorts } from '../pipeline/lookup-once.ts';

/** What the agent-protocol server reaches. */
export interface McpServices {
  families: readonly ProductFamily[];
  access: { authenticate: Authenticate; accounts: Accounts };
  pipeline: Omit<OncePorts, 'defer'>;
  bulk: BulkPorts;
  /** Scheme and host of the service; undefined takes the request's. */
  publicUrl: string | undefined;
  log(level: 'warn' | 'error', message: string, fields?: Record<string, unknown>): void;
}

/** What a request brings besides its message. */
export interface McpCall {
  requestId: string;
  principal: Principal;
  /** Milliseconds since the epoch, when the request arrived. */
  startedAt: number;
  /** Scheme and host of the service. */
  origin: string;
  /** Header `Idempotency-Key`; an argument of the tool goes before it. */
  idempotencyKey: string | null;
  /** Keeps work alive that the reply does not wait for. */
  defer(work: Promise<unknown>): void;
  /** Told what the account said. */
  onAdmission(admission: Admission): void;
}
