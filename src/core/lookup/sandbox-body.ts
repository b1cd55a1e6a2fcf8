import type { AnyProduct, SandboxCase } from './product.ts';

/**
 * The body that makes the sandbox answer with one of its cases: the product's example with its
 * looked-up field, or the fields of the case, replaced.
 * @throws when no field of the example leads to the case, which is a fault of the product's
 * declaration
 */
export function sandboxBody(
  product: AnyProduct,
  { subject, body: own }: SandboxCase<unknown>,
): Record<string, unknown> {
  if (own) return { ...product.example, ...own };
  for (const field of Object.keys(product.example)) {
    const body = { ...product.example, [field]: subject };
    const parsed = product.input.safeParse(body);
    if (parsed.success && product.subject(parsed.data) === subject) return body;
  }
  throw new Error(
    `No field of the example of ${product.type} leads to the sandbox input ${subject}.`,
  );
}
