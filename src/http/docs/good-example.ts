import type { AnyProduct } from '../../core/lookup/product.ts';
import { sandboxBody } from '../../core/lookup/sandbox-body.ts';

/** A body that both kinds of key are answered for: the first sandbox input that is no refusal. */
export function goodExample(product: AnyProduct): Record<string, unknown> {
  const answered = product.sandbox.find((entry) => 'fact' in entry);
  return answered ? sandboxBody(product, answered) : product.example;
}
