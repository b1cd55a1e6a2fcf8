import { ApiError } from '../core/errors.ts';
import type { ChargeOutcome, ChargeRequest } from '../core/ledger.ts';
import type { LookupCall, PipelinePorts } from './lookup.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Charges a finished lookup. The charge is idempotent on the lookup's id, so a lost reply is asked for
 * once more; if that fails too the id is voided, which undoes a charge that did commit.
 * @throws ApiError INSUFFICIENT_CREDITS, or SERVICE_BUSY when the ledger cannot be reached
 */
export async function pay(call: LookupCall, inputHash: string, price: number, ports: PipelinePorts): Promise<ChargeOutcome & { ok: true }> {
  const { organizationId, userId, keyId } = call.caller;
  const request: ChargeRequest = { id: call.id, product: call.product.type, inputHash, userId, keyId, price, bypass: call.bypass };
  const charge = () => ports.ledger.charge(organizationId, request);
  const outcome = await charge().catch(() =>
    charge().catch((cause) => {
      ports.defer(ports.ledger.void(organizationId, { id: call.id }).catch(() => undefined));
      throw new ApiError('SERVICE_BUSY', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
    }),
  );
  if (!outcome.ok) {
    throw new ApiError('INSUFFICIENT_CREDITS', `This lookup costs ${outcome.required} credits; ${outcome.available} are available.`);
  }
  return outcome;
}
