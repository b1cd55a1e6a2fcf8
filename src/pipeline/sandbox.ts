import { ApiError } from '../core/errors.ts';
import type { AnyProduct } from '../core/lookup/product.ts';
import type { SourcedFact } from './ask-sources.ts';

const RETRY_AFTER_SECONDS = 1;

/**
 * Answers from the product's declared sandbox inputs, touching no source.
 * @throws ApiError the refusal an input forces; VALIDATION_FAILED for an input the sandbox does not
 * know
 */
export function askSandbox(product: AnyProduct, subject: string): SourcedFact {
  const known = product.sandbox.find((entry) => entry.subject === subject);
  if (!known) {
    const subjects = product.sandbox.map((entry) => entry.subject).join(', ');
    throw new ApiError(
      'VALIDATION_FAILED',
      `A test key answers only the sandbox inputs of this product: ${subjects}.`,
    );
  }
  if ('fails' in known)
    throw new ApiError(known.fails, undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  return { fact: known.fact, consulted: ['sandbox'], fromTables: false, complete: true };
}
