import type { Caller } from '../core/caller.ts';
import type { LookupData } from '../core/envelope.ts';
import type { Ledger } from '../core/ledger.ts';
import type { World } from '../core/ports.ts';
import type { AnyProduct } from '../core/product.ts';
import type { Breakers } from './breakers.ts';
import { envelope } from './envelope.ts';
import type { FactCache } from './fact-cache.ts';
import { findAnswer, inputHashOf, rememberFact } from './find-answer.ts';
import { openPayment, type Payment } from './pay.ts';

/** One call of one product: its parsed input and everything about the caller that matters. */
export interface LookupCall {
  id: string;
  product: AnyProduct;
  input: unknown;
  caller: Caller;
  /** Look up afresh at full price, replacing the stored record. */
  bypass: boolean;
  /** Milliseconds since the epoch. */
  startedAt: number;
}

export interface PipelinePorts {
  world: World;
  /** One set per isolate. */
  breakers: Breakers;
  cache: FactCache;
  ledger: Ledger;
  /** Work that may outlive the reply. */
  defer(work: Promise<unknown>): void;
}

/** Nothing of a test key's lookup is paid. */
const nothingToReserve = () => Promise.resolve();

async function answerFreely(call: LookupCall, ports: PipelinePorts): Promise<LookupData> {
  const answer = await findAnswer(call, '', nothingToReserve, ports);
  const { available } = await ports.ledger.balance(call.caller.organizationId);
  return envelope(call, answer, { used: 0, left: available }, ports.world.clock.now());
}

async function answerForCredits(
  call: LookupCall,
  inputHash: string,
  payment: Payment,
  ports: PipelinePorts,
): Promise<LookupData> {
  const answer = await findAnswer(call, inputHash, payment.reserve, ports);
  const paid = await payment.collect(answer.price);
  ports.defer(rememberFact(call, inputHash, answer.found, paid.windowEndsAt, ports));
  return envelope(
    call,
    answer,
    { used: paid.creditsUsed, left: paid.creditsRemaining },
    ports.world.clock.now(),
  );
}

/**
 * Answers one lookup. The cache decides what the caller gets; the ledger decides what the caller pays.
 * @throws ApiError any code of the specification that a lookup can end in
 */
export async function lookup(call: LookupCall, ports: PipelinePorts): Promise<LookupData> {
  if (call.caller.mode === 'test') return answerFreely(call, ports);
  const inputHash = await inputHashOf(call);
  const payment = openPayment(call, inputHash, ports);
  try {
    return await answerForCredits(call, inputHash, payment, ports);
  } catch (error) {
    await payment.cancel();
    throw error;
  }
}
